/** Which pages are cached for all guests, under which key, and how a cached one is sent. */
import { createHash } from 'node:crypto'
import type { PageFacts } from '../api/page-facts.ts'
import { brotli, type Encoding, encodingFor, gzip, unbrotli } from './compression.server.ts'
import { carriesSession } from './cross-site.server.ts'
import type { Bytes, CachedPage, StalePage } from './page-cache.server.ts'
import type { FindPageFacts } from './page-facts.server.ts'
import type { RenderedPage } from './rendered-page.ts'

/** The router's own parameter: the routes whose data a script requests. */
const ROUTER_QUERY = '_routes'
const CACHED_VALUE = /^[\w/,.-]{1,160}$/
const CACHED_PATH = /^\/(?:ar|en)(?:\/|$|\.data$)/
const MAX_CACHED_PATH_LENGTH = 300

/** The key of the page in the cache; undefined when the request is not for a page that all guests share. */
export function cacheKey(request: Request, factsOf: FindPageFacts): string | undefined {
  if (request.method !== 'GET' || request.headers.has('authorization') || carriesSession(request.headers)) return
  const { pathname, search, searchParams } = new URL(request.url)
  if (pathname.length > MAX_CACHED_PATH_LENGTH || !CACHED_PATH.test(pathname)) return
  if (search !== '' && !isCachedQuery(searchParams, factsOf(pathname).query)) return
  return pathname + search
}

/** Queries can contain anything, so only declared parameters are cached, each once and with a plain value. */
function isCachedQuery(query: URLSearchParams, declared: PageFacts['query'] = {}): boolean {
  const names = [...query.keys()]
  if (new Set(names).size < names.length) return false
  return [...query].every(
    ([name, value]) =>
      (name === ROUTER_QUERY || (Object.hasOwn(declared, name) && declared[name] === 'cached')) &&
      CACHED_VALUE.test(value),
  )
}

/** The request that a cached page is rendered for: it keeps only those of the visitor's headers that a log needs. */
export function guestRequest(request: Request, key: string, publicUrl: string, requestId: string): Request {
  const headers = new Headers({ 'X-Request-Id': requestId })
  for (const name of ['x-forwarded-for', 'user-agent']) {
    const value = request.headers.get(name)
    if (value) headers.set(name, value)
  }
  return new Request(new URL(publicUrl).origin + key, { headers })
}

/** Whether the page may be shown to every guest. */
export function isCacheable({ response, forGuest, setCookies }: RenderedPage): boolean {
  return (
    forGuest &&
    response.status === 200 &&
    setCookies.length === 0 &&
    !response.headers.has('Set-Cookie') &&
    !response.headers.has('Cache-Control')
  )
}

/** The page as the cache holds it: compressed once, with a hash of everything that is sent of it. */
export async function toCachedPage(response: Response): Promise<CachedPage> {
  const body = Buffer.from(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('Cache-Control', 'public, max-age=0, must-revalidate')
  const hash = createHash('sha256')
    .update(headers.get('Content-Security-Policy') ?? '')
    .update(body)
    .digest('base64url')
    .slice(0, 27)
  return { hash, headers, brotli: Uint8Array.from(await brotli(body, 5)) }
}

/** Sends a cached page in the encoding that the browser accepts, or 304 when the browser has it already. */
export async function sendCachedPage(
  page: CachedPage,
  request: Request,
  requestId: string,
  more: Record<string, string> = {},
): Promise<Response> {
  const encoding = encodingFor(request)
  const headers = new Headers(page.headers)
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
  const etag = `"${page.hash}-${encoding ?? 'plain'}"`
  headers.set('ETag', etag)
  headers.set('X-Request-Id', requestId)
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag)) {
    headers.delete('Content-Type')
    return new Response(null, { status: 304, headers })
  }
  if (encoding) headers.set('Content-Encoding', encoding)
  return new Response(await bodyOf(page, encoding), { status: 200, headers })
}

/** Sends a page that may have changed since. The header is that of RFC 9211. */
export function sendStalePage({ page, ageSeconds }: StalePage, request: Request, requestId: string): Promise<Response> {
  const cacheStatus = 'maahad; hit; detail="stale: the database is not available"'
  return sendCachedPage(page, request, requestId, { Age: String(ageSeconds), 'Cache-Status': cacheStatus })
}

async function bodyOf(page: CachedPage, encoding: Encoding | undefined): Promise<Bytes> {
  if (encoding === 'br') return page.brotli
  const plain = async () => Uint8Array.from(await unbrotli(page.brotli))
  if (encoding === undefined) return plain()
  page.gzip ??= plain().then(async (body) => Uint8Array.from(await gzip(body)))
  return page.gzip
}
