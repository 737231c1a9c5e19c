/** What the HTTP layer must know of a page. Each feature states it in its `http.ts`; `app/composition` gathers. */

/** Files that come with a page's form. They are written to disk before the page's action runs. */
export type FileForm = {
  /** The fields that take a file, one each. */
  fields: readonly string[]
  /** Of each file. */
  maxBytes: number
  /** Whose files are read. Nothing is read of anybody else's form: the page only sends them to sign in. */
  audience: 'signedIn' | 'everyone'
}

/** What is counted as viewed: posts by their id, articles by their slug. */
export type ViewSubject = { kind: 'post' | 'article'; name: string }

export type PageFacts = {
  /**
   * Query parameters with which the page may be cached for all guests. With any other parameter it is made anew for
   * each visitor: a search has too many values to be worth the memory.
   */
  cachedQuery?: readonly string[]
  fileForm?: FileForm
  /** The largest form of a signed-in visitor, where the usual limit is too small. */
  maxFormBytes?: number
  /** What one who opens the page views; undefined when these parameters name nothing. */
  viewOf?: (params: Record<string, string>) => ViewSubject | undefined
}

/** By the page's address as it stands in `routes.ts`, without the language. */
export type PageFactsByAddress = Readonly<Record<string, PageFacts>>

/**
 * Whether a list's filter is part of the cached pages. A list declares all of its filters with
 * `satisfies Record<keyof Filters, FilterUse>`: one that is forgotten is a type error.
 */
export type FilterUse = 'cached' | 'uncached'

/** The names of the filters with which the list is cached. */
export function cachedFilters(filters: Record<string, FilterUse>): string[] {
  return Object.keys(filters).filter((name) => filters[name] === 'cached')
}
