import { renderToReadableStream } from 'react-dom/server.node'
import {
  createRequestHandler,
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { mayDeferHydration, withEarlyScript } from './deferred-hydration/defer-hydration.server.ts'
import { asksNotToBeIndexed, withHead } from './features/discovery/document-head.ts'
import { texts as ar } from './locales/ar/index.ts'
import { texts as en } from './locales/en/index.ts'
import { registerTexts } from './locales/texts.tsx'
import { type PageRequest, pageRequest, pageRequestOf } from './request-context.ts'

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
  const { nonce, lang, user, structuredData } = pageRequestOf(context)
  let failure: unknown
  const stream = await renderToReadableStream(<ServerRouter context={router} url={request.url} nonce={nonce} />, {
    nonce,
    // Otherwise React moves large `<Suspense>` content to the end of the page, and only a script puts it in its place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    signal: request.signal,
    onError: (error) => {
      failure ??= error
    },
  })
  await stream.allReady
  if (failure) throw failure
  const html = await new Response(stream).text()
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (asksNotToBeIndexed(html)) headers.set('X-Robots-Tag', 'noindex')
  // In development, styles and hot updates need the scripts.
  const isDeferred = import.meta.env.PROD && user === null && mayDeferHydration(router)
  const page = withEarlyScript(withHead(html, lang, structuredData), nonce, isDeferred)
  return new Response(page, { status, headers })
}

/** Reports errors to the server's log, except an aborted request and a client error such as a wrong method. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  const isClientError = isRouteErrorResponse(error) && error.status < 500
  if (!request.signal.aborted && !isClientError) pageRequestOf(context).report(error)
}

/** Handles page requests. It is part of the build, so that the server uses the same copy of the router as the pages. */
export function createPageHandler(build: ServerBuild, mode: 'production' | 'development') {
  const handle = createRequestHandler(build, mode)
  return (request: Request, page: PageRequest) => {
    const context = new RouterContextProvider()
    context.set(pageRequest, page)
    return handle(request, context)
  }
}
export type PageHandler = ReturnType<typeof createPageHandler>
