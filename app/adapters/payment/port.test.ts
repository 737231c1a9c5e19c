/** The contract of the payment port, tested with every provider. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { CARDS, payWith, sendNow } from '../../../tests/support/orders/orders.ts'
import { payInvoice, startMoyasar } from '../../../tests/support/payments/moyasar-server.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { type ListedPayment, type NewPayment, type PaymentPort, RefundRefused } from './port.ts'

type Provider = {
  start: () => Promise<{ app: TestApp; stop: () => Promise<unknown> }>
  /** Pays on the provider's page, or is declined there. */
  pay: (paymentUrl: string, card: 'good' | 'poor') => Promise<unknown>
}

const providers: Record<string, Provider> = {
  sandbox: {
    start: async () => {
      // Its webhooks are about payments without an order, which would be logged as errors.
      const app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
      return { app, stop: app.stop }
    },
    pay: (paymentUrl, card) => payWith(paymentUrl, CARDS[card]),
  },
  moyasar: {
    start: async () => {
      const moyasar = await startMoyasar()
      const app = await startTestApp({ env: moyasar.env })
      moyasar.setClock(app.services.now)
      return { app, stop: () => Promise.all([app.stop(), moyasar.stop()]) }
    },
    pay: (paymentUrl, card) => payInvoice(paymentUrl, card === 'good' ? '4111114005765430' : '4201320000311101'),
  },
}

describe.each(Object.entries(providers))('%s', (name, { start, pay }) => {
  let app: TestApp
  let port: PaymentPort
  let stop: () => Promise<unknown>
  beforeAll(async () => {
    ;({ app, stop } = await start())
    port = app.services.payment
  })
  afterAll(() => stop())

  const newPayment = (facts: Partial<NewPayment> = {}): NewPayment => ({
    attemptId: randomUUID(),
    amountHalalas: 115_000,
    description: 'إدارة المشاريع · M-2026-000123',
    lang: 'ar',
    returnUrl: `${app.services.settings.publicUrl}/ar/order-approved?order=1`,
    expiresAt: new Date(app.services.now().getTime() + 20 * MINUTE_MS),
    now: app.services.now(),
    ...facts,
  })
  const paid = async (facts: Partial<NewPayment> = {}) => {
    const request = newPayment(facts)
    const { reference, paymentUrl } = await port.create(request)
    await pay(paymentUrl, 'good')
    return { ...request, reference, paymentUrl }
  }
  const listed = async (since: Date) => {
    const all: ListedPayment[] = []
    for await (const payment of port.list(since)) all.push(payment)
    return all
  }

  it('is the provider of the settings', () => {
    expect(port.name).toBe(name)
  })

  it('creates one payment for one attempt, even when requested repeatedly and concurrently', async () => {
    const request = newPayment()
    const first = await port.create(request)
    const others = await Promise.all([port.create(request), port.create(request), port.create(request)])
    for (const other of others) expect(other).toEqual(first)
    const concurrent = newPayment()
    const created = await Promise.all([port.create(concurrent), port.create(concurrent), port.create(concurrent)])
    expect(new Set(created.map(({ reference }) => reference)).size).toBe(1)
    expect(created[0]!.reference).not.toBe(first.reference)
  })

  it('reports a payment as open until it is paid, and then its amount and currency', async () => {
    const { reference, paymentUrl } = await port.create(newPayment())
    expect(await port.fetch(reference)).toMatchObject({ reference, status: 'open', amountHalalas: 115_000 })
    await pay(paymentUrl, 'good')
    expect(await port.fetch(reference)).toEqual({
      reference,
      status: 'paid',
      amountHalalas: 115_000,
      currency: 'SAR',
      refundedHalalas: 0,
      failureReason: null,
    })
  })

  it('never reports a declined card as paid, and returns our reason code', async () => {
    const { reference, paymentUrl } = await port.create(newPayment())
    await pay(paymentUrl, 'poor')
    const state = await port.fetch(reference)
    expect(['open', 'failed']).toContain(state.status)
    expect(state.failureReason).toBe('insufficient-funds')
  })

  it('does not find unknown payments', async () => {
    await expect(port.fetch(randomUUID())).rejects.toThrow()
    await expect(port.fetch('../webhooks')).rejects.toThrow()
  })

  it('refunds the missing part of the requested total, and nothing more on a retry', async () => {
    const { reference } = await paid()
    expect(await port.refund(reference, 15_000, sendNow)).toMatchObject({ status: 'paid', refundedHalalas: 15_000 })
    expect(await port.refund(reference, 15_000, sendNow)).toMatchObject({ status: 'paid', refundedHalalas: 15_000 })
    expect(await port.refund(reference, 40_000, sendNow)).toMatchObject({ status: 'paid', refundedHalalas: 40_000 })
    const all = { reference, status: 'refunded', amountHalalas: 115_000, refundedHalalas: 115_000 }
    expect(await port.refund(reference, 115_000, sendNow)).toMatchObject(all)
    expect(await port.refund(reference, 115_000, sendNow)).toMatchObject(all)
    expect(await port.fetch(reference)).toMatchObject(all)
  })

  it('refunds a payment in full, even hours later', async () => {
    const early = await paid()
    expect(await port.refund(early.reference, 115_000, sendNow)).toMatchObject({
      status: 'refunded',
      refundedHalalas: 115_000,
    })
    const late = await paid()
    app.advance(3 * HOUR_MS)
    expect(await port.refund(late.reference, 115_000, sendNow)).toMatchObject({
      status: 'refunded',
      refundedHalalas: 115_000,
    })
  })

  it('permanently refuses to refund more than was paid, or an unpaid payment', async () => {
    const { reference } = await paid()
    await expect(port.refund(reference, 115_001, sendNow)).rejects.toBeInstanceOf(RefundRefused)
    expect(await port.fetch(reference)).toMatchObject({ status: 'paid', refundedHalalas: 0 })
    const unpaid = await port.create(newPayment())
    await expect(port.refund(unpaid.reference, 100, sendNow)).rejects.toBeInstanceOf(RefundRefused)
  })

  it('lists the payments created or changed since a time, each with its attempt', async () => {
    const before = await paid()
    const returned = await paid()
    app.advance(HOUR_MS)
    const since = app.services.now()
    app.advance(1000)
    const after = await paid()
    await port.refund(returned.reference, 5_000, sendNow)
    const found = new Map((await listed(since)).map((payment) => [payment.reference, payment]))
    expect(found.get(after.reference)).toMatchObject({ status: 'paid', attemptId: after.attemptId })
    expect(found.get(returned.reference)).toMatchObject({ refundedHalalas: 5_000, attemptId: returned.attemptId })
    expect(found.has(before.reference)).toBe(false)
  })

  it('refuses webhooks that are not authenticated', () => {
    for (const body of ['', '{}', 'null', '[]', '{"id":', '{"id":"1","type":"payment_paid","data":{}}'])
      expect(port.readEvent(new Headers(), body)).toBeUndefined()
  })

  it('cancels a checkout session so that it cannot be paid, also when it is cancelled twice', async () => {
    if (!port.close) return
    const { reference, paymentUrl } = await port.create(newPayment())
    await port.close(reference)
    await port.close(reference)
    await pay(paymentUrl, 'good')
    expect(await port.fetch(reference)).toMatchObject({ status: 'abandoned', refundedHalalas: 0 })
    const done = await paid()
    await port.close(done.reference)
    expect(await port.fetch(done.reference)).toMatchObject({ status: 'paid' })
  })
})
