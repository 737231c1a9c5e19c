/** Which pages every guest shares, how they are asked for, and how a kept one is sent. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import type { Bytes, KeptPage } from './page-cache.server.ts'
import { carriesSession } from './request.server.ts'
import type { MadePage } from './web-server.server.ts'

const brotli = promisify(brotliCompress)
const unbrotli = promisify(brotliDecompress)
const gzipped = promisify(gzip)

/** The queries of the lists. Whatever else stands in an address, a search or an order, is for one visitor. */
const SHARED_QUERY = new Set(
  'category specialization sub level delivery min max from to sort page tag author comments _routes'.split(' '),
)
const SHARED_VALUE = /^[\w/,.-]{1,160}$/
const SHARED_PATH = /^\/(?:ar|en)(?:\/|$|\.data$)/

/** What a page is kept by; undefined when the request is not for a page that every guest shares. */
export function sharedKey(request: Request): string | undefined {
  if (request.method !== 'GET' || request.headers.has('authorization') || carriesSession(request.headers)) return
  const { pathname, search, searchParams } = new URL(request.url)
  if (pathname.length > 300 || !SHARED_PATH.test(pathname)) return
  const names = [...searchParams.keys()]
  if (new Set(names).size < names.length) return
  for (const [name, value] of searchParams) if (!SHARED_QUERY.has(name) || !SHARED_VALUE.test(value)) return
  return pathname + search
}

/** The request that a shared page is made for: of the visitor's own nothing but what a log needs reaches it. */
export function sharedRequest(request: Request, key: string, publicUrl: string, requestId: string): Request {
  const headers = new Headers({ 'X-Request-Id': requestId })
  for (const name of ['x-forwarded-for', 'user-agent']) {
    const value = request.headers.get(name)
    if (value) headers.set(name, value)
  }
  return new Request(new URL(publicUrl).origin + key, { headers })
}

/** Whether the page may be shown to every guest. */
export function isShared({ response, forGuest, setCookies }: MadePage): boolean {
  return (
    forGuest &&
    response.status === 200 &&
    setCookies.length === 0 &&
    !response.headers.has('Set-Cookie') &&
    !response.headers.has('Cache-Control')
  )
}

/** The page as it is kept: compressed once, named by everything that is sent of it. */
export async function packed(response: Response): Promise<KeptPage> {
  const body = Buffer.from(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('Cache-Control', 'public, max-age=0, must-revalidate')
  const hash = createHash('sha256')
    .update(headers.get('Content-Security-Policy') ?? '')
    .update(body)
    .digest('base64url')
    .slice(0, 27)
  const smallest = await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  return { hash, headers, brotli: Uint8Array.from(smallest) }
}

/** Sends a kept page in the form that the browser takes, or says that the one it has is still right. */
export async function sendKept(page: KeptPage, request: Request, requestId: string): Promise<Response> {
  const encoding = encodingFor(request)
  const headers = new Headers(page.headers)
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

async function bodyOf(page: KeptPage, encoding: 'br' | 'gzip' | undefined): Promise<Bytes> {
  if (encoding === 'br') return page.brotli
  const plain = async () => Uint8Array.from(await unbrotli(page.brotli))
  if (encoding === undefined) return plain()
  page.gzip ??= plain().then(async (body) => Uint8Array.from(await gzipped(body)))
  return page.gzip
}

/** The smallest form that the browser takes. */
export function encodingFor(request: Request): 'br' | 'gzip' | undefined {
  const accepts = request.headers.get('accept-encoding') ?? ''
  return /\bbr\b/.test(accepts) ? 'br' : /\bgzip\b/.test(accepts) ? 'gzip' : undefined
}
