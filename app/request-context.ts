/** What a page's loader and action get: the Api and who asks. Set by the server for each request. */
import { createContext, type RouterContextProvider } from 'react-router'
import type { Api } from './api/contract.ts'
import type { SentFile } from './api/sent-file.ts'
import type { Lang } from './locales/lang.ts'
import type { BrandMark } from './locales/payment-brands.ts'

export type PageRequest = {
  api: Api
  lang: Lang
  user: {
    userName: string
    firstName: string
    lastName: string
    email: string
    profilePicture: string | null
    lastRole: string
  } | null
  publicUrl: string
  assetsUrl: string
  dashboardUrl: string | undefined
  demo: boolean
  /** What visitors are told they can pay with. */
  paymentBrands: BrandMark[]
  /** When the request came, by the server's clock. */
  now: Date
  /** For inline scripts; taken out again of pages that every guest shares. */
  nonce: string
  /** What the page tells machines in the words of schema.org: its loader adds to it. */
  structuredData: object[]
  /** What came with a form that takes files, by its fields; the form itself holds the texts. */
  files: ReadonlyMap<string, SentFile>
  /** Logs what went wrong while the page was made. */
  report: (error: unknown) => void
  /** A failure's text and its fields' texts in the visitor's language, for a form that is shown again. */
  describe: (error: unknown) => FormFailure | undefined
}

/** What a form shows after it was refused. */
export type FormFailure = { code: string; status: number; message: string; fields: Record<string, string[]> }

/** Set by a route that has an action and whose page works without scripts: a guest's hydration may be deferred. */
export type RouteHandle = { deferHydration?: true }

const pageRequest = createContext<PageRequest>()

export function pageRequestOf(context: Readonly<RouterContextProvider>): PageRequest {
  return context.get(pageRequest)
}
export { pageRequest }
