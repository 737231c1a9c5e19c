/** What the product may rely on, whichever company takes the money. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { payInvoice, startMoyasar } from '../../../tests/support/moyasar-server.ts'
import { CARDS, payWith } from '../../../tests/support/orders.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { type ListedPayment, type NewPayment, type PaymentPort, RefundRefused } from './port.ts'

type Company = {
  start: () => Promise<{ app: TestApp; stop: () => Promise<unknown> }>
  /** Pays at the company's page, or is refused there. */
  pay: (paymentUrl: string, card: 'good' | 'poor') => Promise<unknown>
}

const companies: Record<string, Company> = {
  sandbox: {
    start: async () => {
      // Its messages are about payments that no order asked for.
      const app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
      return { app, stop: app.stop }
    },
    pay: (paymentUrl, card) => payWith(paymentUrl, CARDS[card]),
  },
  moyasar: {
    start: async () => {
      const company = await startMoyasar()
      const app = await startTestApp({ env: company.env })
      company.liveBy(app.services.now)
      return { app, stop: () => Promise.all([app.stop(), company.stop()]) }
    },
    pay: (paymentUrl, card) => payInvoice(paymentUrl, card === 'good' ? '4111114005765430' : '4201320000311101'),
  },
}

describe.each(Object.entries(companies))('%s', (name, { start, pay }) => {
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

  it('is the one that the settings name', () => {
    expect(port.name).toBe(name)
  })

  it('gives one payment and one page to one attempt, however often and at once it is asked', async () => {
    const request = newPayment()
    const first = await port.create(request)
    const others = await Promise.all([port.create(request), port.create(request), port.create(request)])
    for (const other of others) expect(other).toEqual(first)
    const atOnce = newPayment()
    const made = await Promise.all([port.create(atOnce), port.create(atOnce), port.create(atOnce)])
    expect(new Set(made.map(({ reference }) => reference)).size).toBe(1)
    expect(made[0]!.reference).not.toBe(first.reference)
  })

  it('calls a payment open until it is paid, and then says how much came in which currency', async () => {
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

  it('never calls a refused card paid, and gives our word for the reason', async () => {
    const { reference, paymentUrl } = await port.create(newPayment())
    await pay(paymentUrl, 'poor')
    const state = await port.fetch(reference)
    expect(['open', 'failed']).toContain(state.status)
    expect(state.failureReason).toBe('insufficient-funds')
  })

  it('does not know payments that it did not make', async () => {
    await expect(port.fetch(randomUUID())).rejects.toThrow()
    await expect(port.fetch('../webhooks')).rejects.toThrow()
  })

  it('sends back what is missing of the wanted sum, and asked again sends nothing more', async () => {
    const { reference } = await paid()
    expect(await port.refund(reference, 15_000)).toMatchObject({ status: 'paid', refundedHalalas: 15_000 })
    expect(await port.refund(reference, 15_000)).toMatchObject({ status: 'paid', refundedHalalas: 15_000 })
    expect(await port.refund(reference, 40_000)).toMatchObject({ status: 'paid', refundedHalalas: 40_000 })
    const all = { reference, status: 'refunded', amountHalalas: 115_000, refundedHalalas: 115_000 }
    expect(await port.refund(reference, 115_000)).toMatchObject(all)
    expect(await port.refund(reference, 115_000)).toMatchObject(all)
    expect(await port.fetch(reference)).toMatchObject(all)
  })

  it('sends a whole payment back at once, also long after', async () => {
    const early = await paid()
    expect(await port.refund(early.reference, 115_000)).toMatchObject({ status: 'refunded', refundedHalalas: 115_000 })
    const late = await paid()
    app.advance(3 * HOUR_MS)
    expect(await port.refund(late.reference, 115_000)).toMatchObject({ status: 'refunded', refundedHalalas: 115_000 })
  })

  it('refuses for good to send back more than came, or what never came', async () => {
    const { reference } = await paid()
    await expect(port.refund(reference, 115_001)).rejects.toBeInstanceOf(RefundRefused)
    expect(await port.fetch(reference)).toMatchObject({ status: 'paid', refundedHalalas: 0 })
    const unpaid = await port.create(newPayment())
    await expect(port.refund(unpaid.reference, 100)).rejects.toBeInstanceOf(RefundRefused)
  })

  it('lists what was paid or changed since, each with its attempt, and nothing older', async () => {
    const before = await paid()
    const returned = await paid()
    app.advance(HOUR_MS)
    const since = app.services.now()
    app.advance(1000)
    const after = await paid()
    await port.refund(returned.reference, 5_000)
    const found = new Map((await listed(since)).map((payment) => [payment.reference, payment]))
    expect(found.get(after.reference)).toMatchObject({ status: 'paid', attemptId: after.attemptId })
    expect(found.get(returned.reference)).toMatchObject({ refundedHalalas: 5_000, attemptId: returned.attemptId })
    expect(found.has(before.reference)).toBe(false)
  })

  it('reads no message that is not proven to be its own', () => {
    for (const body of ['', '{}', 'null', '[]', '{"id":', '{"id":"1","type":"payment_paid","data":{}}'])
      expect(port.readEvent(new Headers(), body)).toBeUndefined()
  })

  it('closes a page so that nobody pays there any more, and takes a second closing', async () => {
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
