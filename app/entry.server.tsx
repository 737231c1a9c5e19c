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

/** Renders the whole page before the answer begins, so that a failure still gets its right status. */
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
    // A large part behind `<Suspense>` would be put at the page's end, for a script to bring to its place.
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
  // In development the scripts bring the styles and the updates.
  const isDeferred = import.meta.env.PROD && user === null && mayDeferHydration(router)
  const page = withEarlyScript(withHead(html, lang, structuredData), nonce, isDeferred)
  return new Response(page, { status, headers })
}

/** Errors are logged by the server that called; the request's own end is none, and neither is a wrong method. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  const refused = isRouteErrorResponse(error) && error.status < 500
  if (!request.signal.aborted && !refused) pageRequestOf(context).report(error)
}

/** Answers page requests; here so that the server uses the router of the build it serves. */
export function createPageHandler(build: ServerBuild, mode: 'production' | 'development') {
  const handle = createRequestHandler(build, mode)
  return (request: Request, page: PageRequest) => {
    const context = new RouterContextProvider()
    context.set(pageRequest, page)
    return handle(request, context)
  }
}
export type PageHandler = ReturnType<typeof createPageHandler>
