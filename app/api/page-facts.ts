/** What the HTTP layer must know about a page. Each feature declares it in `http.ts`; `app/composition` collects it. */

import type { Quota } from './endpoint.ts'

/** A page's form with files. They are written to disk before the page's action runs. */
export type FileForm = {
  /** The file fields; each takes one file. */
  fields: readonly string[]
  /** Of each file. */
  maxBytes: number
  /** Who may upload. The form of any other visitor is not read: the page only redirects them to sign in. */
  audience: 'signedIn' | 'everyone'
}

/** A page view that is counted: a post by its id, an article by its slug. */
export type ViewSubject = { kind: 'post' | 'article'; name: string }

/**
 * Whether a page requested with this query parameter is cached for all guests. A page with any `uncached` or
 * undeclared parameter is rendered for each visitor: a search has too many values to be worth the memory.
 */
export type QueryUse = 'cached' | 'uncached'

export type PageFacts = {
  /**
   * The query parameters that the page reads. A list uses `satisfies Record<keyof Filters, QueryUse>`, so that a
   * forgotten filter is a type error.
   */
  query?: Readonly<Record<string, QueryUse>>
  fileForm?: FileForm
  /** The largest form of a signed-in visitor, where the usual limit is too small. */
  maxFormBytes?: number
  /** What a large form is refused by before it is read. */
  quotas?: readonly Quota[]
  /** The parameter of its query in which visitors search. */
  search?: string
  /** How far whoever sees the page has come in buying a course, named by its address or its number. */
  buyingStep?: {
    step: 'seen' | 'started'
    courseOf: (params: Readonly<Record<string, string>>) => string | number | undefined
  }
  /** What is counted as viewed; undefined when the parameters are invalid. */
  viewOf?: (params: Readonly<Record<string, string>>) => ViewSubject | undefined
}

/** By the page's path as in `routes.ts`, without the language. */
export type PageFactsByAddress = Readonly<Record<string, PageFacts>>

/** The facts of a page with what its address says. */
export type FoundFacts = PageFacts & { params: Record<string, string> }
export type FindPageFacts = (pathname: string) => FoundFacts
