/** The Moyasar adapter against a fake server that follows its documentation: invoices, their states, lists. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { FRICTIONLESS_CARD, failureOf, moyasarAdapter } from '../../../tests/support/payments/moyasar-adapter.ts'
import { payInvoice } from '../../../tests/support/payments/moyasar-server.ts'
import type { Invoice, Payment } from '../../../tests/support/payments/moyasar-store.ts'
import { MOYASAR_CARDS } from '../../../tests/support/payments/moyasar-store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import type { ListedPayment, NewPayment } from './port.ts'
import { ProviderFailure } from './provider-api.server.ts'

const POOR = '4201320000311101'

const moyasar = moyasarAdapter()
const { logged, now, portWith, newPayment, invoicesOf, fault, paid } = moyasar

describe('an invoice for an attempt', () => {
  it('contains amount, expiry and return addresses, and no callback without a secret', async () => {
    const payment = newPayment()
    const { reference, paymentUrl } = await portWith().create(payment)
    expect(moyasar.server.invoices.get(reference)).toMatchObject({
      amount: 115_000,
      currency: 'SAR',
      description: payment.description,
      success_url: payment.returnUrl,
      back_url: `${payment.returnUrl}&back=1`,
      callback_url: null,
      expired_at: payment.expiresAt.toISOString(),
      metadata: { attempt_id: payment.attemptId },
    })
    expect(paymentUrl).toBe(`${moyasar.server.origin}/invoices/${reference}?lang=ar`)
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
    moyasar.server.faults.push({ at: () => moyasar.server.calls.length > 1, times: 20, what: 'disconnect' })
    await expect(portWith().create(payment)).rejects.toThrow(/ECONNRESET|other side closed|UND_ERR/)
    moyasar.server.faults.length = 0
    const { reference } = await portWith().create(payment)
    expect(invoicesOf(payment.attemptId).map(({ id }) => id)).toEqual([reference])
  })

  it('that Moyasar creates after our time limit is found by the next request', async () => {
    const payment = newPayment()
    fault('POST /v1/invoices', 'late', { afterMs: 1200 })
    expect(await failureOf(portWith({ timeout: 500 }).create(payment))).toMatchObject({ kind: 'unsure' })
    expect(invoicesOf(payment.attemptId)).toEqual([])
    await moyasar.server.untilDelivered()
    const { reference } = await portWith().create(payment)
    expect(invoicesOf(payment.attemptId).map(({ id }) => id)).toEqual([reference])
  })

  it('stays payable for the learner who has it when another one appears late', async () => {
    const payment = newPayment()
    const given = await portWith().create(payment)
    // The one that appears late was requested first: by its time it is the oldest.
    const late = await portWith().create(newPayment())
    const before = new Date(now().getTime() - MINUTE_MS).toISOString()
    Object.assign(moyasar.server.invoices.get(late.reference)!, {
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
    await moyasar.server.untilDelivered()
    await portWith().close!(reference)
    expect(moyasar.server.invoices.get(reference)).toMatchObject({ status: 'canceled' })
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
      await expect(portWith().create(payment)).rejects.toBeInstanceOf(ProviderFailure)
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
    expect(moyasar.server.calls).toEqual([`GET /v1/invoices/${reference}`, `GET /v1/payments/${payment.id}`])
    fault('GET /v1/payments/', { status: 200, body: { ...payment, invoice_id: randomUUID() } })
    await expect(portWith().fetch(reference)).rejects.toThrow("is another invoice's")
    fault('GET /v1/payments/', { status: 200, body: { ...payment, status: 'failed' } })
    await expect(portWith().fetch(reference)).rejects.toThrow('has changed')
  })

  it('is an error while the response is contradictory or malformed', async () => {
    const { reference, invoice } = await paid()
    for (const body of [{ ...invoice, payments: [] }, { ...invoice, amount: '115000' }, {}, []]) {
      fault('GET /v1/invoices/', { status: 200, body })
      await expect(portWith().fetch(reference)).rejects.toBeInstanceOf(ProviderFailure)
    }
  })

  it('includes duplicate payments and logs an alert about them', async () => {
    const { reference, payment } = await paid()
    const second = { ...payment, id: randomUUID() }
    moyasar.server.payments.set(second.id, second)
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

describe('the payment list', () => {
  it('is read page by page, each invoice once, without payments that have no invoice', async () => {
    const since = now()
    moyasar.moveClock(1000)
    const { payment } = await paid()
    const invoices = Array.from({ length: 45 }, () => {
      const [id, invoice_id] = [randomUUID(), randomUUID()]
      const invoice = {
        ...moyasar.server.invoices.get(payment.invoice_id!)!,
        id: invoice_id,
        metadata: { attempt_id: id },
      }
      moyasar.server.invoices.set(invoice_id, invoice)
      moyasar.server.payments.set(id, { ...payment, id, invoice_id })
      return { attemptId: id, reference: invoice_id }
    })
    const withoutInvoice = randomUUID()
    moyasar.server.payments.set(withoutInvoice, { ...payment, id: withoutInvoice, invoice_id: null })
    const { reference, paymentUrl } = await portWith().create(newPayment())
    for (const card of [POOR, POOR, FRICTIONLESS_CARD]) await payInvoice(paymentUrl, card)
    moyasar.server.calls.length = 0
    const listed: ListedPayment[] = []
    for await (const one of portWith().list(since)) listed.push(one)
    const found = listed.map(({ attemptId, reference }) => ({ attemptId, reference }))
    expect(found).toEqual(expect.arrayContaining(invoices))
    expect(listed.filter((one) => one.reference === reference)).toHaveLength(1)
    expect(listed).toHaveLength(47)
    expect(moyasar.server.calls.filter((call) => call.includes('/payments?'))).toEqual([
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
      moyasar.server.faults.push({ at: (made) => made === 'GET /v1/payments', times: 1, what })
    }
    page(1, 2)
    page(59, 3)
    page(61, 4)
    page(99, 5)
    const listed: ListedPayment[] = []
    for await (const one of portWith().list(since)) listed.push(one)
    expect(listed.map(({ reference }) => reference)).toEqual([payment.invoice_id])
    expect(moyasar.server.calls.filter((call) => call.includes('page='))).toHaveLength(3)
  })
})
