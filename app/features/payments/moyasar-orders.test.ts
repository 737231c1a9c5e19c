/** Orders paid with Moyasar, from the summary to the refund, against a fake Moyasar server over HTTP. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { apiAs, contextAs } from '../../../tests/support/api-as.ts'
import { learner } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import {
  attemptOf,
  bookable,
  eventually,
  is,
  mailsAbout,
  orderStatus,
  refusal,
  servicesAfter,
} from '../../../tests/support/orders/orders.ts'
import { GOOD_CARD, moyasarShop, OFFICE } from '../../../tests/support/payments/moyasar-app.ts'
import { MOYASAR_KEYS, payInvoice, startMoyasar } from '../../../tests/support/payments/moyasar-server.ts'
import type { Payment } from '../../../tests/support/payments/moyasar-store.ts'
import type { Services } from '../../platform/context.server.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { handlePaymentEvent, receivePaymentEvent } from './payments.server.ts'
import { comparePayments, reconcileOrders } from './reconciliation.server.ts'

const CHALLENGE = '4111111111111111'
const POOR = '4201320000311101'

const shop = moyasarShop()
const { logged, waiting, statusOf, paymentOf, fault } = shop
const send = (message: object) => shop.app.call('POST', 'Payments/webhook/moyasar', { body: message })
const eventOf = (id: string) =>
  shop.app.db
    .selectFrom('payment_events')
    .select(['payload', 'handled_at'])
    .where('event_id', '=', id)
    .executeTakeFirst()

describe('an order', () => {
  it('is paid by a webhook, once and with one mail', async () => {
    const { sara, api, id, reference, paymentUrl } = await waiting()
    const back = new URL(await payInvoice(paymentUrl!, CHALLENGE))
    expect([back.origin, back.pathname, back.searchParams.get('order')]).toEqual([
      shop.app.address,
      '/en/order-approved',
      id,
    ])
    await eventually(() => statusOf(id), is('paid'))
    const attempt = await attemptOf(shop.app.db, id)
    const payment = paymentOf(attempt.reference)
    const again = shop.moyasar.messageOf('payment_paid', payment, MOYASAR_KEYS.webhook)
    for (const message of [again, again, { ...again, id: randomUUID(), type: 'payment_captured' }])
      expect((await send(message)).status).toBe(200)
    await eventually(
      () => eventOf(again.id),
      (event) => expect(event?.handled_at).toBeTruthy(),
    )
    expect(await api.order({ id })).toMatchObject({ status: 'paid', paymentUrl: null })
    expect(await mailsAbout(shop.app, sara.email, reference)).toHaveLength(1)
    const stored = await shop.app.db.selectFrom('payment_events').select('payload').execute()
    expect(JSON.stringify(stored)).not.toContain(MOYASAR_KEYS.webhook)
  })

  it('is paid when the learner returns before the webhook, which then changes nothing', async () => {
    shop.moyasar.holdWebhooks()
    const { sara, api, id, reference, paymentUrl } = await waiting()
    await payInvoice(paymentUrl!, GOOD_CARD)
    expect(await statusOf(id)).toBe('pending')
    expect((await api.order({ id })).status).toBe('paid')
    await shop.moyasar.releaseWebhooks()
    await shop.moyasar.untilDelivered()
    expect(await statusOf(id)).toBe('paid')
    expect(await mailsAbout(shop.app, sara.email, reference)).toHaveLength(1)
  })

  it('is found paid by the job of every minute without any webhook', async () => {
    shop.moyasar.holdWebhooks()
    const { id, paymentUrl } = await waiting()
    await payInvoice(paymentUrl!, GOOD_CARD)
    await reconcileOrders(servicesAfter(shop.app, 2))
    expect(await statusOf(id)).toBe('paid')
    await shop.moyasar.releaseWebhooks()
  })

  it('is found paid in the payment list when the reference of its invoice was never stored', async () => {
    shop.moyasar.holdWebhooks()
    const { id, paymentUrl } = await waiting()
    await payInvoice(paymentUrl!, GOOD_CARD)
    await shop.app.db
      .updateTable('payment_attempts')
      .set({ provider_reference: null, payment_url: null })
      .where('order_id', '=', id)
      .execute()
    await comparePayments(shop.app.services)
    expect(await statusOf(id)).toBe('paid')
    await shop.moyasar.releaseWebhooks()
  })

  it('that nobody paid expires, and so does its checkout session', async () => {
    const { id, paymentUrl } = await waiting()
    shop.app.advance(20 * MINUTE_MS)
    await reconcileOrders(shop.app.services)
    expect(await orderStatus(shop.app.db, id)).toEqual({ status: 'expired', ended_because: 'time' })
    expect((await attemptOf(shop.app.db, id)).status).toBe('abandoned')
    await payInvoice(paymentUrl!, GOOD_CARD)
    expect(paymentOf((await attemptOf(shop.app.db, id)).reference)).toBeUndefined()
  })

  it('that is cancelled cancels its checkout session', async () => {
    const { api, id, paymentUrl } = await waiting()
    await api.cancel({ id })
    const { reference } = await attemptOf(shop.app.db, id)
    await eventually(
      async () => shop.moyasar.invoices.get(reference!),
      (invoice) => expect(invoice?.status).toBe('canceled'),
    )
    await payInvoice(paymentUrl!, GOOD_CARD)
    expect(paymentOf(reference)).toBeUndefined()
  })

  it('stays open after a declined card and is paid with the next one', async () => {
    const { api, id, paymentUrl } = await waiting()
    await payInvoice(paymentUrl!, POOR)
    await shop.moyasar.untilDelivered()
    expect(await api.order({ id })).toMatchObject({ status: 'pending', paymentUrl })
    await payInvoice(paymentUrl!, GOOD_CARD)
    await eventually(() => statusOf(id), is('paid'))
  })

  it('that is paid twice keeps the first payment; institute and learner get one mail each about the second', async () => {
    const { sara, id, reference, paymentUrl } = await waiting()
    await payInvoice(paymentUrl!, GOOD_CARD)
    await eventually(() => statusOf(id), is('paid'))
    const second = { ...paymentOf((await attemptOf(shop.app.db, id)).reference), id: randomUUID() }
    shop.moyasar.payments.set(second.id, second)
    await comparePayments(shop.app.services)
    await comparePayments(shop.app.services)
    const mails = await mailsAbout(shop.app, OFFICE, reference)
    expect(mails.map(({ subject }) => subject)).toEqual([`دُفع مبلغ الطلب ${reference} مرتين`])
    expect(mails[0]!.text).toContain(second.id)
    expect(await statusOf(id)).toBe('paid')
    const subjects = (await mailsAbout(shop.app, sara.email, reference)).map(({ subject }) => subject)
    expect(subjects.sort()).toEqual([`Order ${reference} was paid twice`, `You are enrolled, order ${reference}`])

    const staff = orderApi(apiAs(shop.app, await learner(shop.app.db, { roles: ['Admin'] })))
    const { items } = await staff.unmatchedPayments({ Status: 'open' })
    const duplicate = items.find(({ providerReference }) => providerReference === second.id)!
    expect(duplicate).toMatchObject({ kind: 'duplicate', order: { id, reference }, learner: { email: sara.email } })
    expect(await refusal(staff.attachPayment({ id: duplicate.id, orderId: id, note: 'x' }))).toBe(
      'paymentNotAttachable',
    )
    expect(await staff.returnPayment({ id: duplicate.id, note: 'x' })).toMatchObject({ status: 'returned' })
    expect(second.status).toBe('voided')
    expect(paymentOf((await attemptOf(shop.app.db, id)).reference).status).toBe('paid')
    expect((await mailsAbout(shop.app, sara.email, reference)).map(({ subject }) => subject)).toContain(
      `We have returned what you paid too much, order ${reference}`,
    )
    shop.moyasar.payments.delete(second.id)
  })

  it('whose second payment the institute refunds in the dashboard is settled by the next comparison', async () => {
    const { id, paymentUrl } = await waiting()
    await payInvoice(paymentUrl!, GOOD_CARD)
    await eventually(() => statusOf(id), is('paid'))
    const second = { ...paymentOf((await attemptOf(shop.app.db, id)).reference), id: randomUUID() }
    shop.moyasar.payments.set(second.id, second)
    await comparePayments(shop.app.services)
    const statusOfSecond = async () =>
      (
        await shop.app.db
          .selectFrom('unmatched_payments')
          .select('status')
          .where('provider_reference', '=', second.id)
          .executeTakeFirstOrThrow()
      ).status
    expect(await statusOfSecond()).toBe('open')
    Object.assign(second, { status: 'refunded', refunded: second.amount })
    await comparePayments(shop.app.services)
    expect(await statusOfSecond()).toBe('returned')
    shop.moyasar.payments.delete(second.id)
  })

  it('gets its webhook repeated until it is accepted', async () => {
    const { id, paymentUrl } = await waiting()
    const [other] = await Promise.all([startMoyasar(), payInvoice(paymentUrl!, GOOD_CARD)])
    await eventually(() => statusOf(id), is('paid'))
    other.registerWebhook(`${shop.app.address}/nowhere`)
    const { body } = other.createInvoice({ amount: 100, currency: 'SAR', description: 'x' })
    await payInvoice((body as { url: string }).url, GOOD_CARD)
    await other.untilDelivered()
    expect(other.attempts.map(({ retry_number }) => retry_number)).toEqual([1, 2, 3, 4, 5, 6])
    expect(new Set(other.attempts.map(({ event_id }) => event_id)).size).toBe(1)
    await other.stop()
  })
})

describe('while Moyasar is unavailable', () => {
  it('an order keeps its seat, and gets one invoice afterwards', async () => {
    const sara = await learner(shop.app.db)
    const place = await bookable(shop.app.db)
    const api = orderApi(apiAs(shop.app, sara))
    for (const what of [
      'disconnect',
      'html',
      { status: 503, body: { type: 'api_connection_error', message: 'x' } },
    ] as const) {
      fault('POST /v1/invoices', what)
      expect(await refusal(api.place(place))).toBe('paymentProviderDown')
    }
    fault('GET /v1/invoices', 'disconnect', 2)
    expect(await refusal(api.place(place))).toBe('paymentProviderDown')
    fault('POST /v1/invoices', 'lost')
    const placed = await api.place(place)
    expect(placed).toMatchObject({ status: 'pending' })
    const { id: attemptId } = await attemptOf(shop.app.db, placed.id)
    const invoices = [...shop.moyasar.invoices.values()].filter(({ metadata }) => metadata?.attempt_id === attemptId)
    expect(invoices).toHaveLength(1)
    await payInvoice(placed.paymentUrl!, GOOD_CARD)
    await eventually(() => statusOf(placed.id), is('paid'))
  })

  it('a returning learner sees the last known status, and the webhook is handled later', async () => {
    shop.moyasar.holdWebhooks()
    const { api, id, paymentUrl } = await waiting()
    await payInvoice(paymentUrl!, GOOD_CARD)
    fault('GET /v1/', { status: 500, body: { type: 'api_error', message: 'x' } }, 2)
    expect((await api.order({ id })).status).toBe('pending')
    await shop.moyasar.releaseWebhooks()
    // The first run of the job meets the second failure.
    await eventually(() => statusOf(id), is('paid'))
  })
})

describe('a webhook', () => {
  it('that is forged is refused and not stored', async () => {
    const { id } = await waiting()
    const { reference } = await attemptOf(shop.app.db, id)
    const data = { id: randomUUID(), status: 'paid', amount: 115_000, currency: 'SAR', invoice_id: reference }
    const message = { ...shop.moyasar.messageOf('payment_paid', data as Payment, MOYASAR_KEYS.webhook), data }
    for (const facts of [
      ...[{ secret_token: 'x' }, { secret_token: '' }, { secret_token: undefined }, { live: true }, { data: 'x' }],
      { secret_token: `${MOYASAR_KEYS.webhook} ` },
    ]) {
      const forged = { ...message, id: randomUUID(), ...facts }
      expect((await send(forged)).status, JSON.stringify(facts)).toBe(403)
      expect(await eventOf(forged.id)).toBeUndefined()
    }
    expect((await shop.app.call('POST', 'Payments/webhook/sandbox', { body: message })).status).toBe(403)
    // Even with the right secret it only triggers a fetch: nobody has paid.
    expect((await send(message)).status).toBe(200)
    await eventually(
      () => eventOf(message.id),
      (event) => expect(event?.handled_at).toBeTruthy(),
    )
    expect(await statusOf(id)).toBe('pending')
  })

  it('about a payment without an invoice is stored once and triggers no request', async () => {
    const { body } = shop.moyasar.createPayment({
      ...{ amount: 5000, currency: 'SAR', callback_url: 'https://elsewhere.example/' },
      source: { type: 'creditcard', name: 'Sara Ali', number: GOOD_CARD, month: 1, year: 2040, cvc: '123' },
    })
    const message = shop.moyasar.messageOf('payment_paid', body as Payment, MOYASAR_KEYS.webhook)
    shop.moyasar.calls.length = 0
    expect([(await send(message)).status, (await send(message)).status]).toEqual([200, 200])
    expect((await eventOf(message.id))?.handled_at).toBeTruthy()
    expect(shop.moyasar.calls).toEqual([])
  })

  it('of a provider that is no longer configured ends its job', async () => {
    const { reference } = await attemptOf(shop.app.db, (await waiting()).id)
    await handlePaymentEvent(shop.app.services, { provider: 'elsewhere', eventId: randomUUID(), reference })
    expect(logged.join()).toContain('a message of a payment provider that is not set up any more')
  })
})

describe('after a switch to another provider', () => {
  /** The product with the sandbox for new payments, and Moyasar for those that were made before. */
  const switched = (): Partial<Services> => {
    const { payment, formerPayments } = shop.app.services
    return { payment: formerPayments[0]!, formerPayments: [payment] }
  }

  it('an open payment is found paid by the job of every minute, and by its learner', async () => {
    shop.moyasar.holdWebhooks()
    const first = await waiting()
    await payInvoice(first.paymentUrl!, GOOD_CARD)
    await reconcileOrders({ ...servicesAfter(shop.app, 2), ...switched() })
    expect(await statusOf(first.id)).toBe('paid')
    const second = await waiting()
    const api = orderApi(apiAs(shop.app, second.sara, switched()))
    await payInvoice(second.paymentUrl!, GOOD_CARD)
    expect((await api.order({ id: second.id })).status).toBe('paid')
    await shop.moyasar.releaseWebhooks()
  })

  it('an open payment keeps its page, and a new order is paid at the new provider', async () => {
    const { sara, paymentUrl, courseId, scheduleId } = await waiting()
    const api = orderApi(apiAs(shop.app, sara, switched()))
    expect((await api.place({ courseId, scheduleId })).paymentUrl).toBe(paymentUrl)
    const other = await bookable(shop.app.db)
    expect((await api.place(other)).paymentUrl).toContain('/sandbox-payment/')
  })

  it('the webhooks, payment lists and refunds of both are handled', async () => {
    shop.moyasar.holdWebhooks()
    const paid = await waiting()
    await payInvoice(paid.paymentUrl!, GOOD_CARD)
    const { reference } = await attemptOf(shop.app.db, paid.id)
    const message = shop.moyasar.messageOf('payment_paid', paymentOf(reference), MOYASAR_KEYS.webhook)
    const ctx = contextAs(shop.app, null, switched())
    expect(await receivePaymentEvent(ctx, 'moyasar', new Headers(), JSON.stringify(message))).toBe(true)
    expect(await receivePaymentEvent(ctx, 'sandbox', new Headers(), JSON.stringify(message))).toBe(false)
    const services = { ...shop.app.services, ...switched() }
    await handlePaymentEvent(services, { provider: 'moyasar', eventId: message.id, reference })
    expect(await statusOf(paid.id)).toBe('paid')
    const listed = await waiting()
    await payInvoice(listed.paymentUrl!, GOOD_CARD)
    await comparePayments(services)
    expect(await statusOf(listed.id)).toBe('paid')
    const admin = { ...(await learner(shop.app.db)), roles: ['Admin' as const], lastRole: 'Admin' as const }
    const office = orderApi(apiAs(shop.app, admin, switched()))
    expect(await office.refund({ id: paid.id, reason: 'ill' })).toMatchObject({ status: 'refunded' })
    await shop.moyasar.releaseWebhooks()
  })
})

it('no secret key was written into the log or the database during these tests', async () => {
  const hasKey = (text: string) => Object.values(MOYASAR_KEYS).some((key) => text.includes(key))
  expect(logged.length).toBeGreaterThan(50)
  expect(logged.filter(hasKey)).toEqual([])
  const events = await shop.app.db.selectFrom('payment_events').selectAll().execute()
  expect(events.length).toBeGreaterThan(5)
  expect(hasKey(JSON.stringify(events))).toBe(false)
  shop.app.services.log.info({ typed: MOYASAR_KEYS.webhook }, 'the search finds what is there')
  expect(logged.filter(hasKey)).toHaveLength(1)
})
