/** Everything over HTTP that is not the API: pages, built files, pictures, health. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Context as HttpContext, type MiddlewareHandler } from 'hono'
import type { StoragePort } from '../adapters/storage/port.ts'
import { isProblem, type Problem } from '../api/problem.ts'
import type { Log } from '../platform/log.server.ts'
import type { Settings } from '../platform/settings.server.ts'
import { type FileForm, fileFormOf } from './file-forms.server.ts'
import { mediaPolicy, mediaTypeOf } from './media-types.ts'
import type { PageCache } from './page-cache.server.ts'
import {
  carriesSession,
  clientIp,
  isCrossSite,
  isUnsafe,
  requestIdOf,
  socketAddress,
  withReadForm,
} from './request.server.ts'
import { COMMON_HEADERS, nonceCsp, shareable } from './security-headers.server.ts'
import { encodingFor, isShared, packed, sendKept, sharedKey, sharedRequest } from './shared-pages.server.ts'
import { sendStored } from './stored-answer.server.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const FORM_LIMIT = 1_000_000
/** Of the page that takes a picture of a person. */
const PICTURE_FORM = /^\/(?:ar|en)\/profile(?:\.data)?$/
const PICTURE_FORM_LIMIT = 8.5 * 1024 * 1024

/** A page before it is sent: `forGuest` when nothing in it belongs to one person. */
export type MadePage = {
  response: Response
  nonce: string
  forGuest: boolean
  /** The tables that it shows something of. */
  madeOf: ReadonlySet<string>
  setCookies: string[]
  /** Who is signed in. */
  userId?: number | undefined
}
/** @param fileForm whose files are still to be read from the request */
export type MakePage = (
  request: Request,
  nonce: string,
  socketAddress: string | undefined,
  fileForm?: FileForm,
) => Promise<MadePage>

/** Sets on every answer what no handler set itself. */
export function commonHeaders(https: boolean): MiddlewareHandler {
  return async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(COMMON_HEADERS))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    if (https) c.res.headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  }
}

/** One line for each answer of pages and calls: what, how long, and the id that the answer carries too. */
export function logRequests(log: Log, level: 'debug' | 'info'): MiddlewareHandler {
  return async (c, next) => {
    const began = performance.now()
    await next()
    const requestId = c.res.headers.get('x-request-id')
    if (!requestId) return
    const milliseconds = Math.round(performance.now() - began)
    log[level]({ requestId, method: c.req.method, path: c.req.path, status: c.res.status, milliseconds }, 'answered')
  }
}

/** The files of the build: names with a hash are kept for a year, others are asked for anew. */
export function builtFiles(folder: string): MiddlewareHandler {
  const serve = serveStatic({
    root: folder,
    precompressed: true,
    onFound: (path, c) => {
      const hashed = path.includes(`${join(folder, 'assets')}/`) || /\/assets\//.test(path)
      c.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  // A file of an older build is gone: no page stands in for it.
  return async (c, next) =>
    (await serve(c, async () => undefined)) ?? (c.req.path.startsWith('/assets/') ? c.notFound() : next())
}

/** Pictures and films of the content at `/media/…`: their names carry a hash. */
export function media(storage: StoragePort): Hono {
  return new Hono().get('/media/:hash/:name', async (c) => {
    const { hash, name } = c.req.param()
    const type = mediaTypeOf(name)
    if (!type || !/^[\w-]+$/.test(hash) || !/^[\w.-]+$/.test(name)) return c.notFound()
    const headers = {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': mediaPolicy(type),
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }
    return sendStored(c, storage, `media/${hash}/${name}`, headers, `"${hash}-${name}"`)
  })
}

export type PagesOptions = {
  settings: Settings
  makePage: MakePage
  /** False in development: the development server's scripts and styles are inline, and no visitor sees them. */
  strict: boolean
  /** Where the pages that every guest shares are kept. */
  cache?: PageCache | undefined
  /** Hears of every page that was given. */
  seen?: (visit: { request: Request; ip: string; userId: number | undefined }) => void
}

/** The pages of the site, with their security policy, compressed. */
export function pages({ settings, makePage, strict, cache, seen }: PagesOptions) {
  const given = (c: HttpContext, userId?: number) =>
    seen?.({
      request: c.req.raw,
      ip: clientIp(socketAddress(c), c.req.raw.headers, settings.trustedProxies),
      userId,
    })
  return async (c: HttpContext) => {
    if (isCrossSite(c.req.method, c.req.raw.headers, settings.publicUrl))
      return c.text('Cross-site requests are refused.', 403)
    if (!isDecodable(c.req.raw.url)) return c.redirect('/error')
    const oneAddress = withoutLastSlash(c.req.raw)
    if (oneAddress) return c.redirect(oneAddress, 301)
    const key = cache && strict ? sharedKey(c.req.raw) : undefined
    const kept = key === undefined ? undefined : cache?.find(key)
    const requestId = requestIdOf(c.req.raw.headers)
    if (kept) {
      given(c)
      return sendKept(kept, c.req.raw, requestId)
    }

    const fileForm = fileFormOf(c.req.raw)
    const request = fileForm ? c.req.raw : await withReadForm(c.req.raw, formLimit(c.req.raw)).catch(refused)
    if (isProblem(request)) return c.text(REFUSALS[request.code] ?? '', request.status as 400)
    const since = cache?.moment() ?? 0
    const asked =
      key === undefined ? publicRequest(request, settings) : sharedRequest(request, key, settings.publicUrl, requestId)
    const made = await makePage(asked, randomBytes(16).toString('base64url'), socketAddress(c), fileForm)
    if (made.response.status === 200) given(c, made.userId)
    if (cache && key !== undefined && isShared(made)) {
      const page = await packed(await finished(made, settings, strict))
      cache.keep(key, page, made.madeOf, since)
      return sendKept(page, request, requestId)
    }
    return compressed(request, await finished(made, settings, strict))
  }
}

/** An address with a broken percent-encoding is nobody's; the router would only complain about it. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(new URL(url).pathname)
    return true
  } catch {
    return false
  }
}

/** A stranger sends no large form. */
function formLimit({ url, headers }: Request): number {
  return PICTURE_FORM.test(new URL(url).pathname) && carriesSession(headers) ? PICTURE_FORM_LIMIT : FORM_LIMIT
}

/** A page has one address; the one with a slash at its end leads there. Two slashes would be another site's address. */
function withoutLastSlash(request: Request): string | undefined {
  const { pathname, search } = new URL(request.url)
  const path = pathname.replace(/\/+$/, '')
  if (path === pathname || path === '' || path.startsWith('//') || request.method !== 'GET') return undefined
  return path + search
}

/** What no form of ours ever sends, in words for whoever made it. */
const REFUSALS: Partial<Record<string, string>> = {
  tooLarge: 'Too large.',
  unsupportedType: 'A form is expected.',
  malformedBody: 'The form could not be read.',
  uploadTooSlow: 'The form came too slowly.',
}

function refused(error: unknown): Problem {
  if (isProblem(error)) return error
  throw error
}

/**
 * The address as the visitor sees it: behind a proxy, the server's own host and scheme are not it. The router refuses a
 * form whose Origin is another; it was found to be ours before.
 */
function publicRequest(request: Request, settings: Settings): Request {
  const origin = isUnsafe(request.method) ? request.headers.get('origin') : null
  if (!origin && settings.trustedProxies === 0) return request
  const { pathname, search } = new URL(request.url)
  const url = new URL(origin ?? settings.publicUrl).origin + pathname + search
  const { method, headers, body, signal } = request
  return new Request(url, { method, headers, signal, ...(body ? { body, duplex: 'half' } : {}) })
}

/** The answer with its cookies, its rules for caches and its security policy. */
async function finished(made: MadePage, settings: Settings, strict: boolean): Promise<Response> {
  const { response, nonce, forGuest, setCookies } = made
  const headers = new Headers(response.headers)
  for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', forGuest ? 'private, no-cache' : 'private, no-store')
  headers.append('Vary', 'Cookie, Accept-Encoding')
  if (!strict || !headers.get('content-type')?.startsWith('text/html'))
    return new Response(response.body, { status: response.status, headers })
  const html = await response.text()
  const facts = { ...settings, formTargets: settings.payment.formTargets }
  const shared = forGuest ? shareable(html, nonce, facts) : undefined
  headers.set('Content-Security-Policy', shared?.csp ?? nonceCsp(nonce, facts))
  return new Response(shared?.html ?? html, { status: response.status, headers })
}

async function compressed(request: Request, response: Response): Promise<Response> {
  const encoding = encodingFor(request)
  if (!encoding || !response.body || response.headers.has('content-encoding')) return response
  // A file goes out while it is made, and is small already.
  if (response.headers.has('content-disposition')) return response
  const bytes = Buffer.from(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('Content-Encoding', encoding)
  const body =
    encoding === 'br' ? await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : await gzipped(bytes)
  return new Response(Uint8Array.from(body), { status: response.status, headers })
}
