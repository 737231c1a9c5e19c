import type { EntryContext, RouterContextProvider } from 'react-router'
import { withEarlyScript } from '../deferred-hydration/defer-hydration.server.ts'
import { DocumentResponse } from '../http/document-response.ts'
import { deskTexts as arDesk } from '../locales/ar/desk/index.ts'
import { texts as ar } from '../locales/ar/index.ts'
import { deskTexts as enDesk } from '../locales/en/desk/index.ts'
import { texts as en } from '../locales/en/index.ts'
import { DOCTYPE, renderToParts } from '../page-handler.server.tsx'
import { pageRequestOf } from '../request-context.ts'
import { registerDeskTexts } from './texts.tsx'

export { createPageHandler, handleError } from '../page-handler.server.tsx'

registerDeskTexts('ar', ar, arDesk)
registerDeskTexts('en', en, enDesk)

/** Pages of the desk are personal: never stored, never indexed. */
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, lang } = pageRequestOf(context)
  const parts = await renderToParts(router, request.url, nonce)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('X-Robots-Tag', 'noindex')
  headers.set('Cache-Control', 'private, no-store')
  const { head, body, end } = withEarlyScript(parts, lang, nonce, false)
  return new DocumentResponse([DOCTYPE, head, body, end], { status, headers })
}
