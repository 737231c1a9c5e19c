/** Mounts every endpoint at its path. The only file that knows how the API travels over HTTP. */
import { createHash } from 'node:crypto'
import { Hono, type Context as HttpContext } from 'hono'
import type { z } from 'zod'
import { contract } from '../api/contract.ts'
import type { Endpoint } from '../api/endpoint.ts'
import type { FileAnswer } from '../api/fields.ts'
import { fieldsOfForm } from '../api/form-rows.ts'
import type { LocalApi } from '../api/local-api.server.ts'
import { errorBody } from '../api/messages.server.ts'
import { openApi } from '../api/openapi.server.ts'
import { isProblem, Problem } from '../api/problem.ts'
import { resolveSession } from '../features/sessions/session.server.ts'
import { isLang, preferredLang } from '../locales/lang.ts'
import type { Context, Services } from '../platform/context.server.ts'
import { readCookies } from '../platform/cookies.server.ts'
import { type Answer, once } from './idempotency.server.ts'
import { bearerOf, bodyType, clientIp, isCrossSite, readBytes, requestIdOf, socketAddress } from './request.server.ts'
import { spoolBody, withUploads } from './spool.server.ts'

const VARY = 'Accept-Language, Cookie, Authorization, Sec-Fetch-Site, Origin'
const DEFAULT_BODY_LIMIT = 100_000
const WEBHOOK_LIMIT = 200_000
const WEBHOOK = '/api/payments/webhook/:provider'

/** What the payment company's message does; true when it was stored. */
export type WebhookReceiver = (ctx: Context, provider: string, headers: Headers, body: string) => Promise<boolean>

type Redirect = { location: string }

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
  ctx.user = await resolveSession(ctx, bearerOf(request.headers))
  return ctx
}

/** The API as a Hono app below `/api`; paths match without regard to case. */
export function createHttpApi(services: Services, localApi: LocalApi, receiveWebhook: WebhookReceiver) {
  const app = new Hono({ getPath: (request) => new URL(request.url).pathname.toLowerCase() })
  app.onError((error, c) => failure(services, c, error))

  const methodsOf = new Map([
    ['/api/openapi.json', ['GET']],
    [WEBHOOK, ['POST']],
  ])
  const document = JSON.stringify(openApi(services.settings.publicUrl))
  app.get('/api/openapi.json', (c) => c.body(document, 200, { 'Content-Type': 'application/json; charset=utf-8' }))
  app.post(WEBHOOK, async (c) => {
    const ctx = await requestContext(services, c.req.raw, socketAddress(c))
    const body = (await readBytes(c.req.raw, WEBHOOK_LIMIT)).toString('utf8')
    const stored = await receiveWebhook(ctx, c.req.param('provider'), c.req.raw.headers, body)
    if (!stored) throw new Problem('forbidden')
    return c.json({ isError: false, data: {} })
  })

  for (const [feature, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
      const path = `/api/${endpoint.path.toLowerCase().replace(/\{(\w+)\}/g, ':$1')}`
      methodsOf.set(path, [...(methodsOf.get(path) ?? []), endpoint.method])
      app.on(endpoint.method, path, (c) => answer(services, localApi, c, feature, name, endpoint))
    }
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

async function answer(
  services: Services,
  localApi: LocalApi,
  c: HttpContext,
  feature: string,
  name: string,
  endpoint: Endpoint,
) {
  const request = c.req.raw
  const mayBeForged = !endpoint.fromElsewhere && !bearerOf(request.headers)
  if (mayBeForged && isCrossSite(endpoint.method, request.headers, services.settings.publicUrl))
    throw new Problem('crossSite')
  const ctx = await requestContext(services, request, socketAddress(c))
  let answered: Answer | FileAnswer | Redirect
  try {
    // biome-ignore lint/suspicious/noExplicitAny: names come from the contract that types the Api
    const call = (localApi(ctx) as any)[feature][name] as (input: unknown) => Promise<unknown>
    // A stranger's file is not read.
    if ((endpoint.multipart || endpoint.files) && endpoint.audience !== 'everyone' && !ctx.user)
      throw new Problem('unauthenticated')
    await using body = await readBody(ctx, request, endpoint)
    const input = { ...queryOf(request, endpoint), ...body.values, ...c.req.param() }
    answered =
      endpoint.file || endpoint.redirects
        ? ((await call(input)) as FileAnswer | Redirect)
        : endpoint.page && asksForPage(request)
          ? { location: endpoint.page(await call(input)) }
          : await underKey(ctx, request, endpoint, body.text, () => answerOf(ctx, endpoint, () => call(input)))
  } finally {
    // Also with a refusal: whoever is not told of a rotated token would come back with the used one.
    for (const cookie of ctx.setCookies) c.header('Set-Cookie', cookie, { append: true })
  }
  if ('location' in answered) return c.body(null, 302, { ...jsonHeaders(ctx), Location: answered.location })
  if ('name' in answered) return sendFile(c, ctx, endpoint, answered)
  if (answered.retryAfter) c.header('Retry-After', String(answered.retryAfter))
  const shareable = endpoint.maxAge !== undefined && answered.status === 200 && ctx.setCookies.length === 0
  return c.body(answered.body, answered.status as 200, jsonHeaders(ctx, shareable ? endpoint.maxAge : undefined))
}

/** A browser that follows a link names HTML before all else; whoever calls names JSON or does not care. */
function asksForPage(request: Request): boolean {
  return request.headers.get('accept')?.trimStart().startsWith('text/html') ?? false
}

function sendFile(c: HttpContext, ctx: Context, endpoint: Endpoint, { name, body }: FileAnswer) {
  return c.body(body, 200, {
    ...jsonHeaders(ctx),
    'Content-Type': endpoint.file!,
    'Content-Disposition': `attachment; filename="${name}"`,
  })
}

async function answerOf(ctx: Context, endpoint: Endpoint, call: () => Promise<unknown>): Promise<Answer> {
  try {
    return { status: endpoint.status ?? 200, body: JSON.stringify({ isError: false, data: await call() }) }
  } catch (error) {
    if (!isProblem(error)) throw error
    const body = JSON.stringify(errorBody(error, ctx.lang))
    return { status: error.status, body, ...(error.detail.seconds ? { retryAfter: Number(error.detail.seconds) } : {}) }
  }
}

/** Does the work once for each `Idempotency-Key`, of calls that create something. */
async function underKey(
  ctx: Context,
  request: Request,
  endpoint: Endpoint,
  body: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const key = request.headers.get('idempotency-key')
  if (!key || !endpoint.creates) return work()
  const { pathname, search } = new URL(request.url)
  const sent = `${pathname.toLowerCase()}${search}\n${body}`
  return once(ctx, scopeOf(ctx, endpoint), hashed(key), sent, work)
}

const hashed = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** @param maxAge seconds for which everybody may keep the answer; none unless said */
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

type Body = { text: string; values: Record<string, unknown> } & AsyncDisposable

/** The body as it was sent, and what it says; a large file lies on the disk until it is disposed of. */
async function readBody(ctx: Context, request: Request, endpoint: Endpoint): Promise<Body> {
  return (await readFiles(ctx, request, endpoint)) ?? { ...(await readWhole(request, endpoint)), ...NOTHING_TO_DO }
}

const NOTHING_TO_DO: AsyncDisposable = { [Symbol.asyncDispose]: async () => {} }

async function readFiles(ctx: Context, request: Request, { files }: Endpoint): Promise<Body | undefined> {
  if (!files) return undefined
  if (bodyType(request.headers) === 'multipart/form-data') {
    const sent = await withUploads(request, { most: files.most, fields: [files.field ?? 'file'] }, ctx)
    const values = { ...fieldsOfForm(sent.form), ...Object.fromEntries(sent.files) }
    const facts = [...sent.files].map(([field, { name, size, head }]) => [field, name, size, hashed(head)])
    const text = JSON.stringify([...sent.form, ...facts])
    return { text, values, [Symbol.asyncDispose]: () => sent[Symbol.asyncDispose]() }
  }
  if (!files.raw) return undefined
  const file = await spoolBody(request, { most: files.most }, ctx)
  return { text: '', values: { [files.raw]: file }, [Symbol.asyncDispose]: () => file[Symbol.asyncDispose]() }
}

async function readWhole(
  request: Request,
  endpoint: Endpoint,
): Promise<{ text: string; values: Record<string, unknown> }> {
  if (endpoint.method === 'GET' || !request.body) return { text: '', values: {} }
  const bytes = await readBytes(request, endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT)
  const type = bodyType(request.headers)
  if (endpoint.multipart && type === 'multipart/form-data') return { text: '', values: await parseForm(request, bytes) }
  const text = bytes.toString('utf8')
  if (text === '') return { text, values: {} }
  if (type === 'application/json') return { text, values: parseJson(text) }
  if (type === 'application/x-www-form-urlencoded')
    return { text, values: Object.fromEntries(new URLSearchParams(text)) }
  throw new Problem('unsupportedType')
}

async function parseForm(request: Request, bytes: Buffer<ArrayBuffer>): Promise<Record<string, unknown>> {
  try {
    const headers = { 'Content-Type': request.headers.get('content-type') ?? '' }
    return Object.fromEntries(await new Response(bytes, { headers }).formData())
  } catch {
    throw new Problem('malformedBody')
  }
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

function failure(services: Services, c: HttpContext, error: unknown) {
  const lang = preferredLang(c.req.header('accept-language')) ?? 'ar'
  const requestId = requestIdOf(c.req.raw.headers)
  const problem = isProblem(error) ? error : new Problem('unexpected')
  if (!isProblem(error)) services.log.error({ err: error, requestId, path: c.req.path }, 'a call failed')
  if (problem.detail.seconds) c.header('Retry-After', String(problem.detail.seconds))
  c.header('Cache-Control', 'no-store')
  c.header('Content-Language', lang)
  c.header('Vary', VARY)
  c.header('X-Request-Id', requestId)
  return c.json(errorBody(problem, lang), problem.status as 400)
}
