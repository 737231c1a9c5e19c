/** What the site and the desk share of rendering: both are applications of React Router, each with its own build. */
import { renderToString } from 'react-dom/server.node'
import {
  createRequestHandler,
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { type PageRequest, pageRequest, pageRequestOf } from './request-context.ts'

/** Without it browsers lay pages out in quirks mode. React's streams write it, its strings do not. */
export const DOCTYPE = '<!DOCTYPE html>'
/** What React writes instead of a part that is left to the browser. */
const LEFT_OUT = '<!--$!-->'
const END = '</body></html>'

/** A page in the parts between which the server puts something. They are joined once: each copy of a page costs. */
export type DocumentParts = {
  /** Up to the end of the head, whose own tag begins the body. */
  head: string
  body: string
  /** The data for the router in the browser, and the end of the document. */
  end: string
}

/**
 * The page as strings: React's streams take half as much time again, and every page is rendered whole. The router's
 * own component would read its data from a stream while React waits for it, so the data is added here, in the same form.
 */
export async function renderToParts(router: EntryContext, url: string, nonce: string): Promise<DocumentParts> {
  const { serverHandoffStream, ...withoutData } = router
  const html = renderToString(<ServerRouter context={withoutData} url={url} nonce={nonce} />)
  if (html.includes(LEFT_OUT)) throw new Error('A part of the page was not ready: nothing on a page may suspend.')
  const headEnd = Math.max(0, html.indexOf('</head>'))
  const head = html.slice(0, headEnd)
  if (!serverHandoffStream || !router.renderMeta?.didRenderScripts || !html.endsWith(END))
    return { head, body: html.slice(headEnd), end: '' }
  const scripts = [
    ...(await chunksOf(serverHandoffStream)).map((chunk) => `enqueue(${scriptString(chunk)})`),
    'close()',
  ]
    .map((call) => `<script nonce="${nonce}">window.__reactRouterContext.streamController.${call};</script>`)
    .join('')
  return { head, body: html.slice(headEnd, -END.length), end: scripts + END }
}

async function chunksOf(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const decoder = new TextDecoder()
  const chunks: string[] = []
  for await (const chunk of stream) chunks.push(decoder.decode(chunk, { stream: true }))
  return chunks.filter((text) => text !== '')
}

/** A string of JavaScript in a script of the page. */
function scriptString(text: string): string {
  return JSON.stringify(text).replace(
    /[&<>\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Reports errors to the server's log, except an aborted request and a client error such as a wrong method. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  const isClientError = isRouteErrorResponse(error) && error.status < 500
  if (!request.signal.aborted && !isClientError) pageRequestOf(context).report(error)
}

/** Handles a page request. */
export type PageHandler = ((request: Request, page: PageRequest) => Promise<Response>) & {
  /** The addresses of all pages, as `/:lang/courses/:slug`; of those applications only that are loaded. */
  addresses?: () => readonly string[]
}

/** Handles page requests. It is part of the build, so that the server uses the same copy of the router as the pages. */
export function createPageHandler(build: ServerBuild, mode: 'production' | 'development'): PageHandler {
  const handle = createRequestHandler(build, mode)
  const addresses = addressesOf(build.routes)
  return Object.assign(
    (request: Request, page: PageRequest) => {
      const context = new RouterContextProvider()
      context.set(pageRequest, page)
      return handle(request, context)
    },
    { addresses: () => addresses },
  )
}

function addressesOf(routes: ServerBuild['routes']): string[] {
  const addressOf = ({ path, parentId }: { path?: string; parentId?: string }): string =>
    `${parentId ? addressOf(routes[parentId] ?? {}) : ''}${path ? `/${path}` : ''}`
  return [...new Set(Object.values(routes).flatMap((route) => (route ? [addressOf(route)] : [])))]
}
