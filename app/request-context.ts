/** The context of a page's loader and action: the API, the visitor, the settings. Set by the server for each request. */

import { createContext, type RouterContextProvider } from 'react-router'
import type { Api, SharedApi } from './api/contract.ts'
import type { Conflicts } from './api/problem.ts'
import type { Role } from './api/rights.ts'
import type { SentFile } from './api/sent-file.ts'
import type { Lang } from './locales/lang.ts'
import type { BrandMark } from './locales/payment-brands.ts'

/** What pages show of the visitor. */
export type ShownVisitor = {
  userName: string
  /** Of the name, in place of a missing picture. */
  initials: string
  /** Of the name, behind the initials. */
  colour: string
  email: string
  profilePicture: string | null
  lastRole: Role
  /** How many notifications are unread, as it is written. */
  unread: string
}

/** Who is signed in, as pages that are the visitor's own know them. */
export type PageUser = Pick<ShownVisitor, 'userName' | 'email' | 'profilePicture' | 'lastRole'> & {
  firstName: string
  lastName: string
}

export type PageRequest = {
  api: Api
  /** What guests are answered, for any visitor; a page uses `api` for the few things that are the visitor’s own. */
  shared: SharedApi
  lang: Lang
  /** The institute's name, which the site and the desk bear; the product's until the institute is set up. */
  siteName: string
  /**
   * Who is signed in, to be shown only: a page that reads nothing else of its visitor is rendered once for all of them,
   * with markers in place of these values (decision 0057). `lastRole` and whether there is a picture may decide
   * something, the other values nothing.
   */
  visitor: ShownVisitor | null
  /** Who is signed in, for everything else. A page that reads it is rendered for each visitor. */
  readonly user: PageUser | null
  publicUrl: string
  assetsUrl: string
  dashboardUrl: string | undefined
  demo: boolean
  /** The payment brands that pages show. */
  paymentBrands: BrandMark[]
  /** The time of the request, by the server's clock. */
  now: Date
  /** For inline scripts; removed again from pages that are cached for all guests. */
  nonce: string
  /** The token of an address at which staff show a draft of the page. */
  preview: string | undefined
  /** The page's schema.org data; its loader adds to it. */
  structuredData: object[]
  /** The files of a form, by field; the form data itself contains only the texts. */
  files: ReadonlyMap<string, SentFile>
  /** Logs an error of rendering the page. */
  report: (error: unknown) => void
  /** The texts of a failed form and its fields in the visitor's language, to show the form again. */
  describe: (error: unknown) => FormFailure | undefined
}

/** What a form shows after it failed. */
export type FormFailure = {
  code: string
  status: number
  message: string
  fields: Record<string, string[]>
  /** Of `changedMeanwhile`: the fields that somebody else changed, with both values. */
  conflicts?: Conflicts
}

/**
 * Set by a route that has an action and whose page works without scripts: a guest's hydration may be deferred. A function
 * decides by the data of the route's loader.
 */
// biome-ignore lint/suspicious/noExplicitAny: each route knows the data of its own loader
export type RouteHandle = { deferHydration?: true | ((loaderData: any) => boolean) }

const pageRequest = createContext<PageRequest>()

export function pageRequestOf(context: Readonly<RouterContextProvider>): PageRequest {
  return context.get(pageRequest)
}
export { pageRequest }
