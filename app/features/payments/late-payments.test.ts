import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { coupon, inDays, learner, order } from '../../../tests/support/factories.ts'
import {
  attemptOf as attemptOfOrder,
  bookable,
  CARDS,
  eventually,
  hoursLeft,
  is,
  mailsAbout,
  orderStatus,
  payWith,
  post,
  refusal,
  servicesAfter,
  type Waiting,
  waitingOrder,
} from '../../../tests/support/orders/orders.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
import { reconcileOrders } from './reconciliation.server.ts'

/** The mailbox of an institute without settings. */
const OFFICE = 'no-reply@maahad.example'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const waiting = (...facts: Waiting) => waitingOrder(app, ...facts)
const attemptOf = (orderId: string) => attemptOfOrder(app.db, orderId)
const statusOf = async (id: string) => (await orderStatus(app.db, id)).status

describe('a payment after the order ended', () => {
  const end = (id: string) => reconcileOrders(servicesAfter(app, 31)).then(() => statusOf(id).then(is('expired')))

  it('takes the seat again while one is free', async () => {
    const { sara, id, reference, paymentUrl } = await waiting({ seats: 1 })
    await end(id)
    await payWith(paymentUrl, CARDS.good)
    await eventually(
      () => orderStatus(app.db, id),
      (now) => expect(now).toEqual({ status: 'paid', ended_because: null }),
    )
    expect(await mailsAbout(app, sara.email, reference)).toHaveLength(1)
  })

  it('is refunded when the seat is gone, and the learner gets one mail about it', async () => {
    const { sara, api, id, reference, courseId, scheduleId, paymentUrl } = await waiting({ seats: 1 })
    await end(id)
    await order(app.db, { courseId, scheduleId })
    await payWith(paymentUrl, CARDS.twice)
    await eventually(async () => (await attemptOf(id)).status, is('refunded'))
    expect(await api.order({ id })).toMatchObject({
      status: 'expired',
      endedBecause: 'Your payment arrived after this order had ended. We have returned it in full.',
    })
    const mails = await mailsAbout(app, sara.email, reference)
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      `We have refunded order ${reference}`,
      `We will return your payment for order ${reference}`,
    ])
  })

  it('is refunded when its coupon was used up meanwhile', async () => {
    const { code, id: couponId } = await coupon(app.db, { totalLimit: 1 })
    const { id, paymentUrl } = await waiting({}, code)
    await end(id)
    await order(app.db, { courseId: (await bookable(app.db)).courseId, coupon: { id: couponId, code } })
    await payWith(paymentUrl, CARDS.good)
    await eventually(async () => (await attemptOf(id)).status, is('refunded'))
    expect(await statusOf(id)).toBe('expired')
  })

  /** Starts the bank's challenge: an order that is cancelled from now on may still be paid. */
  const begin = (paymentUrl: string | undefined) => payWith(paymentUrl, CARDS.challenge)
  const approve = (paymentUrl: string | undefined) => post(`${paymentUrl}/challenge`, { answer: 'approve' })

  it('replaces the newer order that the learner has not paid', async () => {
    const { api, id, courseId, scheduleId, paymentUrl } = await waiting({ seats: 1 })
    await begin(paymentUrl)
    await end(id)
    const newer = await api.place({ courseId, scheduleId })
    await approve(paymentUrl)
    await eventually(() => statusOf(id), is('paid'))
    expect(await orderStatus(app.db, newer.id)).toEqual({ status: 'cancelled', ended_because: 'replaced' })
  })

  const subjectsTo = async (email: string, reference: string) =>
    (await mailsAbout(app, email, reference)).map(({ subject }) => subject).sort()

  it('is refunded when the learner had cancelled the order on purpose, with a mail to both sides', async () => {
    const { sara, api, id, reference, courseId, scheduleId, paymentUrl } = await waiting({ seats: 2 })
    await begin(paymentUrl)
    await api.cancel({ id })
    const newer = await api.place({ courseId, scheduleId })
    await approve(paymentUrl)
    await eventually(async () => (await attemptOf(id)).status, is('refunded'))
    expect([await statusOf(id), await statusOf(newer.id)]).toEqual(['cancelled', 'pending'])
    expect(await subjectsTo(sara.email, reference)).toEqual([
      `We have refunded order ${reference}`,
      `We will return your payment for order ${reference}`,
      `You cancelled order ${reference}`,
    ])
    expect(await subjectsTo(OFFICE, reference)).toEqual([`دفعة لم تُقبل على الطلب ${reference}`])
  })

  const DAY_AGO = new Date(Date.now() - DAY_MS)
  const refunded = (reference: string) => `We have refunded order ${reference}`
  const cancelled = (reference: string) => `Your course was cancelled and order ${reference} is refunded`
  it.each<[string, 'courses' | 'schedules', object, string, typeof refunded]>([
    ['a course that was unpublished', 'courses', { published_at: null }, 'course-withdrawn', refunded],
    ['a run that was cancelled', 'schedules', { cancelled_at: DAY_AGO }, 'course-withdrawn', cancelled],
    [
      'a run that has begun',
      'schedules',
      { starts_at: DAY_AGO, enrolment_closes_at: DAY_AGO },
      'course-begun',
      refunded,
    ],
  ])('for %s is refunded with a mail to both sides, before and after the end of the order', async (...row) => {
    const [, table, change, endedBecause, lastMail] = row
    for (const isEnded of [false, true]) {
      const { sara, id, reference, courseId, scheduleId, paymentUrl } = await waiting({ seats: 2 })
      await begin(paymentUrl)
      if (isEnded) await end(id)
      const ofOrder = table === 'courses' ? courseId : scheduleId
      await app.db.updateTable(table).set(change).where('id', '=', ofOrder).execute()
      await approve(paymentUrl)
      await eventually(async () => (await attemptOf(id)).status, is('refunded'))
      expect(await orderStatus(app.db, id)).toEqual(
        isEnded ? { status: 'expired', ended_because: 'time' } : { status: 'failed', ended_because: endedBecause },
      )
      const subjects = await subjectsTo(sara.email, reference)
      expect(subjects.sort()).toEqual(
        [lastMail(reference), `We will return your payment for order ${reference}`].sort(),
      )
      expect(await subjectsTo(OFFICE, reference)).toEqual([`دفعة لم تُقبل على الطلب ${reference}`])
    }
  })

  it('is refunded when the learner has paid the newer order', async () => {
    const { api, id, courseId, scheduleId, paymentUrl } = await waiting()
    await begin(paymentUrl)
    await api.cancel({ id })
    const newer = await api.place({ courseId, scheduleId })
    await payWith(newer.paymentUrl, CARDS.good)
    await eventually(() => statusOf(newer.id), is('paid'))
    await approve(paymentUrl)
    await eventually(async () => (await attemptOf(id)).status, is('refunded'))
    expect([await statusOf(id), await statusOf(newer.id)]).toEqual(['cancelled', 'paid'])
  })

  it('keeps the newer order pending when it is refunded', async () => {
    const { code, id: couponId } = await coupon(app.db, { totalLimit: 1 })
    const { api, id, courseId, scheduleId, paymentUrl } = await waiting({}, code)
    await begin(paymentUrl)
    const newer = await api.place({ courseId, scheduleId })
    await order(app.db, { courseId: (await bookable(app.db)).courseId, coupon: { id: couponId, code } })
    await approve(paymentUrl)
    await eventually(async () => (await attemptOf(id)).status, is('refunded'))
    expect(await statusOf(newer.id)).toBe('pending')
  })

  it('is not possible on the payment page of a cancelled order', async () => {
    const { api, id, paymentUrl } = await waiting()
    await api.cancel({ id })
    await eventually(async () => (await attemptOf(id)).status, is('abandoned'))
    expect((await payWith(paymentUrl, CARDS.good)).location).toContain('order-approved')
    expect(await orderStatus(app.db, id)).toEqual({ status: 'cancelled', ended_because: 'learner' })
  })
})

describe('an order by card that staff gave more time', () => {
  const desk = async () => apiAs(app, await learner(app.db, { roles: ['Finance'] }))
  const extended = async (...facts: Waiting) => {
    const found = await waiting(...facts)
    const { expiresAt } = await (await desk()).checkout.extendOrder({ id: found.id, days: 2, note: 'Salary tomorrow' })
    return { ...found, expiresAt, extendedUntil: expiresAt }
  }
  const attempts = (orderId: string) =>
    app.db
      .selectFrom('payment_attempts')
      .select('status')
      .where('order_id', '=', orderId)
      .orderBy('created_at')
      .execute()

  it('keeps its seat when the first checkout session is over, and is paid on a page of its own', async () => {
    const { sara, api, id, reference, courseId, scheduleId, paymentUrl, extendedUntil } = await extended({ seats: 1 })
    expect(hoursLeft(extendedUntil)).toBe(48)
    await eventually(() => attempts(id), is([{ status: 'abandoned' }, { status: 'created' }]))
    await reconcileOrders(servicesAfter(app, 31))
    expect(await statusOf(id)).toBe('pending')
    const mails = await mailsAbout(app, sara.email, reference)
    expect(mails.map(({ subject }) => subject)).toEqual([`More time for order ${reference}`])
    expect(mails[0]!.text).toContain(`/en/order-details/${courseId}/${scheduleId}`)
    const resumed = await api.place({ courseId, scheduleId })
    expect(resumed).toMatchObject({ id, expiresAt: extendedUntil })
    expect(resumed.paymentUrl).not.toBe(paymentUrl)
    await payWith(resumed.paymentUrl, CARDS.good)
    await eventually(() => statusOf(id), is('paid'))
    expect(await attempts(id)).toEqual([{ status: 'abandoned' }, { status: 'paid' }])
  })

  it('counts what was paid on the former page at that moment, and takes the money once', async () => {
    const found = await waiting()
    const [{ checkout }] = [await desk()]
    const [extension] = await Promise.allSettled([
      checkout.extendOrder({ id: found.id, days: 2, note: 'Asked by phone' }),
      payWith(found.paymentUrl, CARDS.good),
    ])
    await eventually(() => statusOf(found.id), is('paid'))
    // Either the payment came first, or it was applied to the extended order.
    if (extension.status === 'rejected') expect(extension.reason).toMatchObject({ code: 'orderNotPending' })
    const ledger = app.db.selectFrom('ledger').select('amount_halalas').where('order_id', '=', found.id)
    expect(await ledger.execute()).toEqual([{ amount_halalas: 1000_00 }])
  })

  it('ends after the new time, and a payment after that takes the seat again while one is free', async () => {
    const { id, api, courseId, scheduleId } = await extended({ seats: 1 })
    const { paymentUrl } = await api.place({ courseId, scheduleId })
    await reconcileOrders(servicesAfter(app, (2 * DAY_MS) / MINUTE_MS + 11))
    await eventually(() => statusOf(id), is('expired'))
    await payWith(paymentUrl, CARDS.good)
    await eventually(() => statusOf(id), is('paid'))
  })

  it('is extended once more, but neither paid, ended nor past the start of its run', async () => {
    const { id } = await extended({ startsAt: inDays(5), enrolmentClosesAt: inDays(4) })
    const { checkout } = await desk()
    expect(hoursLeft((await checkout.extendOrder({ id, days: 30, note: 'Asked by phone' })).expiresAt)).toBe(120)
    expect(await attempts(id)).toHaveLength(2)
    expect(await refusal(checkout.extendOrder({ id, days: 3, note: 'Asked by phone' }))).toBe('holdNotExtended')
    await checkout.cancelOrder({ id, reason: 'x' })
    expect(await refusal(checkout.extendOrder({ id, days: 3, note: 'Asked by phone' }))).toBe('orderNotPending')
    const own = await waiting()
    const self = apiAs(app, { ...own.sara, roles: ['Finance'] })
    expect(await refusal(self.checkout.extendOrder({ id: own.id, days: 3, note: 'Asked by phone' }))).toBe('ownOrder')
  })
})
