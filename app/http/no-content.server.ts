/** Pages before the content of the institute is loaded: a plain answer in place of pages with nothing on them. */
import type { Context, Next } from 'hono'
import { isLang, preferredLang } from '../locales/lang.ts'
import { noContentPage } from './health/outage-page.server.tsx'

/** What needs no content: people open their accounts and sign in while the site is being set up. */
const NEEDS_NO_CONTENT =
  /^\/(ar|en)\/(invitation|welcome|login|login-with-2fa|logout|forget-pass|profile|desk)(\/|\.data$|$)/

/** @param hasContent asked until it is true, so that nothing has to be restarted after the content was loaded */
export function sayWithoutContent(hasContent: () => Promise<boolean>) {
  let isLoaded = false
  return async (c: Context, next: Next) => {
    isLoaded ||= await hasContent()
    if (isLoaded || NEEDS_NO_CONTENT.test(c.req.path)) return next()
    const segment = c.req.path.split('/')[1]
    return noContentPage(c, isLang(segment) ? segment : (preferredLang(c.req.header('accept-language')) ?? 'ar'))
  }
}
