/** Orders that are paid with Moyasar, from the summary to the money that goes back, over HTTP both ways. */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { coupon, learner } from '../../../tests/support/factories.ts'
import { MOYASAR_KEYS, type MoyasarServer, payInvoice, startMoyasar } from '../../../tests/support/moyasar-server.ts'
import type { Payment } from '../../../tests/support/moyasar-store.ts'
import { orderApi } from '../../../tests/support/order-api.ts'
import {
  attemptOf,
  bookable,
  eventually,
  is,
  mailsAbout,
  orderStatus,
  refusal,
  servicesAfter,
  waitingOrder,
} from '../../../tests/support/orders.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { handlePaymentEvent } from './payments.server.ts'
import { comparePayments, reconcileOrders } from './reconciliation.server.ts'

const GOOD = '4111114005765430'
const CHECKED = '4111111111111111'
/** Where an institute without settings gets its mails. */
const OFFICE = 'no-reply@maahad.example'
const POOR = '4201320000311101'

let company: MoyasarServer
let app: TestApp
const logged: string[] = []
beforeAll(async () => {
  company = await startMoyasar()
  app = await startTestApp({
    env: { ...company.env, LOG_LEVEL: 'trace' },
    logTo: { write: (line) => logged.push(line) },
  })
  company.liveBy(app.services.now)
  company.tellsTo(app.address)
})
afterAll(async () => {
  await app.stop()
  await company.stop()
})
beforeEach(() => {
  company.faults.length = 0
  company.calls.length = 0
})

const waiting = () => waitingOrder(app)
const statusOf = async (id: string) => (await orderStatus(app.db, id)).status
const paymentOf = (reference: string | null) =>
  [...company.payments.values()].find((payment) => payment.invoice_id === reference && payment.status !== 'failed')!
const send = (message: object) => app.call('POST', 'Payments/webhook/moyasar', { body: message })
const eventOf = (id: string) =>
  app.db.selectFrom('payment_events').select(['payload', 'handled_at']).where('event_id', '=', id).executeTakeFirst()
/** Something befalls the next calls that begin so. */
const fault = (call: string, what: MoyasarServer['faults'][number]['what'], times = 1) =>
  company.faults.push({ at: (made) => made.startsWith(call), times, what })

describe('an order', () => {
  it('is paid at the company, told by its message, once and with one mail', async () => {
    const { sara, api, id, reference, paymentUrl } = await waiting()
    const back = new URL(await payInvoice(paymentUrl!, CHECKED))
    expect([back.origin, back.pathname, back.searchParams.get('order')]).toEqual([
      app.address,
      '/en/order-approved',
      id,
    ])
    await eventually(() => statusOf(id), is('paid'))
    const attempt = await attemptOf(app.db, id)
    const payment = paymentOf(attempt.reference)
    const again = company.messageOf('payment_paid', payment, MOYASAR_KEYS.webhook)
    for (const message of [again, again, { ...again, id: randomUUID(), type: 'payment_captured' }])
      expect((await send(message)).status).toBe(200)
    await eventually(
      () => eventOf(again.id),
      (event) => expect(event?.handled_at).toBeTruthy(),
    )
    expect(await api.order({ id })).toMatchObject({ status: 'paid', paymentUrl: null })
    expect(await mailsAbout(app, sara.email, reference)).toHaveLength(1)
    const kept = await app.db.selectFrom('payment_events').select('payload').execute()
    expect(JSON.stringify(kept)).not.toContain(MOYASAR_KEYS.webhook)
  })

  it('is paid for a learner who comes back before the message, which then changes nothing', async () => {
    company.hold()
    const { sara, api, id, reference, paymentUrl } = await waiting()
    await payInvoice(paymentUrl!, GOOD)
    expect(await statusOf(id)).toBe('pending')
    expect((await api.order({ id })).status).toBe('paid')
    await company.letGo()
    await company.delivered()
    expect(await statusOf(id)).toBe('paid')
    expect(await mailsAbout(app, sara.email, reference)).toHaveLength(1)
  })

  it('is found paid by the job of every minute when no message comes at all', async () => {
    company.hold()
    const { id, paymentUrl } = await waiting()
    await payInvoice(paymentUrl!, GOOD)
    await reconcileOrders(servicesAfter(app, 2))
    expect(await statusOf(id)).toBe('paid')
    await company.letGo()
  })

  it('is found paid in the list when it was never heard which invoice was made for it', async () => {
    company.hold()
    const { id, paymentUrl } = await waiting()
    await payInvoice(paymentUrl!, GOOD)
    await app.db
      .updateTable('payment_attempts')
      .set({ provider_reference: null, payment_url: null })
      .where('order_id', '=', id)
      .execute()
    await comparePayments(app.services)
    expect(await statusOf(id)).toBe('paid')
    await company.letGo()
  })

  it('that nobody paid ends with its time, and so does its page', async () => {
    const { id, paymentUrl } = await waiting()
    app.advance(20 * MINUTE_MS)
    await reconcileOrders(app.services)
    expect(await orderStatus(app.db, id)).toEqual({ status: 'expired', ended_because: 'time' })
    expect((await attemptOf(app.db, id)).status).toBe('abandoned')
    await payInvoice(paymentUrl!, GOOD)
    expect(paymentOf((await attemptOf(app.db, id)).reference)).toBeUndefined()
  })

  it('that is given up takes its page along', async () => {
    const { api, id, paymentUrl } = await waiting()
    await api.cancel({ id })
    const { reference } = await attemptOf(app.db, id)
    await eventually(
      async () => company.invoices.get(reference!),
      (invoice) => expect(invoice?.status).toBe('canceled'),
    )
    await payInvoice(paymentUrl!, GOOD)
    expect(paymentOf(reference)).toBeUndefined()
  })

  it('stays open after a refused card and is paid with the next one', async () => {
    const { api, id, paymentUrl } = await waiting()
    await payInvoice(paymentUrl!, POOR)
    await company.delivered()
    expect(await api.order({ id })).toMatchObject({ status: 'pending', paymentUrl })
    await payInvoice(paymentUrl!, GOOD)
    await eventually(() => statusOf(id), is('paid'))
  })

  it('that is paid twice on one page keeps the first payment; institute and learner are told of the second, once', async () => {
    const { sara, id, reference, paymentUrl } = await waiting()
    await payInvoice(paymentUrl!, GOOD)
    await eventually(() => statusOf(id), is('paid'))
    const second = { ...paymentOf((await attemptOf(app.db, id)).reference), id: randomUUID() }
    company.payments.set(second.id, second)
    await comparePayments(app.services)
    await comparePayments(app.services)
    const told = await mailsAbout(app, OFFICE, reference)
    expect(told.map(({ subject }) => subject)).toEqual([`دُفع مبلغ الطلب ${reference} مرتين`])
    expect(told[0]!.text).toContain(second.id)
    expect(await statusOf(id)).toBe('paid')
    const subjects = (await mailsAbout(app, sara.email, reference)).map(({ subject }) => subject)
    expect(subjects.sort()).toEqual([`Order ${reference} was paid twice`, `You are enrolled, order ${reference}`])
    company.payments.delete(second.id)
  })

  it('is told again and again while nobody takes the message', async () => {
    const { id, paymentUrl } = await waiting()
    const [deaf] = await Promise.all([startMoyasar(), payInvoice(paymentUrl!, GOOD)])
    await eventually(() => statusOf(id), is('paid'))
    deaf.tellsTo(`${app.address}/nowhere`)
    const { body } = deaf.createInvoice({ amount: 100, currency: 'SAR', description: 'x' })
    await payInvoice((body as { url: string }).url, GOOD)
    await deaf.delivered()
    expect(deaf.attempts.map(({ retry_number }) => retry_number)).toEqual([1, 2, 3, 4, 5, 6])
    expect(new Set(deaf.attempts.map(({ event_id }) => event_id)).size).toBe(1)
    await deaf.stop()
  })
})

describe('while the company cannot be reached', () => {
  it('an order keeps its seat, and goes on to one invoice when it can be', async () => {
    const sara = await learner(app.db)
    const place = await bookable(app.db)
    const api = orderApi(apiAs(app, sara))
    for (const what of [
      'break',
      'html',
      { status: 503, body: { type: 'api_connection_error', message: 'x' } },
    ] as const) {
      fault('POST /v1/invoices', what)
      expect(await refusal(api.place(place))).toBe('paymentProviderDown')
    }
    fault('GET /v1/invoices', 'break', 2)
    expect(await refusal(api.place(place))).toBe('paymentProviderDown')
    fault('POST /v1/invoices', 'lost')
    const placed = await api.place(place)
    expect(placed).toMatchObject({ status: 'pending' })
    const { id: attemptId } = await attemptOf(app.db, placed.id)
    const made = [...company.invoices.values()].filter(({ metadata }) => metadata?.attempt_id === attemptId)
    expect(made).toHaveLength(1)
    await payInvoice(placed.paymentUrl!, GOOD)
    await eventually(() => statusOf(placed.id), is('paid'))
  })

  it('a learner who comes back sees the order as it was last known, and the message is handled later', async () => {
    company.hold()
    const { api, id, paymentUrl } = await waiting()
    await payInvoice(paymentUrl!, GOOD)
    fault('GET /v1/', { status: 500, body: { type: 'api_error', message: 'x' } }, 2)
    expect((await api.order({ id })).status).toBe('pending')
    await company.letGo()
    // The first try of the job meets the second failure.
    await eventually(() => statusOf(id), is('paid'))
  })
})

describe('a message', () => {
  it('that is forged is refused and not kept', async () => {
    const { id } = await waiting()
    const { reference } = await attemptOf(app.db, id)
    const data = { id: randomUUID(), status: 'paid', amount: 115_000, currency: 'SAR', invoice_id: reference }
    const message = { ...company.messageOf('payment_paid', data as Payment, MOYASAR_KEYS.webhook), data }
    for (const facts of [
      ...[{ secret_token: 'x' }, { secret_token: '' }, { secret_token: undefined }, { live: true }, { data: 'x' }],
      { secret_token: `${MOYASAR_KEYS.webhook} ` },
    ]) {
      const forged = { ...message, id: randomUUID(), ...facts }
      expect((await send(forged)).status, JSON.stringify(facts)).toBe(403)
      expect(await eventOf(forged.id)).toBeUndefined()
    }
    expect((await app.call('POST', 'Payments/webhook/sandbox', { body: message })).status).toBe(403)
    // With the right secret it is still only a sign to ask: nobody has paid.
    expect((await send(message)).status).toBe(200)
    await eventually(
      () => eventOf(message.id),
      (event) => expect(event?.handled_at).toBeTruthy(),
    )
    expect(await statusOf(id)).toBe('pending')
  })

  it('about what is not ours is kept once and asks nobody', async () => {
    const { body } = company.createPayment({
      ...{ amount: 5000, currency: 'SAR', callback_url: 'https://elsewhere.example/' },
      source: { type: 'creditcard', name: 'Sara Ali', number: GOOD, month: 1, year: 2040, cvc: '123' },
    })
    const message = company.messageOf('payment_paid', body as Payment, MOYASAR_KEYS.webhook)
    company.calls.length = 0
    expect([(await send(message)).status, (await send(message)).status]).toEqual([200, 200])
    expect((await eventOf(message.id))?.handled_at).toBeTruthy()
    expect(company.calls).toEqual([])
  })

  it('of a company that is not set up any more ends its job', async () => {
    const { reference } = await attemptOf(app.db, (await waiting()).id)
    await handlePaymentEvent(app.services, { provider: 'sandbox', eventId: randomUUID(), reference })
    expect(logged.join()).toContain('a message of a payment provider that is not set up any more')
  })
})

describe('money', () => {
  it('of another amount or currency buys nothing', async () => {
    for (const wrong of [{ amount: 1 }, { currency: 'USD' }]) {
      company.hold()
      const { api, id, paymentUrl } = await waiting()
      await payInvoice(paymentUrl!, GOOD)
      Object.assign(paymentOf((await attemptOf(app.db, id)).reference), wrong)
      expect(await api.order({ id })).toMatchObject({ status: 'failed', attempts: [{ status: 'refund-due' }] })
      await company.letGo()
      // It goes back by itself, undone while that is free.
      await eventually(
        () => attemptOf(app.db, id),
        ({ status }) => expect(status).toBe('refunded'),
      )
      expect(paymentOf((await attemptOf(app.db, id)).reference).status).toBe('voided')
    }
  })

  const staff = async () => orderApi(apiAs(app, { ...(await learner(app.db)), roles: ['Admin'], lastRole: 'Admin' }))
  const bought = async () => {
    const order = await waiting()
    await payInvoice(order.paymentUrl!, GOOD)
    await eventually(() => statusOf(order.id), is('paid'))
    await company.delivered()
    return { ...order, payment: paymentOf((await attemptOf(app.db, order.id)).reference) }
  }

  it('goes back when staff say so: undone while that is free, and otherwise what is missing of the sum', async () => {
    const whole = await bought()
    expect(await (await staff()).refund({ id: whole.id, reason: 'ill' })).toMatchObject({ status: 'refunded' })
    expect(whole.payment).toMatchObject({ status: 'voided', refunded: 0 })
    // The job would ask at the same moment, and one of the two would be refused.
    const { rows } = await sql<{ waits: boolean }>`
      select run_at > now() + interval '5 seconds' as waits from graphile_worker.jobs where key like 'refund:%'`.execute(
      app.db,
    )
    expect(rows).toEqual([{ waits: true }])
    const part = await bought()
    await (await staff()).refund({ id: part.id, amountHalalas: 300_00, keepsSeat: true, reason: 'a day was lost' })
    await eventually(
      () => part.api.order({ id: part.id }),
      (order) => expect(order).toMatchObject({ status: 'paid', refundedHalalas: 300_00 }),
    )
    expect(part.payment).toMatchObject({ status: 'refunded', refunded: 300_00 })
    await (await staff()).refund({ id: part.id, reason: 'all of it' })
    await eventually(() => statusOf(part.id), is('refunded'))
    expect(part.payment.refunded).toBe(100_000)
  })

  it('goes back once though the answers are lost, and the order tells when', async () => {
    const { id, payment } = await bought()
    fault(`POST /v1/payments/${payment.id}`, 'lost')
    await (await staff()).refund({ id, amountHalalas: 300_00, reason: 'a day was lost' })
    await eventually(() => statusOf(id), is('refunded'))
    expect(payment.refunded).toBe(300_00)
  })

  it('stays when the company says no for good, and the institute is told', async () => {
    const { id, reference, payment } = await bought()
    const body = { type: 'invalid_request_error', message: 'Payment can not be refunded', errors: null }
    fault(`POST /v1/payments/${payment.id}`, { status: 400, body }, 9)
    await (await staff()).refund({ id, reason: 'ill' })
    const told = () => mailsAbout(app, 'no-reply@maahad.example', reference)
    await eventually(told, (mails) => expect(JSON.stringify(mails)).toContain('refused-by-provider'))
    expect(await statusOf(id)).toBe('paid')
  })

  it('that went back there is back here', async () => {
    const { id, paymentUrl } = await waiting()
    await payInvoice(paymentUrl!, GOOD)
    await eventually(() => statusOf(id), is('paid'))
    const { reference } = await attemptOf(app.db, id)
    expect(await app.services.payment.refund(reference!, 100_000)).toMatchObject({ status: 'refunded' })
    await company.delivered()
    await eventually(() => statusOf(id), is('refunded'))
  })

  it('below a riyal is not asked for: the learner is told before a seat is taken', async () => {
    const sara = await learner(app.db)
    const place = await bookable(app.db, { priceHalalas: 100_000 })
    const { code: nearly } = await coupon(app.db, { amountHalalas: 99_901 })
    const { code: exactly } = await coupon(app.db, { amountHalalas: 99_900 })
    const { code: all } = await coupon(app.db, { percent: 100 })
    const api = orderApi(apiAs(app, sara))
    expect(await refusal(api.place({ ...place, couponCode: nearly }))).toBe('amountTooSmall')
    expect((await api.mine({ PageIndex: 1, PageSize: 10 })).items).toEqual([])
    expect(await api.place({ ...place, couponCode: exactly })).toMatchObject({ status: 'pending' })
    expect(await api.place({ ...place, couponCode: all })).toMatchObject({ status: 'paid' })
  })
})

describe('what another company had begun', () => {
  it('is left alone: its page is not here, and nobody is asked about it', async () => {
    const { api, id } = await waiting()
    const { id: attemptId } = await attemptOf(app.db, id)
    const theirs = randomUUID()
    await app.db
      .updateTable('payment_attempts')
      .set({ provider: 'sandbox', provider_reference: theirs, asked_at: null })
      .where('id', '=', attemptId)
      .execute()
    await reconcileOrders(servicesAfter(app, 1))
    expect((await api.order({ id })).status).toBe('pending')
    expect(company.calls.filter((call) => call.includes(theirs))).toEqual([])
    expect((await fetch(`${app.address}/sandbox-payment/${theirs}`)).status).not.toBe(200)
  })
})

it('neither key was written into the log through all of that, nor into the database', async () => {
  const written = (text: string) => Object.values(MOYASAR_KEYS).some((key) => text.includes(key))
  expect(logged.length).toBeGreaterThan(50)
  expect(logged.filter(written)).toEqual([])
  const events = await app.db.selectFrom('payment_events').selectAll().execute()
  expect(events.length).toBeGreaterThan(5)
  expect(written(JSON.stringify(events))).toBe(false)
  app.services.log.info({ typed: MOYASAR_KEYS.webhook }, 'the search finds what is there')
  expect(logged.filter(written)).toHaveLength(1)
})
