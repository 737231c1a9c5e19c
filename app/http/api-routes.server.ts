/** Mounts every endpoint of the contract below `/api`, and turns its output into an HTTP response. */
import { Hono, type Context as HttpContext } from 'hono'
import type { AnswerCache } from '../api/answer-cache.server.ts'
import { contract } from '../api/contract.ts'
import type { Endpoint } from '../api/endpoint.ts'
import type { FileAnswer } from '../api/fields.ts'
import { type LocalApi, refusalOf } from '../api/local-api.server.ts'
import { errorBody } from '../api/messages.server.ts'
import { openApi } from '../api/openapi.server.ts'
import { isProblem, Problem, type ProblemCode } from '../api/problem.ts'
import { preferredLang } from '../locales/lang.ts'
import { attachment } from '../platform/content-disposition.ts'
import type { Context, Services } from '../platform/context.server.ts'
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts'
import { rangeOf } from '../platform/limits/ip-range.ts'
import { requireRoom } from '../platform/limits/rate-limit.server.ts'
import { literalsFirst } from './addresses.ts'
import { queryOf, readBody, sha256 } from './api-input.server.ts'
import { announcedBytes, isLarge, leavesBodyUnread, readBytes } from './bodies/body-stream.server.ts'
import { isCrossSite } from './cross-site.server.ts'
import { outageProblem } from './health/outage.ts'
import { type Answer, once } from './idempotency.server.ts'
import { bearerOf, requestIdOf, socketAddress } from './request.server.ts'
import { requestContext } from './request-context.server.ts'

const VARY = 'Accept-Language, Cookie, Authorization, Sec-Fetch-Site, Origin'
const MAX_WEBHOOK_BYTES = 200_000
const WEBHOOK = '/api/payments/webhook/:provider'

/** Stores a webhook of the payment provider; returns false when its signature is wrong. */
export type WebhookReceiver = (ctx: Context, provider: string, headers: Headers, body: string) => Promise<boolean>

type Redirect = { location: string }
/** An answer whose body is remembered as bytes. */
type ReadyAnswer = { status: 200; body: Uint8Array<ArrayBuffer>; retryAfter?: undefined }
/** `failure` is the endpoint's problem for unexpected errors. */
type ApiEnv = { Variables: { failure?: ProblemCode } }

/** The API as a Hono app below `/api`; paths match without regard to case. */
export function createHttpApi(
  services: Services,
  localApi: LocalApi,
  receiveWebhook: WebhookReceiver,
  answers?: AnswerCache,
) {
  const app = new Hono<ApiEnv>({ getPath: (request) => new URL(request.url).pathname.toLowerCase() })
  app.onError((error, c) => failure(services, c, error))

  const methodsOf = new Map([
    ['/api/openapi.json', ['GET']],
    [WEBHOOK, ['POST']],
  ])
  // Made at the first request: it would delay every start.
  let document: string | undefined
  app.get('/api/openapi.json', (c) => {
    document ??= JSON.stringify(openApi(services.settings.publicUrl))
    return c.body(document, 200, { 'Content-Type': 'application/json; charset=utf-8' })
  })
  app.post(WEBHOOK, async (c) => {
    const ctx = await requestContext(services, c.req.raw, socketAddress(c))
    const body = (await readBytes(c.req.raw, MAX_WEBHOOK_BYTES, rangeOf(ctx.ip))).toString('utf8')
    const stored = await receiveWebhook(ctx, c.req.param('provider'), c.req.raw.headers, body)
    if (!stored) throw new Problem('forbidden')
    return c.json({ isError: false, data: {} })
  })

  const routes = Object.entries(contract).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
      feature,
      name,
      endpoint,
      path: routeOf(endpoint),
    })),
  )
  // Hono takes the first route that matches, wherever features name theirs.
  for (const { feature, name, endpoint, path } of routes.sort((a, b) => literalsFirst(a.path, b.path))) {
    methodsOf.set(path, [...(methodsOf.get(path) ?? []), endpoint.method])
    app.on(endpoint.method, path, (c) => {
      if (endpoint.failure) c.set('failure', endpoint.failure)
      return answer(services, localApi, answers, c, feature, name, endpoint)
    })
  }
  for (const [path, methods] of methodsOf) {
    app.all(path, (c) => {
      c.header('Allow', methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)).join(', '))
      throw new Problem('methodNotAllowed')
    })
  }
  app.all('*', () => {
    throw new Problem('notFound')
  })
  return app
}

/** The addresses of all calls. */
export const apiAddresses = (): string[] =>
  Object.values(contract).flatMap((endpoints) => Object.values(endpoints as Record<string, Endpoint>).map(routeOf))

/** The path in small letters, as the requested one is compared with it; the names of its parts as the input has them. */
function routeOf({ path }: Endpoint): string {
  const parts = path.split('/').map((part) => part.replace(/^\{(\w+)\}$/, ':$1'))
  return `/api/${parts.map((part) => (part.startsWith(':') ? part : part.toLowerCase())).join('/')}`
}

async function answer(
  services: Services,
  localApi: LocalApi,
  answers: AnswerCache | undefined,
  c: HttpContext,
  feature: string,
  name: string,
  endpoint: Endpoint,
) {
  const request = c.req.raw
  const mayBeForged = !endpoint.csrfExempt && !bearerOf(request.headers)
  if (mayBeForged && isCrossSite(endpoint.method, request.headers, services.settings.publicUrl))
    throw new Problem('crossSite')
  const ctx = await requestContext(services, request, socketAddress(c), tokensIn(request, endpoint))
  let answered: Answer | ReadyAnswer | FileAnswer | Redirect
  try {
    // biome-ignore lint/suspicious/noExplicitAny: names come from the contract that types the Api
    const call = (localApi(ctx, { answers }) as any)[feature][name] as (input: unknown) => Promise<unknown>
    // The body of whoever may not call is not read: the call is refused, and recorded, before it looks at its input.
    if (refusalOf(ctx, endpoint.audience)) await call({})
    if (isLarge(request)) await requireRoom(ctx, endpoint.quotas ?? [], announcedBytes(request) ?? 0)
    await using body = await readBody(ctx, request, endpoint)
    const input = { ...queryOf(request, endpoint), ...body.values, ...c.req.param() }
    answered =
      endpoint.file || endpoint.redirects
        ? ((await call(input)) as FileAnswer | Redirect)
        : endpoint.page && asksForPage(request)
          ? { location: endpoint.page(await call(input)) }
          : await underKey(ctx, request, endpoint, body.text, () => answerOf(ctx, endpoint, answers, () => call(input)))
  } finally {
    // Also with an error response: without the rotated token the browser would send the used one again.
    for (const cookie of ctx.setCookies) c.header('Set-Cookie', cookie, { append: true })
  }
  if ('location' in answered) return c.body(null, 302, { ...jsonHeaders(ctx), Location: answered.location })
  if ('name' in answered) return sendFile(c, ctx, endpoint, answered)
  if (answered.retryAfter) c.header('Retry-After', String(answered.retryAfter))
  const shareable = endpoint.maxAge !== undefined && answered.status === 200 && ctx.setCookies.length === 0
  return c.body(answered.body, answered.status as 200, jsonHeaders(ctx, shareable ? endpoint.maxAge : undefined))
}

function tokensIn(request: Request, { givesTokens }: Endpoint): Context['tokensIn'] {
  return givesTokens && request.headers.get('x-session') !== 'cookies' ? 'body' : 'cookies'
}

/** A browser that follows a link accepts HTML first; a program asks for JSON or anything. */
function asksForPage(request: Request): boolean {
  return request.headers.get('accept')?.trimStart().startsWith('text/html') ?? false
}

function sendFile(c: HttpContext, ctx: Context, endpoint: Endpoint, { name, type, body }: FileAnswer) {
  return c.body(body, 200, {
    ...jsonHeaders(ctx),
    'Content-Type': type ?? [endpoint.file!].flat()[0]!,
    'Content-Disposition': /^[\w.-]+$/.test(name) ? `attachment; filename="${name}"` : attachment(name),
  })
}

async function answerOf(
  ctx: Context,
  endpoint: Endpoint,
  answers: AnswerCache | undefined,
  call: () => Promise<unknown>,
): Promise<Answer | ReadyAnswer> {
  try {
    const data = await call()
    const body = answers?.bodyOf(data)
    if (body) return { status: 200, body }
    return { status: endpoint.status ?? 200, body: JSON.stringify({ isError: false, data }) }
  } catch (error) {
    if (!isProblem(error)) throw error
    const body = JSON.stringify(errorBody(error, ctx.lang))
    return { status: error.status, body, ...(error.detail.seconds ? { retryAfter: Number(error.detail.seconds) } : {}) }
  }
}

/** Calls that create something run once for each `Idempotency-Key`. */
async function underKey(
  ctx: Context,
  request: Request,
  endpoint: Endpoint,
  body: string,
  work: () => Promise<Answer | ReadyAnswer>,
): Promise<Answer | ReadyAnswer> {
  const key = request.headers.get('idempotency-key')
  if (!key || !endpoint.creates) return work()
  // Only calls that read have ready answers.
  const create = work as () => Promise<Answer>
  const { pathname, search } = new URL(request.url)
  const sent = `${pathname.toLowerCase()}${search}\n${body}`
  return once(ctx, scopeOf(ctx, endpoint), sha256(key), sent, create)
}

/** @param maxAge seconds for which shared caches may store the response; undefined forbids it */
function jsonHeaders(ctx: Context, maxAge?: number) {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': maxAge === undefined ? 'no-store' : `public, max-age=${maxAge}`,
    'Content-Language': ctx.lang,
    Vary: maxAge === undefined ? VARY : 'Accept-Language',
    'X-Request-Id': ctx.requestId,
  }
}

function scopeOf(ctx: Context, endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path} ${ctx.user ? `user:${ctx.user.id}` : `ip:${ctx.ip}`}`
}

function failure(services: Services, c: HttpContext<ApiEnv>, error: unknown) {
  const lang = preferredLang(c.req.header('accept-language')) ?? 'ar'
  const requestId = requestIdOf(c.req.raw.headers)
  const isOutage = isDatabaseUnavailable(error)
  const problem = isOutage ? outageProblem() : isProblem(error) ? error : new Problem(c.get('failure') ?? 'unexpected')
  if (isOutage) services.log.warn({ requestId, path: c.req.path, reason: error.message }, 'a call found no database')
  else if (!isProblem(error)) services.log.error({ err: error, requestId, path: c.req.path }, 'a call failed')
  if (problem.detail.seconds) c.header('Retry-After', String(problem.detail.seconds))
  c.header('Cache-Control', 'no-store')
  c.header('Content-Language', lang)
  c.header('Vary', VARY)
  c.header('X-Request-Id', requestId)
  if (leavesBodyUnread(c.req.raw, problem)) c.header('Connection', 'close')
  return c.json(errorBody(problem, lang), problem.status as 400)
}
