/** Mounts every endpoint at its path. The only file that knows how the API travels over HTTP. */
import { createHash } from 'node:crypto'
import { Hono, type Context as HttpContext } from 'hono'
import type { z } from 'zod'
import { resolveSession } from '../features/identity/session.server.ts'
import { isLang, preferredLang } from '../locales/lang.ts'
import type { Context, Services } from '../platform/context.server.ts'
import { clientIp, isCrossSite, readCookies, requestIdOf, socketAddress } from '../platform/http.server.ts'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'
import { once } from './idempotency.server.ts'
import type { LocalApi } from './local-api.server.ts'
import { errorBody } from './messages.server.ts'
import { openApi } from './openapi.server.ts'
import { isProblem, Problem } from './problem.ts'

const DEFAULT_BODY_LIMIT = 100_000
const WEBHOOK_LIMIT = 200_000

/** What the payment company's message does; true when it was stored. */
export type WebhookReceiver = (ctx: Context, provider: string, headers: Headers, body: string) => Promise<boolean>

/** The context of one request, its visitor resolved. */
export async function requestContext(
  services: Services,
  request: Request,
  socketAddress: string | undefined,
): Promise<Context> {
  const requestId = requestIdOf(request.headers)
  const cookies = readCookies(request.headers.get('cookie'))
  // The router asks for a page's data at the page's address with `.data`: `/ar.data` is the Arabic home page's.
  const segment = new URL(request.url).pathname.split('/')[1]?.replace(/\.data$/, '')
  const remembered = cookies.get('lang')
  const ctx: Context = {
    ...services,
    log: services.log.child({ requestId }),
    requestId,
    lang: isLang(segment) ? segment : (preferredLang(request.headers.get('accept-language')) ?? 'ar'),
    user: null,
    ip: clientIp(socketAddress, request.headers, services.settings.trustedProxies),
    userAgent: (request.headers.get('user-agent') ?? '').slice(0, 300),
    setCookies: [],
    cookies,
  }
  // Pages outside a language remember the last one that was read; calls say theirs in Accept-Language.
  if (segment === 'error' && isLang(remembered)) ctx.lang = remembered
  ctx.user = await resolveSession(ctx, request.headers.get('authorization'))
  return ctx
}

/** The API as a Hono app below `/api`; paths match without regard to case. */
export function createHttpApi(services: Services, localApi: LocalApi, receiveWebhook: WebhookReceiver) {
  const app = new Hono({ getPath: (request) => new URL(request.url).pathname.toLowerCase() })
  app.onError((error, c) => failure(services, c, error))

  app.get('/api/openapi.json', (c) => c.json(openApi(services.settings.publicUrl)))
  app.post('/api/payments/webhook/:provider', async (c) => {
    const ctx = await requestContext(services, c.req.raw, socketAddress(c))
    const body = await limitedText(c.req.raw, WEBHOOK_LIMIT)
    const stored = await receiveWebhook(ctx, c.req.param('provider'), c.req.raw.headers, body)
    if (!stored) throw new Problem('forbidden')
    return c.json({ isError: false, data: {} })
  })

  const methodsOf = new Map<string, string[]>()
  for (const [feature, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
      const path = `/api/${endpoint.path.toLowerCase().replace(/\{(\w+)\}/g, ':$1')}`
      methodsOf.set(path, [...(methodsOf.get(path) ?? []), endpoint.method])
      app.on(endpoint.method, path, (c) => answer(services, localApi, c, feature, name, endpoint))
    }
  }
  for (const [path, methods] of methodsOf) {
    app.all(path, (c) => {
      c.header('Allow', methods.join(', '))
      throw new Problem('methodNotAllowed')
    })
  }
  app.all('*', () => {
    throw new Problem('notFound')
  })
  return app
}

async function answer(
  services: Services,
  localApi: LocalApi,
  c: HttpContext,
  feature: string,
  name: string,
  endpoint: Endpoint,
) {
  const request = c.req.raw
  const bearer = request.headers.get('authorization')?.startsWith('Bearer ') ?? false
  if (!bearer && isCrossSite(endpoint.method, request.headers, services.settings.publicUrl))
    throw new Problem('crossSite')
  const ctx = await requestContext(services, request, socketAddress(c))
  // biome-ignore lint/suspicious/noExplicitAny: names come from the contract that types the Api
  const call = (localApi(ctx) as any)[feature][name] as (input: unknown) => Promise<unknown>
  const body = await readBody(request, endpoint)
  const input = { ...queryOf(request, endpoint), ...body, ...c.req.param() }
  const work = async () => {
    try {
      return { status: endpoint.status ?? 200, body: JSON.stringify({ isError: false, data: await call(input) }) }
    } catch (error) {
      if (!isProblem(error)) throw error
      if (error.detail.seconds) c.header('Retry-After', String(error.detail.seconds))
      return { status: error.status, body: JSON.stringify(errorBody(error, ctx.lang)) }
    }
  }
  const key = request.headers.get('idempotency-key')
  const answered =
    key && endpoint.creates
      ? await once(
          ctx,
          scopeOf(ctx, endpoint),
          createHash('sha256').update(key).digest('hex'),
          JSON.stringify(input),
          work,
        )
      : await work()
  for (const cookie of ctx.setCookies) c.header('Set-Cookie', cookie, { append: true })
  return c.body(answered.body, answered.status as 200, jsonHeaders(ctx))
}

function jsonHeaders(ctx: Context) {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Language': ctx.lang,
    Vary: 'Accept-Language, Cookie, Authorization, Sec-Fetch-Site, Origin',
    'X-Request-Id': ctx.requestId,
  }
}

function scopeOf(ctx: Context, endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path} ${ctx.user ? `user:${ctx.user.id}` : `ip:${ctx.ip}`}`
}

/** Query names match without regard to case, as paths do; a repeated name counts once. */
function queryOf(request: Request, endpoint: Endpoint): Record<string, string> {
  const names = new Map(Object.keys(shapeOf(endpoint.input)).map((name) => [name.toLowerCase(), name]))
  const input: Record<string, string> = {}
  for (const [name, value] of new URL(request.url).searchParams) input[names.get(name.toLowerCase()) ?? name] = value
  return input
}

function shapeOf(schema: z.ZodType): Record<string, unknown> {
  return (schema as { shape?: Record<string, unknown> }).shape ?? {}
}

async function readBody(request: Request, endpoint: Endpoint): Promise<Record<string, unknown>> {
  if (endpoint.method === 'GET' || !request.body) return {}
  const type = (request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
  const text = await limitedText(request, endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT)
  if (text === '') return {}
  if (type === 'application/json') return parseJson(text)
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text))
  throw new Problem('unsupportedType')
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Told below: whatever cannot be read is one problem for the caller.
  }
  throw new Problem('malformedJson')
}

/** Reads at most `most` bytes, whatever the length that was announced. */
async function limitedText(request: Request, most: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw new Problem('tooLarge')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > most) throw new Problem('tooLarge')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function failure(services: Services, c: HttpContext, error: unknown) {
  const lang = preferredLang(c.req.header('accept-language')) ?? 'ar'
  const requestId = requestIdOf(c.req.raw.headers)
  const problem = isProblem(error) ? error : new Problem('unexpected')
  if (!isProblem(error)) services.log.error({ err: error, requestId, path: c.req.path }, 'a call failed')
  if (problem.detail.seconds) c.header('Retry-After', String(problem.detail.seconds))
  c.header('Cache-Control', 'no-store')
  c.header('X-Request-Id', requestId)
  return c.json(errorBody(problem, lang), problem.status as 400)
}
