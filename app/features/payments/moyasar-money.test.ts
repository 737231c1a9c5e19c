/** Money at Moyasar: amounts, and refunds that are refused, late, lost or made in its dashboard. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { coupon, learner } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import {
  attemptOf,
  bookable,
  eventually,
  is,
  mailsAbout,
  refusal,
  sendNow,
  servicesAfter,
} from '../../../tests/support/orders/orders.ts'
import { GOOD_CARD, moyasarShop, OFFICE } from '../../../tests/support/payments/moyasar-app.ts'
import { MOYASAR_KEYS, payInvoice } from '../../../tests/support/payments/moyasar-server.ts'
import { createMoyasar } from '../../adapters/payment/moyasar.server.ts'
import type { Services, SignedInUser } from '../../platform/context.server.ts'
import { sendRefund } from '../refunds/refund-jobs.server.ts'

const shop = moyasarShop()
const { logged, waiting, statusOf, paymentOf, fault } = shop

describe('money', () => {
  it('of another amount or currency buys nothing', async () => {
    for (const wrong of [{ amount: 1 }, { currency: 'USD' }]) {
      shop.moyasar.holdWebhooks()
      const { api, id, paymentUrl } = await waiting()
      await payInvoice(paymentUrl!, GOOD_CARD)
      Object.assign(paymentOf((await attemptOf(shop.app.db, id)).reference), wrong)
      expect(await api.order({ id })).toMatchObject({ status: 'failed', attempts: [{ status: 'refund-due' }] })
      await shop.moyasar.releaseWebhooks()
      // It is refunded automatically: voided while that is free.
      await eventually(
        () => attemptOf(shop.app.db, id),
        ({ status }) => expect(status).toBe('refunded'),
      )
      expect(paymentOf((await attemptOf(shop.app.db, id)).reference).status).toBe('voided')
    }
  })

  const admin = async (): Promise<SignedInUser> => ({
    ...(await learner(shop.app.db)),
    roles: ['Admin'],
    lastRole: 'Admin',
  })
  const staff = async () => orderApi(apiAs(shop.app, await admin()))
  const paidOrder = async () => {
    const order = await waiting()
    await payInvoice(order.paymentUrl!, GOOD_CARD)
    await eventually(() => statusOf(order.id), is('paid'))
    await shop.moyasar.untilDelivered()
    return { ...order, payment: paymentOf((await attemptOf(shop.app.db, order.id)).reference) }
  }

  it('is refunded by staff: voided while that is free, and otherwise by the missing amount', async () => {
    const full = await paidOrder()
    expect(await (await staff()).refund({ id: full.id, reason: 'ill' })).toMatchObject({ status: 'refunded' })
    expect(full.payment).toMatchObject({ status: 'voided', refunded: 0 })
    // The job is delayed: if it sent the refund at the same moment, one of the two would be refused.
    const { rows } = await sql<{ waits: boolean }>`
      select run_at > now() + interval '5 seconds' as waits from graphile_worker.jobs where key like 'refund:%'`.execute(
      shop.app.db,
    )
    expect(rows).toEqual([{ waits: true }])
    const part = await paidOrder()
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

  it('is refunded once although the response is lost', async () => {
    const { id, payment } = await paidOrder()
    // Without their message the product must look the refund up by itself.
    shop.moyasar.holdWebhooks()
    fault(`POST /v1/payments/${payment.id}`, 'lost')
    const { refunds } = await (await staff()).refund({ id, amountHalalas: 300_00, reason: 'a day was lost' })
    expect(refunds).toMatchObject([{ status: 'sending' }])
    await sendRefund(shop.app.services, { id: refunds[0]!.id })
    expect([await statusOf(id), payment.refunded]).toEqual(['refunded', 300_00])
    await shop.moyasar.releaseWebhooks()
  })

  /** The product with a time limit that the stand-in exceeds. */
  const impatient = (minutes = 0): Services => {
    const { settings, log } = shop.app.services
    const services = servicesAfter(shop.app, minutes)
    const parts = { settings: settings.payment.moyasar!, now: services.now, log, timeout: 600 }
    return { ...services, payment: createMoyasar({ ...parts, underLock: (_, work) => work() }) }
  }
  const unansweredRefund = async (what: 'late' | 'timeout', afterMs = 0) => {
    const { id, reference, payment } = await paidOrder()
    shop.moyasar.faults.push({ at: (call) => call.includes(`${payment.id}/refund`), times: 1, what, afterMs })
    const office = orderApi(apiAs(shop.app, await admin(), impatient()))
    const decided = await office.refund({ id, amountHalalas: 300_00, reason: 'a day was lost' })
    expect(decided.refunds).toMatchObject([{ status: 'sending' }])
    const requests = () => shop.moyasar.calls.filter((call) => call === `POST /v1/payments/${payment.id}/refund`).length
    return { id, reference, payment, refundId: decided.refunds[0]!.id, requests, office }
  }

  it('is sent once when Moyasar carries a refund out after our time limit', async () => {
    const { id, payment, refundId, requests } = await unansweredRefund('late', 2500)
    await sendRefund(impatient(), { id: refundId })
    await sendRefund(impatient(2), { id: refundId })
    expect([requests(), payment.refunded]).toEqual([1, 0])
    await shop.moyasar.untilDelivered()
    await sendRefund(impatient(3), { id: refundId })
    expect([requests(), payment.refunded, await statusOf(id)]).toEqual([1, 300_00, 'refunded'])
  })

  it('is never sent again by itself: after ten minutes staff are told, and find the refund in their list', async () => {
    const { id, reference, payment, refundId, requests, office } = await unansweredRefund('timeout')
    await sendRefund(impatient(9), { id: refundId })
    expect((await office.staffOrder({ id })).refunds).toMatchObject([{ status: 'sending' }])
    await sendRefund(impatient(11), { id: refundId })
    await sendRefund(impatient(20), { id: refundId })
    expect([requests(), payment.refunded, await statusOf(id)]).toEqual([1, 0, 'paid'])
    const { items } = await office.orders({ Refund: 'unclear', PageIndex: 1, PageSize: 20 })
    expect(items.map((order) => order.id)).toContain(id)
    expect((await mailsAbout(shop.app, OFFICE, reference)).map(({ subject }) => subject)).toEqual([
      `لا نعلم هل رُدّ مبلغ الطلب ${reference}`,
    ])
    // Another refund would send the money twice if the first is still carried out.
    expect(await refusal(office.refund({ id, amountHalalas: 300_00, reason: 'once more' }))).toBe('refundUnderWay')
    // Later than anybody waits for, it is carried out after all.
    shop.moyasar.refund(payment, { amount: 300_00 })
    await eventually(() => statusOf(id), is('refunded'))
  })

  it('is kept when Moyasar refuses the refund, and the institute gets a mail', async () => {
    const { id, reference, payment } = await paidOrder()
    const body = { type: 'invalid_request_error', message: 'Payment can not be refunded', errors: null }
    fault(`POST /v1/payments/${payment.id}`, { status: 400, body }, 9)
    await (await staff()).refund({ id, reason: 'ill' })
    const officeMails = () => mailsAbout(shop.app, 'no-reply@maahad.example', reference)
    await eventually(officeMails, (mails) => expect(JSON.stringify(mails)).toContain('refused-by-provider'))
    expect(await statusOf(id)).toBe('paid')
  })

  it('that was refunded at Moyasar is refunded here', async () => {
    const { id, paymentUrl } = await waiting()
    await payInvoice(paymentUrl!, GOOD_CARD)
    await eventually(() => statusOf(id), is('paid'))
    const { reference } = await attemptOf(shop.app.db, id)
    expect(await shop.app.services.payment.refund(reference!, 100_000, sendNow)).toMatchObject({ status: 'refunded' })
    await shop.moyasar.untilDelivered()
    await eventually(() => statusOf(id), is('refunded'))
  })

  it('below a riyal is refused before a seat is taken', async () => {
    const sara = await learner(shop.app.db)
    const place = await bookable(shop.app.db, { priceHalalas: 100_000 })
    const { code: nearly } = await coupon(shop.app.db, { amountHalalas: 99_901 })
    const { code: exactly } = await coupon(shop.app.db, { amountHalalas: 99_900 })
    const { code: all } = await coupon(shop.app.db, { percent: 100 })
    const api = orderApi(apiAs(shop.app, sara))
    expect(await refusal(api.place({ ...place, couponCode: nearly }))).toBe('amountTooSmall')
    expect((await api.mine({ PageIndex: 1, PageSize: 10 })).items).toEqual([])
    expect(await api.place({ ...place, couponCode: exactly })).toMatchObject({ status: 'pending' })
    expect(await api.place({ ...place, couponCode: all })).toMatchObject({ status: 'paid' })
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
