/**
 * Simulates Moyasar in memory as documented (https://docs.moyasar.com/api): its API, the payment page of an invoice,
 * the 3-D Secure challenge, and webhooks with their retries. Validates requests strictly and can inject faults.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type Page, payerPage } from './moyasar-pages.ts'
import { type Invoice, invalid, missing, openStore, type Payment, problem, type Reply } from './moyasar-store.ts'

/**
 * `disconnect` and `timeout` do nothing and give no response. `lost`, `unanswered` and `truncated` execute the request,
 * then close the connection, never respond, or send half of the response. `late` executes it after `afterMs` and never
 * responds. The others replace the response.
 */
export type Fault = {
  at: (call: string) => boolean
  times: number
  what:
    | 'disconnect'
    | 'lost'
    | 'unanswered'
    | 'late'
    | 'truncated'
    | 'timeout'
    | 'html'
    | 'invalidJson'
    | 'oversized'
    | 'redirect'
    | Reply
  headers?: Record<string, string>
  /** For `late`: the time until it is executed. */
  afterMs?: number
}

type Webhook = {
  id: string
  url: string
  shared_secret: string
  events: string[] | null
  http_method: string
  created_at: string
}
export type Message = {
  id: string
  type: string
  created_at: string
  secret_token: string
  account_name: string
  live: boolean
  data: Payment
}

export const MOYASAR_KEYS = {
  secret: 'sk_test_aSecretOfTheSimulatedProvider',
  publishable: 'pk_test_aPublicKeyOfTheTests',
  webhook: 'a-shared-secret-of-thirty-letters',
}
const EVENTS = ['paid', 'failed', 'refunded', 'voided', 'authorized', 'captured', 'verified', 'abandoned']
  .map((happened) => `payment_${happened}`)
  .concat('balance_transferred')
/** Minutes before each delivery attempt of a webhook, which is then dropped. */
const RETRY_DELAYS = [0, 1, 10, 30, 60, 120]
const PAGE_SIZE = 40

const NewWebhook = z.strictObject({
  http_method: z.literal('post'),
  url: z.url(),
  shared_secret: z.string().min(1),
  events: z.array(z.enum(EVENTS)).optional(),
})

export type MoyasarServer = Awaited<ReturnType<typeof startMoyasar>>

/**
 * @param minuteMs the simulated length of a minute between two delivery attempts, in milliseconds
 * @param onEvent is called with every event, also without a registered webhook
 */
export async function startMoyasar({
  minuteMs = 5,
  onEvent,
}: {
  minuteMs?: number
  onEvent?: (type: string, payment: Payment) => void
} = {}) {
  const state = { now: () => new Date(), port: 0, isHolding: false }
  const origin = () => `http://localhost:${state.port}`
  const webhooks = new Map<string, Webhook>()
  const faults: Fault[] = []
  const calls: string[] = []
  const attempts: { event_id: string; retry_number: number; response_code: number | null }[] = []
  const heldDeliveries: (() => Promise<void>)[] = []
  const underway = new Set<Promise<void>>()
  let stopped = false

  const notify = (type: string, payment: Payment) => {
    onEvent?.(type, payment)
    for (const hook of webhooks.values()) {
      if (hook.events && !hook.events.includes(type)) continue
      const message = messageOf(type, payment, hook.shared_secret)
      if (state.isHolding) heldDeliveries.push(() => deliver(hook.url, message))
      else track(deliver(hook.url, message))
    }
  }
  const store = openStore(origin, () => state.now(), notify)
  const messageOf = (type: string, payment: Payment, secret: string): Message => ({
    ...{ id: randomUUID(), type, created_at: state.now().toISOString(), secret_token: secret },
    ...{ account_name: 'Tests', live: false, data: structuredClone(payment) },
  })
  const track = (work: Promise<void>) => {
    underway.add(work)
    void work.finally(() => underway.delete(work))
  }

  /** Repeats until it is accepted, at most six times. */
  const deliver = async (url: string, message: Message): Promise<void> => {
    for (const [index, minutes] of RETRY_DELAYS.entries()) {
      await sleep(minutes * minuteMs)
      if (stopped) return
      const response_code = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'User-Agent': 'Moyasar' },
        body: JSON.stringify(message),
      }).then(
        ({ status }) => status,
        () => null,
      )
      attempts.push({ event_id: message.id, retry_number: index + 1, response_code })
      if (response_code !== null && response_code >= 200 && response_code < 300) return
    }
  }

  const listed = <
    T extends {
      id: string
      status: string
      created_at: string
      updated_at: string
      metadata: Record<string, string> | null
    },
  >(
    name: string,
    all: T[],
    query: URLSearchParams,
  ): Reply => {
    const supported = /^(page|id|status|(created|updated)\[[gl]t\]|metadata\[[\w-]+\])$/
    const unknown = [...query.keys()].filter((key) => !supported.test(key))
    if (unknown.length > 0) return invalid(Object.fromEntries(unknown.map((key) => [key, ['is unknown']])))
    const matching = all.filter((one) =>
      [...query].every(([key, value]) => {
        const [, field = key, inner = ''] = /^(\w+)\[([\w-]+)\]$/.exec(key) ?? []
        if (field === 'page') return true
        if (field === 'metadata') return one.metadata?.[inner] === value
        if (field === 'id' || field === 'status') return one[field] === value
        const time = Date.parse(one[field === 'created' ? 'created_at' : 'updated_at'])
        return inner === 'gt' ? time > Date.parse(value) : time < Date.parse(value)
      }),
    )
    const page = Number(query.get('page') ?? 1)
    const pages = Math.max(1, Math.ceil(matching.length / PAGE_SIZE))
    const meta = {
      ...{ current_page: page, next_page: page < pages ? page + 1 : null, prev_page: page > 1 ? page - 1 : null },
      ...{ total_pages: pages, total_count: matching.length },
    }
    return {
      status: 200,
      body: { [name]: matching.toReversed().slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), meta },
    }
  }

  const api = (method: string, path: string, query: URLSearchParams, body: unknown, mayOnlyPay: boolean): Reply => {
    const [, kind, id, action] = /^\/v1\/(\w+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(path) ?? []
    const call = `${method} ${kind}${id ? '/id' : ''}${action ? `/${action}` : ''}`
    if (mayOnlyPay && call !== 'POST payments')
      return problem(403, 'authentication_error', 'Your API key is not allowed to do this')
    const invoice = store.invoices.get(id ?? '')
    const payment = store.payments.get(id ?? '')
    if (call === 'POST invoices') return store.createInvoice(body)
    if (call === 'GET invoices') return listed('invoices', [...store.invoices.values()].map(store.shown), query)
    if (call === 'GET invoices/id') return invoice ? { status: 200, body: store.shown(invoice) } : missing
    if (call === 'PUT invoices/id/cancel') return invoice ? store.cancelInvoice(invoice) : missing
    if (call === 'POST payments') return store.createPayment(body)
    if (call === 'GET payments') return listed('payments', [...store.payments.values()], query)
    if (call === 'GET payments/id') return payment ? { status: 200, body: payment } : missing
    if (call === 'POST payments/id/refund') return payment ? store.refund(payment, body) : missing
    if (call === 'POST payments/id/capture') return payment ? store.capture(payment, body) : missing
    if (call === 'POST payments/id/void') return payment ? store.voidPayment(payment) : missing
    if (call === 'POST webhooks') return register(body)
    if (call === 'GET webhooks') return { status: 200, body: { webhooks: [...webhooks.values()].map(withoutSecret) } }
    return missing
  }
  const withoutSecret = ({ shared_secret: _, ...shown }: Webhook) => shown
  const register = (body: unknown): Reply => {
    const read = NewWebhook.safeParse(body)
    if (!read.success) return invalid(z.flattenError(read.error).fieldErrors)
    const hook = { events: null, ...read.data, id: randomUUID(), created_at: state.now().toISOString() }
    webhooks.set(hook.id, hook)
    return { status: 201, body: withoutSecret(hook) }
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, origin())
    const method = request.method!
    const sent = await text(request).catch(() => undefined)
    if (sent === undefined) return response.destroy()
    const form = Object.fromEntries(new URLSearchParams(sent))
    const page = payerPage(store, method, url.pathname, form, origin())
    if (page) return sendPage(response, page)
    const call = `${method} ${url.pathname}`
    calls.push(`${method} ${url.pathname}${decodeURIComponent(url.search)}`)
    const fault = faults.find(({ at, times }) => times > 0 && at(call))
    if (fault) fault.times -= 1
    if (fault && injectFault(response, fault)) return
    // The firewall in front of the API blocks requests without a user agent and known bots.
    const agent = request.headers['user-agent'] ?? ''
    if (/^$|^node$|undici|python-urllib/i.test(agent)) return send(response, 403, 'text/html', BLOCKED)
    if (fault?.what === 'late') {
      const act = () => api(method, url.pathname, url.searchParams, parsed(sent), isPublishable(request))
      return track(sleep(fault.afterMs).then(() => void act()))
    }
    const reply =
      refusalOf(request) ?? api(method, url.pathname, url.searchParams, parsed(sent), isPublishable(request))
    if (fault?.what === 'lost') return response.destroy()
    if (fault?.what === 'unanswered') return
    const json = JSON.stringify(reply.body)
    if (fault?.what === 'truncated') {
      response.writeHead(reply.status, { 'Content-Type': 'application/json', 'Content-Length': json.length })
      response.write(json.slice(0, json.length / 2))
      return setTimeout(() => response.destroy(), 5)
    }
    send(response, reply.status, 'application/json; charset=utf-8', json)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  state.port = (server.address() as AddressInfo).port

  return {
    ...store,
    origin: origin(),
    apiUrl: `${origin()}/v1`,
    faults,
    /** Every call of the API, as `GET /v1/invoices?…`. */
    calls,
    /** Every delivery attempt of a webhook. */
    attempts,
    /** The settings with which the product uses it. */
    env: {
      PAYMENT_PROVIDER: 'moyasar',
      MOYASAR_SECRET_KEY: MOYASAR_KEYS.secret,
      MOYASAR_WEBHOOK_SECRET: MOYASAR_KEYS.webhook,
      MOYASAR_API_URL: `${origin()}/v1`,
    },
    /** Uses the product's clock. */
    setClock: (now: () => Date) => {
      state.now = now
    },
    /** Sends webhooks to the product from now on. */
    registerWebhook: (product: string, secret = MOYASAR_KEYS.webhook) =>
      register({ http_method: 'post', url: `${product}/api/Payments/webhook/moyasar`, shared_secret: secret }),
    messageOf,
    /** Keeps webhooks back until `releaseWebhooks`. */
    holdWebhooks: () => {
      state.isHolding = true
    },
    releaseWebhooks: async () => {
      state.isHolding = false
      await Promise.all(heldDeliveries.splice(0).map((deliverHeld) => deliverHeld()))
    },
    /** Waits until every webhook is delivered or dropped, and every late request is executed. */
    untilDelivered: async () => {
      while (underway.size > 0) await Promise.all(underway)
    },
    stop: async () => {
      stopped = true
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const BLOCKED = '<!DOCTYPE html><title>Access denied</title><p>error code: 1010'

/** True when the fault replaces the response. */
function injectFault(response: ServerResponse, { what, headers }: Fault): boolean {
  if (what === 'lost' || what === 'unanswered' || what === 'late' || what === 'truncated') return false
  if (what === 'disconnect') response.destroy()
  else if (what === 'html') send(response, 403, 'text/html', BLOCKED)
  else if (what === 'invalidJson') send(response, 200, 'application/json', '{"id": ')
  else if (what === 'redirect') response.writeHead(302, { Location: 'http://elsewhere.invalid/' }).end()
  else if (what === 'oversized') response.writeHead(200).end('x'.repeat(3_000_000))
  else if (what !== 'timeout') send(response, what.status, 'application/json', JSON.stringify(what.body), headers)
  return true
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'Content-Type': type, ...headers }).end(body)
}

function sendPage(response: ServerResponse, page: Page) {
  if ('location' in page) response.writeHead(303, { Location: page.location }).end()
  else send(response, page.status, 'text/html; charset=utf-8', page.html)
}

const userOf = ({ headers }: IncomingMessage) =>
  Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString()
const isPublishable = (request: IncomingMessage) => userOf(request) === `${MOYASAR_KEYS.publishable}:`

function refusalOf(request: IncomingMessage): Reply | undefined {
  if (![`${MOYASAR_KEYS.secret}:`, `${MOYASAR_KEYS.publishable}:`].includes(userOf(request)))
    return problem(401, 'authentication_error', 'Invalid authorization credentials')
  const hasBody = Number(request.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in request.headers
  if (hasBody && !request.headers['content-type']?.startsWith('application/json'))
    return problem(400, 'invalid_request_error', 'Wrong type of content')
  return undefined
}

function parsed(body: string): unknown {
  try {
    return body === '' ? undefined : JSON.parse(body)
  } catch {
    return null
  }
}

/** Pays an invoice by card, with the 3-D Secure challenge where the card has one. @returns the address where the browser ends */
export async function payInvoice(
  paymentUrl: string,
  number: string,
  { approve = true, follow = true }: { approve?: boolean; follow?: boolean } = {},
): Promise<string> {
  const { origin, pathname } = new URL(paymentUrl)
  const step = (path: string, form?: Record<string, string>) =>
    fetch(new URL(path, origin), form ? { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' } : {})
  const card = { name: 'Sara Ali', number, month: '9', year: '2040', cvc: '123' }
  const paid = await step(`${pathname}/pay`, card)
  const location = paid.headers.get('location') ?? ''
  if (!location.includes('/card_auth/') || !follow) return location
  const at = location.replace(/prepare$/, '')
  await step(location)
  await step(`${at}authenticate`, {})
  await step(`${at}acs_emulator`, { creq: 'e30' })
  await step(`${at}set_auth_result`, { auth_result: approve ? 'AUTHENTICATED' : 'UNAUTHENTICATED' })
  return (await step(`${at}acs_return`, {})).headers.get('location') ?? ''
}
export type { Invoice, Payment }
