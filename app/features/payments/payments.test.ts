import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { coupon, inDays, learner } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import {
  attemptOf as attemptOfOrder,
  bookable,
  CARDS,
  eventually,
  is,
  mailsAbout as mailsAboutOrder,
  orderStatus,
  payWith,
  post,
  refusal,
  servicesAfter,
  type Waiting,
  waitingOrder,
} from '../../../tests/support/orders/orders.ts'
import { sign } from '../../adapters/payment/sandbox-webhooks.server.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { derivedKey } from '../../platform/secrets.server.ts'
import { applyPayment } from './apply-payment.server.ts'
import { reconcileOrders } from './reconciliation.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const waiting = (...facts: Waiting) => waitingOrder(app, ...facts)
const attemptOf = (orderId: string) => attemptOfOrder(app.db, orderId)
const statusOf = async (id: string) => (await orderStatus(app.db, id)).status
const mailsAbout = (email: string, reference: string) => mailsAboutOrder(app, email, reference)
const later = (minutes: number) => servicesAfter(app, minutes)
const eventsAbout = async (reference: string | null) =>
  (
    await sql<{ handled_at: Date | null }>`
      select handled_at from payment_events where payload ->> 'payment' = ${reference}`.execute(app.db)
  ).rows

/** Sends a webhook as the sandbox would. */
function webhook(reference: string, facts: { id?: string; signature?: string; sentAt?: Date; provider?: string } = {}) {
  const body = JSON.stringify({ id: facts.id ?? randomUUID(), type: 'payment.paid', payment: reference })
  const secret = derivedKey(app.services.settings, 'sandbox-webhooks')
  const signature = facts.signature ?? sign(secret, body, facts.sentAt ?? new Date())
  return app.call('POST', `Payments/webhook/${facts.provider ?? 'sandbox'}`, {
    body,
    headers: { 'Sandbox-Signature': signature },
  })
}

describe('a paid order', () => {
  it('is confirmed by the webhook alone, with one mail in the language of the order', async () => {
    // Long enough that each of its weekdays comes, whatever day it is today.
    const { sara, id, reference, paymentUrl } = await waiting({ endsAt: inDays(40) })
    const back = await payWith(paymentUrl, CARDS.good)
    expect([back.status, back.location]).toEqual([303, `/en/order-approved?order=${id}`])
    await eventually(() => statusOf(id), is('paid'))
    const [mail, ...others] = await eventually(
      () => mailsAbout(sara.email, reference),
      (mails) => expect(mails).not.toEqual([]),
    )
    expect(others).toEqual([])
    expect(mail!.subject).toBe(`You are enrolled, order ${reference}`)
    for (const text of [
      'Project management',
      'SAR 1,000',
      'VAT in it (15%): SAR 130.43',
      'Sunday and Tuesday',
      '\u00a0AH)',
    ])
      expect(mail!.text).toContain(text)
    expect(mail!.text).toContain(`${app.address}/en/order-approved?order=${id}`)
  })

  it('is confirmed in Arabic, with both calendars, when the order was placed in Arabic', async () => {
    const sara = await learner(app.db)
    const { code } = await coupon(app.db, { percent: 10 })
    const place = await bookable(app.db, { name: { ar: 'إدارة المشاريع' } })
    const api = orderApi(apiAs(app, sara, { lang: 'ar' }))
    const { paymentUrl, reference } = await api.place({ ...place, couponCode: code })
    await payWith(paymentUrl, CARDS.good)
    const [mail] = await eventually(
      () => mailsAbout(sara.email, reference),
      (mails) => expect(mails).toHaveLength(1),
    )
    expect(mail!.subject).toBe(`تأكيد تسجيلك، طلب ${reference}`)
    for (const text of ['إدارة المشاريع', 'الموافق', 'هـ', `الخصم بالرمز ${code}`, '900 ر.س', 'القاعة الكبرى، الرياض'])
      expect(mail!.text).toContain(text)
    expect(mail!.html).toContain('dir="rtl"')
  })

  it('is shown as paid to a learner who returns before the webhook', async () => {
    const { api, id, paymentUrl } = await waiting()
    await app.db
      .updateTable('sandbox_payments')
      .set({ status: 'paid' })
      .where('id', '=', paymentUrl!.split('/').at(-1)!)
      .execute()
    expect(await api.order({ id })).toMatchObject({ status: 'paid', paymentUrl: null, endedBecause: null })
  })

  it('cannot be cancelled by a learner who has just paid', async () => {
    const { api, id, paymentUrl } = await waiting()
    await payWith(paymentUrl, CARDS.good)
    expect(await refusal(api.cancel({ id }))).toBe('orderNotPending')
    expect(await statusOf(id)).toBe('paid')
  })

  it('is paid once, with one mail, however often the payment is reported', async () => {
    const { sara, api, id, reference, paymentUrl } = await waiting()
    const { id: attemptId, reference: payment, amount } = await attemptOf(id)
    await payWith(paymentUrl, CARDS.twice)
    const state = {
      reference: payment!,
      status: 'paid',
      amountHalalas: amount,
      currency: 'SAR',
      refundedHalalas: 0,
      failureReason: null,
    } as const
    await Promise.all([
      ...Array.from({ length: 5 }, () => webhook(payment!)),
      ...Array.from({ length: 5 }, () => applyPayment(app.services, attemptId, state)),
      ...Array.from({ length: 5 }, () => api.order({ id })),
      reconcileOrders(app.services),
    ])
    const events = () => eventsAbout(payment)
    const stored = await eventually(events, (rows) => expect(rows.every((row) => row.handled_at)).toBe(true))
    expect(stored).toHaveLength(6)
    expect(await api.order({ id })).toMatchObject({ status: 'paid' })
    expect(await mailsAbout(sara.email, reference)).toHaveLength(1)
  })
})

describe('a webhook', () => {
  it('that is forged, altered, old or for another provider is refused and not stored', async () => {
    const { id } = await waiting()
    const { reference } = await attemptOf(id)
    const other = sign(Buffer.from('another secret'), '{}', new Date())
    const responses = [
      await webhook(reference!, { signature: '' }),
      await webhook(reference!, { signature: 't=1,v1=00' }),
      await webhook(reference!, { signature: other }),
      await webhook(reference!, { sentAt: new Date(Date.now() - 6 * MINUTE_MS) }),
      await webhook(reference!, { provider: 'moyasar' }),
    ]
    expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(403))
    expect(await eventsAbout(reference)).toEqual([])
  })

  it('is stored once, and its second delivery gets the same response', async () => {
    const { id } = await waiting()
    const { reference } = await attemptOf(id)
    const eventId = randomUUID()
    const responses = [await webhook(reference!, { id: eventId }), await webhook(reference!, { id: eventId })]
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const rows = await app.db.selectFrom('payment_events').select('event_id').where('event_id', '=', eventId).execute()
    expect(rows).toHaveLength(1)
  })

  it('is not trusted: an order that the provider does not report as paid stays open', async () => {
    const { id } = await waiting()
    const { reference } = await attemptOf(id)
    const eventId = randomUUID()
    expect((await webhook(reference!, { id: eventId })).status).toBe(200)
    const event = () =>
      app.db.selectFrom('payment_events').select('handled_at').where('event_id', '=', eventId).executeTakeFirstOrThrow()
    await eventually(event, ({ handled_at }) => expect(handled_at).not.toBeNull())
    expect(await statusOf(id)).toBe('pending')
  })
})

describe('a payment that did not happen', () => {
  it('fails the order with the reason when the card is declined, and a new order can be placed', async () => {
    const { api, id, courseId, scheduleId, paymentUrl } = await waiting({ seats: 1 })
    await payWith(paymentUrl, CARDS.poor)
    expect(await api.order({ id })).toMatchObject({
      status: 'failed',
      endedBecause: 'The card does not have enough funds. Nothing was charged.',
      attempts: [{ status: 'failed' }],
    })
    expect((await api.place({ courseId, scheduleId })).id).not.toBe(id)
  })

  it('cancels the order when the learner leaves the payment page', async () => {
    const { api, id, paymentUrl } = await waiting()
    await post(`${paymentUrl}/leave`, {})
    expect(await api.order({ id })).toMatchObject({ status: 'cancelled', attempts: [{ status: 'abandoned' }] })
  })

  it('lets the order expire when the learner just closes the page', async () => {
    const { id } = await waiting()
    await reconcileOrders(later(19))
    expect(await statusOf(id)).toBe('pending')
    await reconcileOrders(later(31))
    expect(await orderStatus(app.db, id)).toEqual({ status: 'expired', ended_because: 'time' })
    expect((await attemptOf(id)).status).toBe('created')
    await reconcileOrders(later(25 * 60))
    expect((await attemptOf(id)).status).toBe('abandoned')
  })

  it('of another amount or currency buys nothing, is refunded, and the learner gets a mail', async () => {
    for (const wrong of [{ amountHalalas: 1 }, { currency: 'USD' }]) {
      const { sara, api, id, reference } = await waiting()
      const { id: attemptId, reference: payment, amount } = await attemptOf(id)
      const state = {
        reference: payment!,
        status: 'paid',
        amountHalalas: amount,
        currency: 'SAR',
        refundedHalalas: 0,
        failureReason: null,
      } as const
      const quiet = { ...app.services, log: app.services.log.child({}, { level: 'silent' }) }
      await applyPayment(quiet, attemptId, { ...state, ...wrong })
      expect(await api.order({ id })).toMatchObject({ status: 'failed', attempts: [{ status: 'refund-due' }] })
      const [mail, ...others] = await mailsAbout(sara.email, reference)
      expect(mail?.text).toContain('is not the amount of the order')
      expect(others).toEqual([])
    }
  })

  it('of another attempt changes nothing', async () => {
    const [mine, other] = [await waiting(), await waiting()]
    const { reference, amount } = await attemptOf(other.id)
    const { id: attemptId } = await attemptOf(mine.id)
    await applyPayment(app.services, attemptId, {
      reference: reference!,
      status: 'paid',
      amountHalalas: amount,
      currency: 'SAR',
      refundedHalalas: 0,
      failureReason: null,
    })
    expect(await statusOf(mine.id)).toBe('pending')
  })
})

describe('a payment without a webhook', () => {
  it('is found by the job of every minute', async () => {
    const { id, paymentUrl } = await waiting()
    await app.db
      .updateTable('sandbox_payments')
      .set({ status: 'paid' })
      .where('id', '=', paymentUrl!.split('/').at(-1)!)
      .execute()
    await reconcileOrders(app.services)
    expect(await statusOf(id)).toBe('paid')
  })

  it('stays open while the provider does not answer', async () => {
    const { api, id } = await waiting()
    const payment = { ...app.services.payment, fetch: () => Promise.reject(new Error('no answer')) }
    const silent = app.services.log.child({}, { level: 'silent' })
    await reconcileOrders({ ...later(2), payment, log: silent })
    expect(await statusOf(id)).toBe('pending')
    expect((await api.order({ id })).status).toBe('pending')
  })
})
