import type { EntryContext, RouterContextProvider } from 'react-router'
import { mayDeferHydration, withEarlyScript } from './deferred-hydration/defer-hydration.server.ts'
import { asksNotToBeIndexed, headOf } from './features/discovery/document-head.ts'
import { DocumentResponse } from './http/document-response.ts'
import { texts as ar } from './locales/ar/index.ts'
import { texts as en } from './locales/en/index.ts'
import { registerTexts } from './locales/texts.tsx'
import { DOCTYPE, renderToParts } from './page-handler.server.tsx'
import { pageRequestOf } from './request-context.ts'

export { createPageHandler, handleError } from './page-handler.server.tsx'

registerTexts('ar', ar)
registerTexts('en', en)

/** Renders the whole page before the response begins, so that a failure still gets the right status. */
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, lang, siteName, visitor, structuredData } = pageRequestOf(context)
  const parts = await renderToParts(router, request.url, nonce)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (asksNotToBeIndexed(parts.head)) headers.set('X-Robots-Tag', 'noindex')
  // In development, styles and hot updates need the scripts.
  const isDeferred = import.meta.env.PROD && visitor === null && mayDeferHydration(router)
  const document = withEarlyScript(parts, lang, nonce, isDeferred)
  const more = headOf(lang, siteName, structuredData)
  return new DocumentResponse([DOCTYPE, document.head, more, document.body, document.end], { status, headers })
}
