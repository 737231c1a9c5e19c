import type { EntryContext, RouterContextProvider } from 'react-router'
import { withEarlyScript } from '../deferred-hydration/defer-hydration.server.ts'
import { DocumentResponse } from '../http/document-response.ts'
import { deskTexts as arDesk } from '../locales/ar/desk/index.ts'
import { texts as ar } from '../locales/ar/index.ts'
import { deskTexts as enDesk } from '../locales/en/desk/index.ts'
import { texts as en } from '../locales/en/index.ts'
import {
  createPageHandler as createHandler,
  DOCTYPE,
  type PageHandler,
  renderToParts,
} from '../page-handler.server.tsx'
import { pageRequestOf } from '../request-context.ts'
import { inWords } from './refusals.ts'
import { registerDeskTexts } from './texts.tsx'

export { handleError } from '../page-handler.server.tsx'

export function createPageHandler(...args: Parameters<typeof createHandler>): PageHandler {
  const handle = createHandler(...args)
  return Object.assign(
    async (...[request, page]: Parameters<PageHandler>) => inWords(await handle(request, page), request, page.lang),
    handle,
  )
}

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
