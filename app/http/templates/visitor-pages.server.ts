/**
 * The pages that all signed-in visitors share but for their name and picture: made once for a placeholder, cut at its
 * markers, and filled for each visitor (decision 0057).
 */
import type { IncomingMessage } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { AnswerCache } from '../../api/answer-cache.server.ts'
import { contract } from '../../api/contract.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import { type CallOptions, isSharedByAll, type LocalApi } from '../../api/local-api.server.ts'
import type { ViewSubject } from '../../api/page-facts.ts'
import { ROLES } from '../../api/rights.ts'
import type { PageHandler } from '../../page-handler.server.tsx'
import type { Context, Services } from '../../platform/context.server.ts'
import { createDependentCache, type DependentCache, EVERYTHING } from '../../platform/dependent-cache.server.ts'
import type { PageRequest } from '../../request-context.ts'
import { sharedAddress } from '../cached-pages/cached-page-key.server.ts'
import { gunzip } from '../compression.server.ts'
import { carriesSession } from '../cross-site.server.ts'
import type { FindPageFacts } from '../page-facts.server.ts'
import { noncePolicy } from '../page-policy.server.ts'
import { pageRequest } from '../page-renderer.server.ts'
import { readerOf } from '../request.server.ts'
import { requestContext } from '../request-context.server.ts'
import { shownVisitor } from '../shown-visitor.ts'
import { fillTemplate, makeTemplate, type PageTemplate } from './page-template.server.ts'
import { newNonce, placeholderOf, type Shape, slotsOf } from './placeholder.ts'
import { type Made, singleFlight } from './single-flight.ts'

/** A call that answered as it answers guests. It is repeated for each visitor: the template is for such answers. */
type OwnCall = { endpoint: Endpoint; input: unknown }

/** What is known of a page for the visitors of one shape: how to fill it, or that each visitor needs a page of their own. */
export type VisitorPage = {
  template?: PageTemplate
  headers: Headers
  ownCalls: readonly OwnCall[]
  /** What is counted as viewed when it is sent. */
  viewed: ViewSubject | undefined
  /** What Node is given for each visitor, made when it is first sent so: names and values in turn. */
  headerList?: readonly string[]
}

/** Who asked, and their page where a template could give it; undefined when nobody is signed in. */
export type Visit = { ctx: Context; response?: Response }

/** A page with a visitor's own values in it, as gzip. */
export type Filled = { page: VisitorPage; body: Buffer; nonce: string }

/** Who asked, and their page; `isOwn` when the template is not for this visitor. */
export type Attempt = { ctx: Context; filled?: Filled; isOwn?: true }

type InTurn = <T>(make: () => Promise<T>) => Promise<T>

export type VisitorPages = {
  /** @param inTurn runs a making when it is its turn */
  visit: (request: Request, incoming: IncomingMessage | undefined, inTurn: InTurn) => Promise<Visit | undefined>
  /** Whether a template of this address is remembered, for visitors of any shape. */
  isMade: (address: string) => boolean
  /**
   * Fills a template that is remembered, for the visitor of Node's request. What this learns is not asked again when
   * the request then goes to `visit`, nor is a failure tried again.
   */
  attempt: (incoming: IncomingMessage, address: string) => Promise<Attempt>
}

export type TemplateCache = DependentCache<VisitorPage>

/** About 30 kB a page and shape. Addresses with a query, which anybody could multiply, have a place of their own. */
const MAX_BYTES = 16_000_000
const MAX_OPEN_ENDED_BYTES = 8_000_000
/** Headers, calls and the cache's own overhead, roughly. */
const ENTRY_BYTES = 3000

export function createTemplateCache(options: Pick<Parameters<typeof createDependentCache>[0], 'now' | 'listening'>) {
  return createDependentCache<VisitorPage>({
    ...options,
    bytesOf: ({ template }, key) => (template?.bytes ?? 0) + key.length * 2 + ENTRY_BYTES,
    isOpenEnded: (key) => key.includes('?'),
    maxBytes: MAX_BYTES,
    maxOpenEndedBytes: MAX_OPEN_ENDED_BYTES,
  })
}

type Parts = {
  localApi: LocalApi
  handle: PageHandler
  factsOf: FindPageFacts
  cache: TemplateCache
  /** Where shared answers are remembered. */
  answers: AnswerCache | undefined
}

export function visitorPages(services: Services, parts: Parts): VisitorPages {
  const { settings } = services
  const { cache, localApi, factsOf, answers } = parts
  const policyFacts = { ...settings, formTargets: settings.payment.formTargets }
  const attempts = new WeakMap<IncomingMessage, Promise<Attempt>>()
  const flight = singleFlight(cache)
  const pageFor = (address: string, shape: Shape, inTurn: InTurn) =>
    flight(keyOf(address, shape), () => inTurn(() => makePage(services, parts, address, shape)))

  async function fill(ctx: Context, find: (shape: Shape) => Promise<VisitorPage | undefined>): Promise<Attempt> {
    const nonce = newNonce()
    const slots = ctx.user && slotsOf(shownVisitor(ctx.user), nonce)
    const page = slots ? await find(slots.shape) : undefined
    if (!slots || !page?.template) return { ctx }
    if (!(await answersAsToGuests(localApi(ctx, { answers }), page.ownCalls))) return { ctx, isOwn: true }
    const body = fillTemplate(page.template, slots.values)
    return body ? { ctx, filled: { page, body, nonce } } : { ctx, isOwn: true }
  }

  async function visit(request: Request, incoming: IncomingMessage | undefined, inTurn: InTurn) {
    if (!carriesSession(request.headers)) return undefined
    const { pathname, search } = new URL(request.url)
    const address = sharedAddress(request.method, pathname + search, Object.fromEntries(request.headers), factsOf)
    if (address === undefined) return undefined
    const attempted = await (incoming && attempts.get(incoming))
    if (attempted?.isOwn) return { ctx: attempted.ctx }
    const known = attempted?.ctx ?? (await requestContext(services, request, incoming?.socket.remoteAddress))
    const { ctx, filled } = await fill(known, (shape) => pageFor(address, shape, inTurn))
    if (!filled) return { ctx }
    const policy = noncePolicy(filled.nonce, policyFacts)
    return { ctx, response: await send(request, ctx, filled.page, filled.body, policy) }
  }

  return {
    visit,
    isMade: (address) => SHAPES.some((shape) => cache.find(keyOf(address, shape))?.value.template),
    attempt(incoming, address) {
      // The base is not used: the address is a path.
      const asked = { url: `http://localhost${address}`, headers: readerOf(incoming.headers) }
      const attempt = requestContext(services, asked, incoming.socket.remoteAddress).then((ctx) =>
        fill(ctx, async (shape) => cache.find(keyOf(address, shape))?.value),
      )
      attempts.set(incoming, attempt)
      return attempt
    },
  }
}

const SHAPES: readonly Shape[] = ROLES.flatMap((role) => [
  { role, hasPicture: false },
  { role, hasPicture: true },
])

const keyOf = (address: string, { role, hasPicture }: Shape) => `${address} ${role} ${hasPicture ? 'picture' : ''}`

/** A page that is not a template is remembered as such, so that it is not tried for each visitor. */
async function makePage(
  services: Services,
  { handle, localApi, answers, factsOf }: Parts,
  address: string,
  shape: Shape,
): Promise<Made<VisitorPage>> {
  const request = new Request(new URL(services.settings.publicUrl).origin + address)
  const ctx = await requestContext(services, request, undefined)
  const placeholder = placeholderOf(shape)
  const dependencies = new Set<string>()
  const ownCalls: OwnCall[] = []
  let madeAt = ctx.now().getTime()
  let isOwn = false
  let failure: unknown

  const shared: CallOptions = {
    answers,
    onRead: (tables: readonly string[] = [EVERYTHING]) => {
      for (const table of tables) dependencies.add(table)
    },
    onAnswer: (_, __, answerMadeAt = madeAt) => {
      madeAt = Math.min(madeAt, answerMadeAt)
    },
  }
  const onCall: CallOptions['onCall'] = (endpoint, input) => {
    if (endpoint.forGuest !== undefined) ownCalls.push({ endpoint, input })
    else if (!isSharedByAll(endpoint, input)) isOwn = true
  }
  const apis = { api: localApi.forPlaceholder(ctx, { ...shared, onCall }), shared: localApi.shared(ctx, shared) }
  const report = (error: unknown) => {
    failure ??= error
  }
  const page: PageRequest = Object.defineProperty(
    { ...(await pageRequest(ctx, apis, placeholder.values.nonce, report, new Map())), visitor: placeholder.visitor },
    'user',
    {
      get() {
        isOwn = true
        return null
      },
    },
  )
  const response = await handle(request, page)
  if (failure) throw failure
  const { headers } = response
  headers.set('Content-Language', ctx.lang)
  const isShared = !isOwn && response.status === 200 && !headers.has('Cache-Control') && !headers.has('Set-Cookie')
  const template = isShared ? await makeTemplate(await response.text(), placeholder) : undefined
  const { viewOf, params } = factsOf(new URL(request.url).pathname)
  return {
    value: { headers, ownCalls, viewed: viewOf?.(params), ...(template ? { template } : {}) },
    dependencies,
    madeAt,
  }
}

const FEATURE_CALLS = new Map<Endpoint, [feature: string, name: string]>(
  Object.entries(contract).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => [endpoint as Endpoint, [feature, name] as [string, string]]),
  ),
)
type AnyApi = Record<string, Record<string, (input: unknown) => Promise<unknown>>>

async function answersAsToGuests(api: PageRequest['api'], calls: readonly OwnCall[]): Promise<boolean> {
  if (calls.length === 0) return true
  const answers = await Promise.all(
    calls.map(async ({ endpoint, input }) => {
      const [feature, name] = FEATURE_CALLS.get(endpoint)!
      const answer = await (api as unknown as AnyApi)[feature]![name]!(input)
      return isDeepStrictEqual(answer, endpoint.forGuest)
    }),
  )
  return answers.every(Boolean)
}

/** The headers that a page has for all visitors. */
export function sharedHeaders({ headers: of }: VisitorPage): Headers {
  const headers = new Headers(of)
  // Not `no-store`, which keeps a page out of the memory for going back; `watch-session.ts` checks what comes from there.
  headers.set('Cache-Control', 'private, no-cache')
  headers.append('Vary', 'Cookie, Accept-Encoding')
  return headers
}

export const isHtml = (headers: Headers) => headers.get('Content-Type')?.startsWith('text/html') === true

async function send(request: Request, ctx: Context, page: VisitorPage, gzip: Buffer, policy: string) {
  const headers = sharedHeaders(page)
  for (const cookie of ctx.setCookies) headers.append('Set-Cookie', cookie)
  headers.set('X-Request-Id', ctx.requestId)
  if (isHtml(headers)) headers.set('Content-Security-Policy', policy)
  const acceptsGzip = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  if (acceptsGzip) headers.set('Content-Encoding', 'gzip')
  const body = acceptsGzip ? gzip : await gunzip(gzip)
  headers.set('Content-Length', String(body.length))
  return new Response(Uint8Array.from(body), { headers })
}
