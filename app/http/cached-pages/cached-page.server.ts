/** How a cached page is stored and sent. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ViewSubject } from '../../api/page-facts.ts'
import { commonHeadersOf } from '../common-headers.server.ts'
import { acceptedEncoding, brotli, type Encoding, gzip, unbrotli } from '../compression.server.ts'
import { isForScriptsOnly } from '../discovery-pages.server.ts'
import type { RenderedPage } from '../rendered-page.ts'
import type { Bytes, CachedPage, ReadyAnswer, StalePage } from './page-cache.server.ts'

/** The bodies without compression, which are large and which hardly anybody requests. */
const MAX_PLAIN_BYTES = 8_000_000
const plainBodies = new LRUCache<CachedPage, Bytes>({
  maxSize: MAX_PLAIN_BYTES,
  sizeCalculation: (body) => body.length + 1,
})

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
export async function toCachedPage(response: Response, key: string, viewed?: ViewSubject): Promise<CachedPage> {
  const body = Buffer.from(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('Cache-Control', 'public, max-age=0, must-revalidate')
  if (isForScriptsOnly(key)) headers.set('X-Robots-Tag', 'noindex')
  const hash = createHash('sha256')
    .update(headers.get('Content-Security-Policy') ?? '')
    .update(body)
    .digest('base64url')
    .slice(0, 27)
  return { hash, headers, viewed, brotli: new Uint8Array(await brotli(body)), answers: new Map() }
}

/** Sends a cached page in the encoding that the browser accepts, or 304 when the browser has it already. */
export async function sendCachedPage(
  page: CachedPage,
  request: Request,
  requestId: string,
  more: Record<string, string> = {},
): Promise<Response> {
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
  const etag = etagOf(page, encoding)
  const isKnown = isKnownEtag(request.headers.get('if-none-match') ?? '', etag)
  const headers = isKnown ? notModifiedHeaders(page, etag) : fullHeaders(page, etag, encoding)
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
  headers.set('X-Request-Id', requestId)
  // Also after a 304: the next visitor is answered without waiting.
  const body = await bodyOf(page, encoding)
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { status: 200, headers })
}

/** Sends a page that may have changed since. The header is that of RFC 9211. */
export function sendStalePage({ page, ageSeconds }: StalePage, request: Request, requestId: string): Promise<Response> {
  const cacheStatus = 'maahad; hit; detail="stale: the database is not available"'
  return sendCachedPage(page, request, requestId, { Age: String(ageSeconds), 'Cache-Status': cacheStatus })
}

/**
 * The page as it is sent in this encoding, with the headers that every response has; undefined when its body is not
 * compressed yet.
 */
export function readyAnswer(page: CachedPage, encoding: Encoding | undefined, https: boolean): ReadyAnswer | undefined {
  const known = page.answers.get(encoding)
  if (known) return known
  const body = encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : plainBodies.get(page)
  if (!body) return undefined
  const etag = etagOf(page, encoding)
  const full = commonHeadersOf(fullHeaders(page, etag, encoding), 200, https)
  full.set('Content-Length', String(body.length))
  const answer: ReadyAnswer = {
    etag,
    headers: listOf(full),
    notModified: listOf(commonHeadersOf(notModifiedHeaders(page, etag), 304, https)),
    // Node would make one of it for each request.
    body: Buffer.from(body.buffer, body.byteOffset, body.length),
  }
  // The plain body must leave the memory when it leaves its cache.
  if (encoding) page.answers.set(encoding, answer)
  return answer
}

const listOf = (headers: Headers) => [...[...headers].flat(), 'x-request-id', '']

/** Whether an `If-None-Match` header names the ETag. */
export function isKnownEtag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

const etagOf = ({ hash }: CachedPage, encoding: Encoding | undefined) => `"${hash}-${encoding ?? 'plain'}"`

function fullHeaders(page: CachedPage, etag: string, encoding: Encoding | undefined): Headers {
  const headers = new Headers(page.headers)
  headers.set('ETag', etag)
  if (encoding) headers.set('Content-Encoding', encoding)
  return headers
}

function notModifiedHeaders(page: CachedPage, etag: string): Headers {
  const headers = fullHeaders(page, etag, undefined)
  headers.delete('Content-Type')
  return headers
}

async function bodyOf(page: CachedPage, encoding: Encoding | undefined): Promise<Bytes> {
  if (encoding === 'br') return page.brotli
  if (encoding === undefined) return plainBodyOf(page)
  page.gzip ??= Uint8Array.from(await gzip(await plainBodyOf(page)))
  return page.gzip
}

async function plainBodyOf(page: CachedPage): Promise<Bytes> {
  const known = plainBodies.get(page)
  if (known) return known
  const body = Uint8Array.from(await unbrotli(page.brotli))
  plainBodies.set(page, body)
  return body
}
