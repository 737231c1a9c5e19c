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

/**
 * Whether a page that is asked for with this query parameter is cached for all guests. A page with any `uncached` or
 * undeclared parameter is rendered for each visitor: a search has too many values to be worth the memory.
 */
export type QueryUse = 'cached' | 'uncached'

export type PageFacts = {
  /**
   * The query parameters that the page reads. A list writes `satisfies Record<keyof Filters, QueryUse>`, so that a
   * forgotten filter is a type error.
   */
  query?: Readonly<Record<string, QueryUse>>
  fileForm?: FileForm
  /** The largest form of a signed-in visitor, where the usual limit is too small. */
  maxFormBytes?: number
  /** What one who opens the page views; undefined when these parameters name nothing. */
  viewOf?: (params: Readonly<Record<string, string>>) => ViewSubject | undefined
}

/** By the page's address as it stands in `routes.ts`, without the language. */
export type PageFactsByAddress = Readonly<Record<string, PageFacts>>
