/** The pages of the site: from the cache or rendered, with their security policy, compressed. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Context as HttpContext } from 'hono'
import type { ViewSubject } from '../api/page-facts.ts'
import { isStaff } from '../api/rights.ts'
import { isLang } from '../locales/lang.ts'
import { withoutCampaign } from '../platform/campaign-query.ts'
import type { Context } from '../platform/context.server.ts'
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts'
import type { Settings } from '../platform/settings.server.ts'
import {
  guestRequest,
  isCacheable,
  sendCachedPage,
  sendStalePage,
  toCachedPage,
} from './cached-pages/cached-page.server.ts'
import { cachedPageKey } from './cached-pages/cached-page-key.server.ts'
import type { PageCache, StalePage } from './cached-pages/page-cache.server.ts'
import { compressed } from './compression.server.ts'
import { isCrossSite } from './cross-site.server.ts'
import { DocumentResponse } from './document-response.ts'
import type { PageSource } from './health/metrics.server.ts'
import type { FindPageFacts } from './page-facts.server.ts'
import { hashedPolicy, noncePolicy } from './page-policy.server.ts'
import { createRenderQueue, type RenderResult, type Sendable } from './render-queue.server.ts'
import type { RenderedPage, RenderPage } from './rendered-page.ts'
import { clientIp, type HeaderReader, incomingOf, isUnsafe, requestIdOf, socketAddress } from './request.server.ts'
import { newNonce } from './templates/placeholder.ts'
import type { VisitorPages } from './templates/visitor-pages.server.ts'

/** Called when a page was sent that counts as a view of `subject`. */
export type View = { subject: ViewSubject; headers: HeaderReader; ip: string; userId: number | undefined }

/**
 * Called for each page that was sent to somebody who does not work here.
 * @param address without what only links of campaigns add
 * @param asked the address as it was asked for
 */
export type OnVisit = (address: string, asked: string, headers: IncomingHttpHeaders, ip: string) => void

export type PagesOptions = {
  settings: Settings
  renderPage: RenderPage
  factsOf: FindPageFacts
  /** False in development: the development server's scripts and styles are inline, and no visitor sees them. */
  strict: boolean
  /** Where the pages that all guests share are cached. */
  cache?: PageCache | undefined
  /** While it is not, a stale page is sent where there is one. */
  isDatabaseAvailable?: () => boolean
  /** The pages that signed-in visitors share but for their name and picture. */
  visitorPages?: VisitorPages | undefined
  onView?: (view: View) => void
  onVisit?: OnVisit
  onSent?: (source: PageSource) => void
}

export function pages(options: PagesOptions) {
  const { settings, renderPage, factsOf, strict, cache, isDatabaseAvailable, visitorPages, onView, onVisit, onSent } =
    options
  const queue = createRenderQueue(cache)
  return async (c: HttpContext) => {
    const original = asGet(c.req.raw)
    if (isCrossSite(original.method, original.headers, settings.publicUrl))
      return c.text('Cross-site requests are refused.', 403)
    if (!isDecodable(original.url)) return c.redirect(errorPageOf(original.url))
    const oneAddress = withoutLastSlash(original)
    if (oneAddress) return c.redirect(oneAddress, 301)
    const key = cache && strict ? keyOf(original, factsOf) : undefined
    const cached = key === undefined ? undefined : cache?.find(key)
    const requestId = requestIdOf(original.headers)
    if (cached) {
      countView(c)
      onSent?.('cache')
      return sendCachedPage(cached, original, requestId)
    }
    const stale = key === undefined ? undefined : cache?.findStale(key)
    if (stale && isDatabaseAvailable?.() === false) {
      onSent?.('stale')
      return sendStalePage(stale, original, requestId)
    }

    const visit = await visitorPages?.visit(original, incomingOf(c), queue.enqueue)
    if (visit?.response) {
      countView(c, visit.ctx.user?.id, isStaff(visit.ctx.user))
      onSent?.('cache')
      return visit.response
    }
    const render = () => makePage(c, original, requestId, key, stale, visit?.ctx)
    if (isUnsafe(original.method)) return sent(await render())
    const result = key === undefined ? await queue.enqueue(render) : await queue.once(key, render)
    if (result.page) countView(c)
    return sent(result)

    function sent(finished: Sendable<Response>) {
      return finished.page ? sendCachedPage(finished.page, original, requestId) : finished.answer
    }
  }

  async function makePage(
    c: HttpContext,
    original: Request,
    requestId: string,
    key: string | undefined,
    stale: StalePage | undefined,
    ctx: Context | undefined,
  ): Promise<RenderResult<Response>> {
    const facts = factsOf(new URL(original.url).pathname)
    const since = cache?.moment() ?? 0
    const forPage =
      key === undefined ? publicRequest(original, settings) : guestRequest(original, key, settings.publicUrl, requestId)
    const nonce = newNonce()
    const page = await renderPage(forPage, nonce, socketAddress(c), facts, ctx).catch((error: unknown) => {
      if (stale && isDatabaseUnavailable(error)) return undefined
      throw error
    })
    onSent?.(page ? 'made' : 'stale')
    if (!page) return { answer: await sendStalePage(stale!, original, requestId) }
    const response = await withHeaders(page, settings, strict)
    if (cache && key !== undefined && isCacheable(page)) {
      const { dependencies } = page
      const toKeep = await toCachedPage(response, key, facts.viewOf?.(facts.params))
      cache.keep(key, toKeep, dependencies, since, page.madeAt)
      return { page: toKeep, dependencies, since }
    }
    if (page.response.status === 200) countView(c, page.userId, page.isStaff)
    return { answer: await compressed(original, response) }
  }

  function countView(c: HttpContext, userId?: number, ofStaff = false) {
    const { method, url, headers } = c.req.raw
    if (method !== 'GET') return
    if (!ofStaff) countVisit(c)
    if (!onView) return
    const { viewOf, params } = factsOf(new URL(url).pathname)
    const subject = viewOf?.(params)
    if (subject) onView({ subject, headers, ip: clientIp(socketAddress(c), headers, settings.trustedProxies), userId })
  }

  function countVisit(c: HttpContext) {
    const { pathname, search } = new URL(c.req.raw.url)
    const headers = incomingOf(c)?.headers ?? Object.fromEntries(c.req.raw.headers)
    const ip = clientIp(socketAddress(c), c.req.raw.headers, settings.trustedProxies)
    if (isLang(pathname.slice(1, 3))) onVisit?.(withoutCampaign(pathname + search), pathname + search, headers, ip)
  }
}

function keyOf({ method, url, headers }: Request, factsOf: FindPageFacts): string | undefined {
  const { pathname, search } = new URL(url)
  return cachedPageKey(method, pathname + search, Object.fromEntries(headers), factsOf)
}

/** HEAD is answered as GET would be, from the cache, too; the body is left out when the answer is sent. */
function asGet(request: Request): Request {
  const { method, url, headers, signal } = request
  return method === 'HEAD' ? new Request(url, { headers, signal }) : request
}

/** The router throws on a path with invalid percent-encoding. */
/** The desk has its own. */
const errorPageOf = (url: string) =>
  /\/(?:ar|en)\/desk(?=\/)/.exec(new URL(url).pathname)?.[0].concat('/refused') ?? '/error'

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(new URL(url).pathname)
    return true
  } catch {
    return false
  }
}

/** A page has one address; the one with a slash at its end leads there. Two slashes would be another site's address. */
function withoutLastSlash(request: Request): string | undefined {
  const { pathname, search } = new URL(request.url)
  const path = pathname.replace(/\/+$/, '')
  if (path === pathname || path === '' || path.startsWith('//') || request.method !== 'GET') return undefined
  return path + search
}

/**
 * The request with the address that the visitor sees. Behind a proxy the server's own host and scheme differ from it,
 * and the router refuses a form whose Origin is another. That the Origin is ours was checked before.
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
async function withHeaders(page: RenderedPage, settings: Settings, strict: boolean): Promise<Response> {
  const { response, nonce, forGuest, setCookies } = page
  const headers = new Headers(response.headers)
  for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', forGuest ? 'private, no-cache' : 'private, no-store')
  headers.append('Vary', 'Cookie, Accept-Encoding')
  // A document with a policy of its own, such as the preview of a mail with its styles within, is no page of ours.
  if (!strict || !headers.get('content-type')?.startsWith('text/html') || headers.has('Content-Security-Policy'))
    return new Response(response.body, { status: response.status, headers })
  const html = await response.text()
  const facts = { ...settings, formTargets: settings.payment.formTargets }
  const shared = forGuest ? hashedPolicy(html, nonce, facts) : undefined
  headers.set('Content-Security-Policy', shared?.policy ?? noncePolicy(nonce, facts))
  return new DocumentResponse(shared?.parts ?? [html], { status: response.status, headers })
}
