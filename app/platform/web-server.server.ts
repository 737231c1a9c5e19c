/** Everything over HTTP that is not the API: pages, built files, pictures, health. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Context as HttpContext, type MiddlewareHandler } from 'hono'
import type { StoragePort } from '../adapters/storage/port.ts'
import { isCrossSite, socketAddress } from './http.server.ts'
import { COMMON_HEADERS, nonceCsp, shareable } from './security-headers.server.ts'
import type { Settings } from './settings.server.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const FORM_LIMIT = 1_000_000

/** A page before it is sent: `forGuest` when nothing in it belongs to one person. */
export type MadePage = { response: Response; nonce: string; forGuest: boolean; setCookies: string[] }
export type MakePage = (request: Request, nonce: string, socketAddress: string | undefined) => Promise<MadePage>

/** Sets on every answer what no handler set itself. */
export function commonHeaders(https: boolean): MiddlewareHandler {
  return async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(COMMON_HEADERS))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    if (https) c.res.headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  }
}

/** The files of the build: names with a hash are kept for a year, others are asked for anew. */
export function builtFiles(folder: string): MiddlewareHandler {
  return serveStatic({
    root: folder,
    precompressed: true,
    onFound: (path, c) => {
      const hashed = path.includes(`${join(folder, 'assets')}/`) || /\/assets\//.test(path)
      c.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
}

const PICTURES: Record<string, string> = {
  svg: 'image/svg+xml',
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
  jpg: 'image/jpeg',
}

/** Pictures of the content at `/media/…`: their names carry a hash, and a drawn one may run nothing. */
export function media(storage: StoragePort): Hono {
  return new Hono().get('/media/:hash/:name', async (c) => {
    const { hash, name } = c.req.param()
    const type = PICTURES[name.split('.').at(-1) ?? '']
    const bytes =
      type && /^[\w-]+$/.test(hash) && /^[\w.-]+$/.test(name) ? await storage.get(`media/${hash}/${name}`) : undefined
    if (!type || !bytes) return c.notFound()
    return c.body(Uint8Array.from(bytes), 200, {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
  })
}

/** The pages of the site, with their security policy, compressed. */
export function pages(settings: Settings, makePage: MakePage, policy: { strict: boolean }) {
  return async (c: HttpContext) => {
    const request = c.req.raw
    if (isCrossSite(request.method, request.headers, settings.publicUrl))
      return c.text('Cross-site requests are refused.', 403)
    if (Number(request.headers.get('content-length') ?? 0) > FORM_LIMIT) return c.text('Too large.', 413)
    const made = await makePage(
      publicRequest(request, settings),
      randomBytes(16).toString('base64url'),
      socketAddress(c),
    )
    const { response, setCookies } = made
    for (const cookie of setCookies) response.headers.append('Set-Cookie', cookie)
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-cache')
    response.headers.append('Vary', 'Cookie, Accept-Encoding')
    // The development server's scripts and styles are inline, and no visitor sees them.
    const guarded = policy.strict && response.headers.get('content-type')?.startsWith('text/html')
    return compressed(request, guarded ? await withPolicy(made, settings) : response)
  }
}

/** The address as the visitor sees it: behind a proxy, the server's own host and scheme are not it. */
function publicRequest(request: Request, settings: Settings): Request {
  if (settings.trustedProxies === 0) return request
  const url = new URL(request.url)
  const seen = new URL(settings.publicUrl)
  url.protocol = seen.protocol
  url.host = seen.host
  return new Request(url, request)
}

async function withPolicy({ response, nonce, forGuest }: MadePage, settings: Settings): Promise<Response> {
  const html = await response.text()
  const shared = forGuest ? shareable(html, nonce, settings.assetsUrl, settings.https) : undefined
  const headers = new Headers(response.headers)
  headers.set('Content-Security-Policy', shared?.csp ?? nonceCsp(nonce, settings.assetsUrl, settings.https))
  return new Response(shared?.html ?? html, { status: response.status, headers })
}

async function compressed(request: Request, response: Response): Promise<Response> {
  const accepts = request.headers.get('accept-encoding') ?? ''
  const encoding = /\bbr\b/.test(accepts) ? 'br' : /\bgzip\b/.test(accepts) ? 'gzip' : undefined
  if (!encoding || !response.body || response.headers.has('content-encoding')) return response
  const bytes = Buffer.from(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('Content-Encoding', encoding)
  const body =
    encoding === 'br' ? await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : await gzipped(bytes)
  return new Response(Uint8Array.from(body), { status: response.status, headers })
}
