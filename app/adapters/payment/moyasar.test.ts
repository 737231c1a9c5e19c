/** The Moyasar adapter against a fake server that follows its documentation, also with network failures. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendNow } from '../../../tests/support/orders/orders.ts'
import {
  MOYASAR_KEYS,
  type MoyasarServer,
  payInvoice,
  startMoyasar,
} from '../../../tests/support/payments/moyasar-server.ts'
import type { Invoice, Payment } from '../../../tests/support/payments/moyasar-store.ts'
import { MOYASAR_CARDS } from '../../../tests/support/payments/moyasar-store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { createLog } from '../../platform/log.server.ts'
import { createMoyasar } from './moyasar.server.ts'
import { MoyasarFailure } from './moyasar-api.server.ts'
import { type ListedPayment, type NewPayment, RefundRefused, RefundUnsure } from './port.ts'

const FRICTIONLESS = '4111114005765430'
const POOR = '4201320000311101'

let server: MoyasarServer
let clockOffsetMs = 0
const now = () => new Date(Date.now() + clockOffsetMs)
const logged: string[] = []

beforeAll(async () => {
  server = await startMoyasar()
  server.setClock(now)
})
afterAll(() => server.stop())
beforeEach(() => {
  server.faults.length = 0
  server.calls.length = 0
  logged.length = 0
})

function portWith({ secretKey = MOYASAR_KEYS.secret, timeout = 10_000 } = {}) {
  const locked = new Set<string>()
  return createMoyasar({
    settings: { secretKey, webhookSecret: MOYASAR_KEYS.webhook, apiUrl: server.apiUrl, live: false },
    now,
    log: createLog('trace', { write: (line) => logged.push(line) }),
    underLock: async (key, work) => {
      if (locked.has(key)) throw new Error('the lock is taken')
      locked.add(key)
      return work().finally(() => locked.delete(key))
    },
    timeout,
  })
}
const newPayment = (facts: Partial<NewPayment> = {}): NewPayment => ({
  attemptId: randomUUID(),
  amountHalalas: 115_000,
  description: 'إدارة المشاريع · M-2026-000123',
  lang: 'ar',
  returnUrl: 'https://institute.example/ar/order-approved?order=1',
  expiresAt: new Date(now().getTime() + 20 * MINUTE_MS),
  now: now(),
  ...facts,
})
const invoicesOf = (attemptId: string) =>
  [...server.invoices.values()].filter(({ metadata }) => metadata?.attempt_id === attemptId)
const paymentsOf = (reference: string) =>
  [...server.payments.values()].filter(({ invoice_id }) => invoice_id === reference)
/** Something befalls the next call that begins so. */
const fault = (call: string, what: MoyasarServer['faults'][number]['what'], facts: object = {}) =>
  server.faults.push({ at: (made) => made.startsWith(call), times: 1, what, ...facts })

async function paid() {
  const { reference, paymentUrl } = await portWith().create(newPayment())
  await payInvoice(paymentUrl, FRICTIONLESS)
  server.calls.length = 0
  return { reference, payment: paymentsOf(reference)[0]!, invoice: server.invoices.get(reference)! }
}
const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.unreachable('it did not fail'),
    (error) => error as Error,
  )

describe('an invoice for an attempt', () => {
  it('contains amount, expiry and return addresses, and no callback without a secret', async () => {
    const payment = newPayment()
    const { reference, paymentUrl } = await portWith().create(payment)
    expect(server.invoices.get(reference)).toMatchObject({
      amount: 115_000,
      currency: 'SAR',
      description: payment.description,
      success_url: payment.returnUrl,
      back_url: `${payment.returnUrl}&back=1`,
      callback_url: null,
      expired_at: payment.expiresAt.toISOString(),
      metadata: { attempt_id: payment.attemptId },
    })
    expect(paymentUrl).toBe(`${server.origin}/invoices/${reference}?lang=ar`)
    expect((await portWith().create(newPayment({ lang: 'en' }))).paymentUrl).toMatch(/\?lang=en$/)
  })

  it.each(['lost', 'truncated'] as const)('whose response is %s is found again immediately', async (what) => {
    const payment = newPayment()
    fault('POST /v1/invoices', what)
    const { reference } = await portWith().create(payment)
    expect(invoicesOf(payment.attemptId).map(({ id }) => id)).toEqual([reference])
  })

  it('whose response and lookup were lost is found by the next request', async () => {
    const payment = newPayment()
    fault('POST /v1/invoices', 'lost')
    // Our server crashes before it can look the invoice up.
    server.faults.push({ at: () => server.calls.length > 1, times: 20, what: 'disconnect' })
    await expect(portWith().create(payment)).rejects.toThrow(/ECONNRESET|other side closed|UND_ERR/)
    server.faults.length = 0
    const { reference } = await portWith().create(payment)
    expect(invoicesOf(payment.attemptId).map(({ id }) => id)).toEqual([reference])
  })

  it('that Moyasar creates after our time limit is found by the next request', async () => {
    const payment = newPayment()
    fault('POST /v1/invoices', 'late', { afterMs: 1200 })
    expect(await failureOf(portWith({ timeout: 500 }).create(payment))).toMatchObject({ kind: 'unsure' })
    expect(invoicesOf(payment.attemptId)).toEqual([])
    await server.untilDelivered()
    const { reference } = await portWith().create(payment)
    expect(invoicesOf(payment.attemptId).map(({ id }) => id)).toEqual([reference])
  })

  it('stays payable for the learner who has it when another one appears late', async () => {
    const payment = newPayment()
    const given = await portWith().create(payment)
    // The one that appears late was requested first: by its time it is the oldest.
    const late = await portWith().create(newPayment())
    const before = new Date(now().getTime() - MINUTE_MS).toISOString()
    Object.assign(server.invoices.get(late.reference)!, {
      metadata: { attempt_id: payment.attemptId },
      created_at: before,
    })
    // A concurrent request that had found no invoice when it began.
    fault('GET /v1/invoices', { status: 200, body: { invoices: [], meta: {} } })
    await portWith().create(payment)
    const open = invoicesOf(payment.attemptId).filter(({ status }) => status === 'initiated')
    expect(open.map(({ id }) => id).toSorted()).toEqual([given.reference, late.reference].toSorted())
  })

  it('that Moyasar cancels after our time limit is closed by the next request', async () => {
    const { reference } = await portWith().create(newPayment())
    fault(`PUT /v1/invoices/${reference}/cancel`, 'late', { afterMs: 1200 })
    expect(await failureOf(portWith({ timeout: 500 }).close!(reference))).toMatchObject({ kind: 'unsure' })
    await server.untilDelivered()
    await portWith().close!(reference)
    expect(server.invoices.get(reference)).toMatchObject({ status: 'canceled' })
  })

  it('is unique, even for concurrent requests', async () => {
    const payment = newPayment()
    const created = await Promise.all([
      portWith().create(payment),
      portWith().create(payment),
      portWith().create(payment),
    ])
    expect(new Set(created.map(({ reference }) => reference)).size).toBe(1)
    const open = invoicesOf(payment.attemptId).filter(({ status }) => status === 'initiated')
    expect(open.map(({ id }) => id)).toEqual([created[0]!.reference])
  })

  it('is not created while Moyasar is unavailable or refuses', async () => {
    for (const what of [
      'disconnect',
      'html',
      'oversized',
      { status: 500, body: { type: 'api_error', message: 'x' } },
    ] as const) {
      const payment = newPayment()
      fault('POST /v1/invoices', what)
      await expect(portWith().create(payment)).rejects.toBeInstanceOf(MoyasarFailure)
      expect(invoicesOf(payment.attemptId)).toEqual([])
    }
    await expect(portWith().create(newPayment({ amountHalalas: 99 }))).rejects.toThrow(
      'invalid_request_error: Validation Failed (amount)',
    )
  })

  it('is refused when its page is on another host', async () => {
    const payment = newPayment()
    for (const url of [
      'https://evil.example/invoices/1',
      'https://moyasar.com.evil.example/1',
      'http://moyasar.com/1',
    ]) {
      const body = { ...invoiceLike(payment), url }
      fault('POST /v1/invoices', { status: 201, body })
      await expect(portWith().create(payment)).rejects.toThrow('the page of the invoice')
    }
    const hosted = { ...invoiceLike(payment), url: 'https://checkout.moyasar.com/invoices/1?lang=en' }
    fault('POST /v1/invoices', { status: 201, body: hosted })
    expect((await portWith().create(payment)).paymentUrl).toBe('https://checkout.moyasar.com/invoices/1?lang=ar')
  })
})

const invoiceLike = ({ attemptId }: NewPayment) => ({
  ...{ id: randomUUID(), status: 'initiated', amount: 115_000, currency: 'SAR', created_at: now().toISOString() },
  metadata: { attempt_id: attemptId },
})

describe('the state of an invoice', () => {
  type Facts = { payment?: Partial<Payment>; invoice?: Partial<Invoice> }
  const later = { expired_at: '2020-01-01T00:00:00.000Z' }
  it.each<[string, Facts, object]>([
    ['paid', {}, { status: 'paid', refundedHalalas: 0 }],
    ['captured', { payment: { status: 'captured', captured: 115_000 } }, { status: 'paid', amountHalalas: 115_000 }],
    ['captured in part', { payment: { status: 'captured', captured: 100 } }, { status: 'paid', amountHalalas: 100 }],
    ['another amount', { payment: { amount: 100 } }, { status: 'paid', amountHalalas: 100 }],
    ['another currency', { payment: { currency: 'USD' } }, { status: 'paid', currency: 'USD' }],
    ['refunded in part', { payment: { status: 'refunded', refunded: 1 } }, { status: 'paid', refundedHalalas: 1 }],
    ['refunded', { payment: { status: 'refunded', refunded: 115_000 } }, { status: 'refunded' }],
    ['voided', { payment: { status: 'voided' } }, { status: 'refunded', refundedHalalas: 115_000 }],
    ['initiated', { payment: { status: 'initiated' }, invoice: { status: 'initiated' } }, { status: 'open' }],
    [
      'under way after expiry',
      { payment: { status: 'initiated' }, invoice: { status: 'expired' } },
      { status: 'open' },
    ],
    ['authorized', { payment: { status: 'authorized' }, invoice: { status: 'on_hold' } }, { status: 'open' }],
    ['verified', { payment: { status: 'verified' }, invoice: { status: 'initiated' } }, { status: 'open' }],
    ['failed', { payment: { status: 'failed' }, invoice: { status: 'initiated' } }, { status: 'open' }],
    ['failed, still payable', { payment: { status: 'failed' }, invoice: { status: 'failed' } }, { status: 'open' }],
    [
      'failed and overdue',
      { payment: { status: 'failed' }, invoice: { status: 'failed', ...later } },
      { status: 'failed' },
    ],
    ['failed, expired', { payment: { status: 'failed' }, invoice: { status: 'expired' } }, { status: 'failed' }],
    ['abandoned', { payment: { status: 'abandoned' }, invoice: { status: 'expired' } }, { status: 'abandoned' }],
    ['canceled', { payment: { status: 'canceled' }, invoice: { status: 'canceled' } }, { status: 'abandoned' }],
    ['expired', { payment: { status: 'expired' }, invoice: { status: 'expired' } }, { status: 'abandoned' }],
    ['an unknown status', { payment: { status: 'pondering' }, invoice: { status: 'expired' } }, { status: 'open' }],
    ['an unknown status', { payment: { status: 'failed' }, invoice: { status: 'resting' } }, { status: 'open' }],
  ])('%s', async (name, facts, expected) => {
    const { reference, payment, invoice } = await paid()
    Object.assign(payment, facts.payment)
    Object.assign(invoice, facts.invoice)
    expect(await portWith().fetch(reference)).toMatchObject({ reference, ...expected })
    expect(logged.some((line) => line.includes('a status that we do not know'))).toBe(name === 'an unknown status')
  })

  it('is read from the payment itself, which must belong to this invoice', async () => {
    const { reference, payment } = await paid()
    expect(await portWith().fetch(reference)).toMatchObject({ status: 'paid' })
    expect(server.calls).toEqual([`GET /v1/invoices/${reference}`, `GET /v1/payments/${payment.id}`])
    fault('GET /v1/payments/', { status: 200, body: { ...payment, invoice_id: randomUUID() } })
    await expect(portWith().fetch(reference)).rejects.toThrow("is another invoice's")
    fault('GET /v1/payments/', { status: 200, body: { ...payment, status: 'failed' } })
    await expect(portWith().fetch(reference)).rejects.toThrow('has changed')
  })

  it('is an error while the response is contradictory or malformed', async () => {
    const { reference, invoice } = await paid()
    for (const body of [{ ...invoice, payments: [] }, { ...invoice, amount: '115000' }, {}, []]) {
      fault('GET /v1/invoices/', { status: 200, body })
      await expect(portWith().fetch(reference)).rejects.toBeInstanceOf(MoyasarFailure)
    }
  })

  it('includes duplicate payments and logs an alert about them', async () => {
    const { reference, payment } = await paid()
    const second = { ...payment, id: randomUUID() }
    server.payments.set(second.id, second)
    const duplicate = { reference: second.id, amountHalalas: 115_000, currency: 'SAR', refundedHalalas: 0 }
    const state = { status: 'paid', amountHalalas: 115_000, duplicatePayments: [duplicate] }
    expect(await portWith().fetch(reference)).toMatchObject(state)
    expect(logged.join()).toContain('"alert":"paidTwice"')
    const announced: number[] = []
    const willSend = async (amountHalalas: number) => void announced.push(amountHalalas)
    for (let times = 0; times < 2; times++) await portWith().refundDuplicate(second.id, willSend)
    expect(announced).toEqual([115_000])
    expect(await portWith().fetch(reference)).toMatchObject({
      ...state,
      refundedHalalas: 0,
      duplicatePayments: [{ ...duplicate, refundedHalalas: 115_000 }],
    })
  })

  it('can be paid with another card after a decline', async () => {
    const { reference, paymentUrl } = await portWith().create(newPayment())
    await payInvoice(paymentUrl, POOR)
    expect(await portWith().fetch(reference)).toMatchObject({ status: 'open', failureReason: 'insufficient-funds' })
    await payInvoice(paymentUrl, '4201320111111010', { approve: false })
    const refused = { status: 'open', failureReason: 'authentication-failed' }
    expect(await portWith().fetch(reference)).toMatchObject(refused)
    await payInvoice(paymentUrl, '4201320111111010')
    expect(await portWith().fetch(reference)).toMatchObject({ status: 'paid', failureReason: null })
  })

  it.each([
    ['4201320000013020', 'declined'],
    ['4201321234411220', 'declined'],
    ['4201322267774310', 'card-expired'],
    ['4201326324640570', 'over-limit'],
    ['4201320131000508', 'card-blocked'],
    ['4201321144311528', 'card-blocked'],
  ])('a decline of card %s has the reason %s', async (card, reason) => {
    expect(MOYASAR_CARDS).toHaveProperty(card)
    const { reference, paymentUrl } = await portWith().create(newPayment())
    await payInvoice(paymentUrl, card)
    expect((await portWith().fetch(reference)).failureReason).toBe(reason)
  })

  it.each([
    [{ response_code: null, message: 'INSUFFICIENT FUNDS' }, null, 'insufficient-funds'],
    [{ response_code: '91', message: 'TIMED OUT' }, null, 'bank-unavailable'],
    [{ response_code: '57', message: 'DECLINED' }, null, 'not-for-online'],
    [{ response_code: null, message: '3-D Secure (CARD_NOT_ENROLLED)' }, null, 'not-for-online'],
    [{ response_code: null, message: null }, '3ds_declined_expired_card', 'card-expired'],
    [{ response_code: null, message: 'Allowed time frame has been expired' }, null, 'authentication-failed'],
    [{ response_code: null, message: 'Invalid OTP' }, null, 'authentication-failed'],
    [{ response_code: '99', message: 'UNSPECIFIED FAILURE' }, null, 'declined'],
    [{ type: 'stcpay', message: 'Insufficient balance' }, null, 'insufficient-funds'],
    [{ type: 'stcpay', message: 'Daily transaction limit exceeded' }, null, 'over-limit'],
    [{ type: 'stcpay', message: 'STC Pay timeout' }, null, 'bank-unavailable'],
    [{ type: 'stcpay', message: 'Mobile is not registered' }, null, 'declined'],
  ])('%j with %j has the reason %s', async (source, failure_reason, reason) => {
    const { reference, payment, invoice } = await paid()
    invoice.status = 'initiated'
    Object.assign(payment, { status: 'failed', failure_reason, source: { ...payment.source, ...source } })
    expect((await portWith().fetch(reference)).failureReason).toBe(reason)
  })
})

describe('a webhook', () => {
  const message = async (facts: object = {}) => {
    const { payment } = await paid()
    const sent = { ...server.messageOf('payment_paid', payment, MOYASAR_KEYS.webhook), ...facts }
    return { payment, sent, read: portWith().readEvent(new Headers(), JSON.stringify(sent)) }
  }

  it('about a payment contains the reference of its invoice, for every type and spelling', async () => {
    for (const type of [
      ...['payment_paid', 'payment_failed', 'payment_faild', 'payment_refunded', 'payment_voided'],
      ...['payment_authorized', 'payment_captured', 'payment_abandoned', 'payment_verified'],
      ...['payment_canceled', 'payment_expired'],
    ]) {
      const { payment, sent, read } = await message({ type })
      expect(read, type).toMatchObject({ eventId: sent.id, reference: payment.invoice_id })
    }
  })

  it('is stored without its secret and without data of the payer', async () => {
    const { read } = await message()
    const stored = JSON.stringify(read)
    for (const secret of [MOYASAR_KEYS.webhook, 'Sara Ali', 'XXXXXX', '127.0.0.1']) expect(stored).not.toContain(secret)
    expect(read?.payload).toMatchObject({ type: 'payment_paid', payment: { status: 'paid', amount: 115_000 } })
  })

  it('about anything else is accepted and triggers no fetch', async () => {
    for (const facts of [
      { type: 'balance_transferred', data: { id: randomUUID(), invoice_id: 'x' } },
      { type: 'payout_initiated', data: { id: randomUUID() } },
      { type: 'something_new', data: {} },
      { data: { id: randomUUID(), status: 'paid', amount: 100, currency: 'SAR', invoice_id: null } },
    ])
      expect((await message(facts)).read).toMatchObject({ reference: '' })
  })

  it('with another secret, mode or shape is refused', async () => {
    for (const facts of [
      { secret_token: '' },
      { secret_token: MOYASAR_KEYS.webhook.slice(1) },
      { secret_token: `${MOYASAR_KEYS.webhook}x` },
      { secret_token: MOYASAR_KEYS.webhook.toUpperCase() },
      { secret_token: [MOYASAR_KEYS.webhook] },
      { live: true },
      { live: 'false' },
      { id: '' },
      { data: null },
    ])
      expect((await message(facts)).read, JSON.stringify(facts)).toBeUndefined()
  })
})

it('a capture at Moyasar that comes late is open until then, and counts with its own amount', async () => {
  const { reference, payment } = await paid()
  Object.assign(payment, { status: 'authorized' })
  Object.assign(server.invoices.get(reference)!, { status: 'on_hold' })
  fault(`POST /v1/payments/${payment.id}/capture`, 'late', { afterMs: 400 })
  const headers = {
    Authorization: `Basic ${Buffer.from(`${MOYASAR_KEYS.secret}:`).toString('base64')}`,
    'Content-Type': 'application/json',
    'User-Agent': 'dashboard',
  }
  const body = JSON.stringify({ amount: 100_000 })
  const request = { method: 'POST', headers, body, signal: AbortSignal.timeout(50) }
  await expect(fetch(`${server.apiUrl}/payments/${payment.id}/capture`, request)).rejects.toThrow('timeout')
  expect(await portWith().fetch(reference)).toMatchObject({ status: 'open' })
  await server.untilDelivered()
  expect(await portWith().fetch(reference)).toMatchObject({ status: 'paid', amountHalalas: 100_000 })
  expect(await portWith().refund(reference, 100_000, sendNow)).toMatchObject({ status: 'refunded' })
})

describe('a refund', () => {
  const callsTo = (action: string) => server.calls.filter((call) => call.startsWith('POST') && call.endsWith(action))

  it('voids a full payment in the first two hours, and refunds otherwise', async () => {
    const fresh = await paid()
    expect(await portWith().refund(fresh.reference, 115_000, sendNow)).toMatchObject({
      status: 'refunded',
      refundedHalalas: 115_000,
    })
    expect([fresh.payment.status, fresh.payment.refunded]).toEqual(['voided', 0])
    const part = await paid()
    await portWith().refund(part.reference, 15_000, sendNow)
    await portWith().refund(part.reference, 115_000, sendNow)
    expect([part.payment.status, part.payment.refunded, callsTo('void')]).toEqual(['refunded', 115_000, []])
    const old = await paid()
    clockOffsetMs += 2 * HOUR_MS
    await portWith().refund(old.reference, 115_000, sendNow)
    expect([old.payment.status, callsTo('void')]).toEqual(['refunded', []])
  })

  it('refunds when a payment was settled sooner than usual', async () => {
    const { reference, payment } = await paid()
    fault(`POST /v1/payments/${payment.id}/void`, {
      status: 400,
      body: { type: 'invalid_request_error', message: 'Payment can not be voided', errors: null },
    })
    await portWith().refund(reference, 115_000, sendNow)
    expect([payment.status, payment.refunded]).toEqual(['refunded', 115_000])
  })

  it.each(['lost', 'truncated'] as const)('is sent once when its response is %s and it is retried', async (what) => {
    for (const sum of [115_000, 40_000]) {
      const { reference, payment } = await paid()
      fault('POST /v1/payments/', what)
      expect(await failureOf(portWith().refund(reference, sum, sendNow))).toBeInstanceOf(RefundUnsure)
      expect(await portWith().refund(reference, sum, sendNow)).toMatchObject({ refundedHalalas: sum })
      expect(payment.status === 'voided' ? 115_000 : payment.refunded).toBe(sum)
    }
  })

  it('that Moyasar carries out after our time limit is unsure, and its amount was told before', async () => {
    for (const [action, sum] of [
      ['void', 115_000],
      ['refund', 40_000],
    ] as const) {
      const { reference, payment } = await paid()
      const told: number[] = []
      const willSend = async (amountHalalas: number) => {
        told.push(amountHalalas)
        expect(callsTo(action)).toEqual([])
      }
      fault(`POST /v1/payments/${payment.id}/${action}`, 'late', { afterMs: 1200 })
      const failure = await failureOf(portWith({ timeout: 500 }).refund(reference, sum, willSend))
      expect(failure).toBeInstanceOf(RefundUnsure)
      expect([told, callsTo(action).length]).toEqual([[sum], 1])
      expect(await portWith().fetch(reference)).toMatchObject({ status: 'paid', refundedHalalas: 0 })
      await server.untilDelivered()
      expect(await portWith().fetch(reference)).toMatchObject({ refundedHalalas: sum })
    }
  })

  it('is not sent when what it asks for cannot be recorded', async () => {
    const { reference } = await paid()
    const willSend = () => Promise.reject(new Error('the database is away'))
    await expect(portWith().refund(reference, 40_000, willSend)).rejects.toThrow('the database is away')
    expect([callsTo('refund'), callsTo('void')]).toEqual([[], []])
  })

  it('was certainly not sent when there was no connection or the API rejected it', async () => {
    const { reference, payment } = await paid()
    for (const [status, type] of [
      [401, 'authentication_error'],
      [429, 'rate_limit_error'],
    ] as const) {
      fault(
        `POST /v1/payments/${payment.id}/refund`,
        { status, body: { type, message: 'x', errors: null } },
        {
          headers: { 'Retry-After': '60' },
        },
      )
      const failure = await failureOf(portWith().refund(reference, 40_000, sendNow))
      expect(failure).toMatchObject({ name: 'MoyasarFailure', kind: 'refused' })
    }
    const away = createMoyasar({
      settings: { secretKey: MOYASAR_KEYS.secret, webhookSecret: '', apiUrl: 'http://localhost:59999/v1', live: false },
      now,
      log: createLog('silent'),
      underLock: (_, work) => work(),
    })
    expect(await failureOf(away.fetch(reference))).toMatchObject({ kind: 'unsent' })
  })

  it('is sent once for two concurrent requests', async () => {
    const { reference, payment } = await paid()
    const port = portWith()
    const outcomes = await Promise.allSettled([
      port.refund(reference, 40_000, sendNow),
      port.refund(reference, 40_000, sendNow),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(payment.refunded).toBe(40_000)
  })

  it('is refused permanently only by a refusal, and retried after every other error', async () => {
    const { reference, payment } = await paid()
    const errorResponse = (status: number, type: string) => ({ status, body: { type, message: 'x', errors: null } })
    for (const what of [
      ...[
        errorResponse(500, 'api_error'),
        errorResponse(503, 'api_connection_error'),
        errorResponse(401, 'authentication_error'),
      ],
      ...[
        errorResponse(403, 'authentication_error'),
        errorResponse(404, 'api_error'),
        errorResponse(405, 'account_inactive_error'),
      ],
      ...(['html', 'disconnect', 'invalidJson', 'redirect'] as const),
    ]) {
      fault(`POST /v1/payments/${payment.id}/refund`, what)
      expect(await failureOf(portWith().refund(reference, 40_000, sendNow))).not.toBeInstanceOf(RefundRefused)
    }
    for (const status of [400, 422]) {
      fault(`POST /v1/payments/${payment.id}/refund`, errorResponse(status, 'invalid_request_error'))
      expect(await failureOf(portWith().refund(reference, 40_000, sendNow))).toMatchObject({
        reason: 'refused-by-provider',
      })
    }
    expect(payment.refunded).toBe(0)
  })
})

describe('the payment list', () => {
  it('is read page by page, each invoice once, without payments that have no invoice', async () => {
    const since = now()
    clockOffsetMs += 1000
    const { payment } = await paid()
    const invoices = Array.from({ length: 45 }, () => {
      const [id, invoice_id] = [randomUUID(), randomUUID()]
      const invoice = { ...server.invoices.get(payment.invoice_id!)!, id: invoice_id, metadata: { attempt_id: id } }
      server.invoices.set(invoice_id, invoice)
      server.payments.set(id, { ...payment, id, invoice_id })
      return { attemptId: id, reference: invoice_id }
    })
    const withoutInvoice = randomUUID()
    server.payments.set(withoutInvoice, { ...payment, id: withoutInvoice, invoice_id: null })
    const { reference, paymentUrl } = await portWith().create(newPayment())
    for (const card of [POOR, POOR, FRICTIONLESS]) await payInvoice(paymentUrl, card)
    server.calls.length = 0
    const listed: ListedPayment[] = []
    for await (const one of portWith().list(since)) listed.push(one)
    const found = listed.map(({ attemptId, reference }) => ({ attemptId, reference }))
    expect(found).toEqual(expect.arrayContaining(invoices))
    expect(listed.filter((one) => one.reference === reference)).toHaveLength(1)
    expect(listed).toHaveLength(47)
    expect(server.calls.filter((call) => call.includes('/payments?'))).toEqual([
      `GET /v1/payments?page=1&updated[gt]=${since.toISOString()}`,
      `GET /v1/payments?page=2&updated[gt]=${since.toISOString()}`,
    ])
  })
})

describe('a payment list that ignores its filter', () => {
  it('is read only as far back as payments can still change', async () => {
    const { payment } = await paid()
    const since = new Date(now().getTime() - HOUR_MS)
    const page = (days: number, next_page: number) => {
      const before = new Date(now().getTime() - days * DAY_MS).toISOString()
      const old = { ...payment, created_at: before, updated_at: before }
      const what = { status: 200, body: { payments: [payment, old], meta: { next_page } } }
      server.faults.push({ at: (made) => made === 'GET /v1/payments', times: 1, what })
    }
    page(1, 2)
    page(59, 3)
    page(61, 4)
    page(99, 5)
    const listed: ListedPayment[] = []
    for await (const one of portWith().list(since)) listed.push(one)
    expect(listed.map(({ reference }) => reference)).toEqual([payment.invoice_id])
    expect(server.calls.filter((call) => call.includes('page='))).toHaveLength(3)
  })
})

describe('the network', () => {
  const fetchInvoice = () => portWith({ timeout: 300 }).fetch(reference)
  let reference: string
  beforeAll(async () => {
    reference = (await portWith().create(newPayment())).reference
  })

  it('is retried once for reads, and never for writes', async () => {
    fault('GET /v1/invoices/', 'disconnect')
    expect(await fetchInvoice()).toMatchObject({ status: 'open' })
    fault('GET /v1/invoices/', 'disconnect', { times: 2 })
    await expect(fetchInvoice()).rejects.toBeInstanceOf(MoyasarFailure)
    server.calls.length = 0
    fault('PUT /v1/invoices/', 'disconnect')
    await expect(portWith().close!(reference)).rejects.toBeInstanceOf(MoyasarFailure)
    expect(server.calls).toHaveLength(1)
  })

  it('has a timeout', async () => {
    fault('GET /v1/invoices/', 'timeout')
    await expect(fetchInvoice()).rejects.toThrow('no answer: TimeoutError')
  })

  it('responses that are not from the API are errors', async () => {
    for (const what of ['html', 'invalidJson', 'oversized', 'redirect'] as const) {
      fault('GET /v1/invoices/', what)
      await expect(fetchInvoice(), what).rejects.toMatchObject({ name: 'MoyasarFailure', kind: 'unsure' })
    }
  })

  it('respects Retry-After up to a limit', async () => {
    const tooMany = { status: 429, body: { type: 'rate_limit_error', message: 'Too many requests', errors: null } }
    fault('GET /v1/invoices/', tooMany, { headers: { 'Retry-After': '0' }, times: 2 })
    expect(await fetchInvoice()).toMatchObject({ status: 'open' })
    fault('GET /v1/invoices/', tooMany, { headers: { 'Retry-After': new Date(0).toUTCString() } })
    expect(await fetchInvoice()).toMatchObject({ status: 'open' })
    server.calls.length = 0
    fault('GET /v1/invoices/', tooMany, { headers: { 'Retry-After': '3600' } })
    await expect(fetchInvoice()).rejects.toThrow('rate_limit_error')
    expect(server.calls).toHaveLength(1)
  })

  it('every documented error is understood, whatever the type of `errors`', async () => {
    for (const [status, type, errors] of [
      [400, 'invalid_request_error', { amount: ['must be an integer'] }],
      [400, 'invalid_request_error', "save_card options can't be used"],
      [400, 'used_given_id', null],
      [401, 'authentication_error', null],
      [403, 'authentication_error', undefined],
      [405, 'account_inactive_error', null],
      [404, 'api_error', []],
      [400, '3ds_auth_error', null],
      [500, 'api_error', null],
      [503, 'api_connection_error', null],
    ] as const) {
      fault('GET /v1/invoices/', { status, body: { type, message: 'Because', errors } })
      const kind = status < 500 ? 'refused' : 'unsure'
      const failure = await failureOf(fetchInvoice())
      expect(failure).toMatchObject({ kind, status })
      expect(failure.message).toContain(`HTTP ${status} ${type}: Because`)
    }
  })

  it('no key appears in any error or log line', async () => {
    const wrong = portWith({ secretKey: 'sk_test_aKeyThatTheyDoNotKnow' })
    const failure = await failureOf(wrong.fetch(reference))
    expect(failure.message).toContain('HTTP 401 authentication_error: Invalid authorization credentials')
    const echo = `key ${MOYASAR_KEYS.secret} or ${Buffer.from(`${MOYASAR_KEYS.secret}:`).toString('base64')}`
    fault('GET /v1/invoices/', { status: 400, body: { type: 'invalid_request_error', message: echo, errors: echo } })
    const echoed = await failureOf(fetchInvoice())
    const output = JSON.stringify([failure.message, failure.stack, echoed.message, echoed.stack, echoed, ...logged])
    for (const secret of ['sk_test_', echo.split(' ')[3]!]) expect(output).not.toContain(secret)
    expect(echoed.message).toContain('key … or …')
  })
})
