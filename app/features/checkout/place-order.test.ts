import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { coupon, course, inDays, inMinutes, learner, order, schedule } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import { bookable, orderStatus, refusal } from '../../../tests/support/orders/orders.ts'
import type { Context, SignedInUser } from '../../platform/context.server.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

type Facts = Parameters<typeof bookable> extends [unknown, ...infer Rest] ? Rest : never

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const ordersOf = (user: SignedInUser | null, facts: Partial<Context> = {}) => orderApi(apiAs(app, user, facts))
const statusOf = (id: string) => orderStatus(app.db, id)
const courseWithRun = (...facts: Facts) => bookable(app.db, ...facts)

describe('placing an order', () => {
  it('holds a seat for 20 minutes and leads to the payment page', async () => {
    const { courseId, scheduleId } = await courseWithRun({}, { seats: 10 })
    const placed = await ordersOf(await learner(app.db)).place({ courseId, scheduleId })
    expect(placed).toMatchObject({ status: 'pending', reference: expect.stringMatching(/^M-\d{4}-\d{6,}$/) })
    expect(placed.paymentUrl).toMatch(`${app.address}/sandbox-payment/`)
    expect(Date.parse(placed.expiresAt) - app.services.now().getTime()).toBeGreaterThan(19.5 * MINUTE_MS)
    expect((await ordersOf(null).summary({ courseId, scheduleId })).schedule?.seatsLeft).toBe(9)
  })

  it('resumes the open order when its learner returns, even in many tabs at the same moment', async () => {
    const api = ordersOf(await learner(app.db))
    const { courseId, scheduleId } = await courseWithRun()
    const tabs = await Promise.all(Array.from({ length: 8 }, () => api.place({ courseId, scheduleId })))
    const again = await api.place({ courseId, scheduleId })
    expect(new Set([...tabs, again].map(({ id, paymentUrl }) => `${id} ${paymentUrl}`)).size).toBe(1)
  })

  it('is limited to sixty orders an hour per learner, so that nobody can block all seats', async () => {
    const [greedy, other] = [ordersOf(await learner(app.db)), ordersOf(await learner(app.db))]
    const { courseId, scheduleId } = await courseWithRun()
    const place = () => greedy.place({ courseId, scheduleId })
    for (let times = 0; times < 60; times++) expect((await place()).status).toBe('pending')
    expect(await refusal(place())).toBe('tooManyRequests')
    expect((await other.place({ courseId, scheduleId })).status).toBe('pending')
  })

  it('with another coupon replaces the open order', async () => {
    const api = ordersOf(await learner(app.db))
    const { courseId, scheduleId } = await courseWithRun({ priceHalalas: 1_000_00 }, { seats: 1 })
    const { code } = await coupon(app.db, { percent: 50, perLearnerLimit: 1 })
    const first = await api.place({ courseId, scheduleId })
    const second = await api.place({ courseId, scheduleId, couponCode: code })
    expect(second.id).not.toBe(first.id)
    expect(await statusOf(first.id)).toEqual({ status: 'cancelled', ended_because: 'replaced' })
    expect(await api.order({ id: second.id })).toMatchObject({ totalHalalas: 500_00, couponCode: code })
    expect((await api.place({ courseId, scheduleId, couponCode: code })).id).toBe(second.id)
  })

  it('keeps the open order when the new coupon is refused', async () => {
    const api = ordersOf(await learner(app.db))
    const { courseId, scheduleId } = await courseWithRun()
    const first = await api.place({ courseId, scheduleId })
    expect(await refusal(api.place({ courseId, scheduleId, couponCode: 'NOSUCH' }))).toBe('couponUnknown')
    expect((await statusOf(first.id)).status).toBe('pending')
  })

  it('creates a new order when the open one has expired', async () => {
    const sara = await learner(app.db)
    const { courseId, scheduleId } = await courseWithRun()
    const old = await order(app.db, {
      courseId,
      scheduleId,
      userId: sara.id,
      status: 'pending',
      expiresAt: inMinutes(-1),
    })
    const placed = await ordersOf(sara).place({ courseId, scheduleId })
    expect(placed.id).not.toBe(old.id)
    expect(await statusOf(old.id)).toEqual({ status: 'expired', ended_because: 'time' })
  })

  it('frees the seat of an expired order for the next learner', async () => {
    const { courseId, scheduleId } = await courseWithRun({}, { seats: 1 })
    await order(app.db, { courseId, scheduleId, status: 'pending', expiresAt: inMinutes(-1) })
    expect((await ordersOf(await learner(app.db)).place({ courseId, scheduleId })).status).toBe('pending')
  })

  it('enrols immediately when the course is free, and sends one mail', async () => {
    const sara = await learner(app.db)
    const { courseId, scheduleId } = await courseWithRun({ priceHalalas: 0 })
    const placed = await ordersOf(sara).place({ courseId, scheduleId })
    expect(placed).toMatchObject({ status: 'paid' })
    expect(placed.paymentUrl).toBeUndefined()
    expect(await app.mails(sara.email)).toHaveLength(1)
    expect(await refusal(ordersOf(sara).place({ courseId, scheduleId }))).toBe('alreadyEnrolled')
  })

  it('asks first when the learner has a seat in another run of the course', async () => {
    const sara = await learner(app.db)
    const { courseId, scheduleId } = await courseWithRun()
    const other = await schedule(app.db, courseId, { startsAt: inDays(60) })
    const place = { courseId, scheduleId: other }
    expect((await ordersOf(sara).summary(place)).enrolledIn).toBeNull()
    await order(app.db, { courseId, scheduleId, userId: sara.id })
    expect((await ordersOf(sara).summary(place)).enrolledIn).toMatchObject({ id: scheduleId, isOver: false })
    expect(await refusal(ordersOf(sara).place(place))).toBe('enrolledInOtherRun')
    const placed = await ordersOf(sara).place({ ...place, again: true })
    expect(placed.status).toBe('pending')
    // Who comes back to the open order was asked already.
    expect((await ordersOf(sara).place(place)).id).toBe(placed.id)
  })

  it('asks first while the receipt for another run is being checked', async () => {
    const sara = await learner(app.db)
    const api = ordersOf(sara)
    const { courseId, scheduleId } = await courseWithRun()
    const place = { courseId, scheduleId: await schedule(app.db, courseId, { startsAt: inDays(60) }) }
    const { id } = await order(app.db, { courseId, scheduleId, userId: sara.id, status: 'pending' })
    await app.db.updateTable('orders').set({ method: 'transfer' }).where('id', '=', id).execute()
    expect((await api.summary(place)).enrolledIn).toBeNull()
    await app.db
      .insertInto('transfers')
      .values({ order_id: id, receipt_at: inMinutes(-1) })
      .execute()
    expect((await api.summary(place)).enrolledIn).toMatchObject({ id: scheduleId, isPaid: false })
    expect(await refusal(api.place(place))).toBe('enrolledInOtherRun')
    const decline = (answer: string | null) =>
      app.db
        .updateTable('transfers')
        .set({ answer, declined_at: answer === null ? null : new Date() })
        .where('order_id', '=', id)
        .execute()
    await decline('Another account')
    expect((await api.summary(place)).enrolledIn).toBeNull()
    await decline(null)
    expect((await api.place({ ...place, again: true })).status).toBe('pending')
  })

  it('enrols immediately with a coupon of 100 percent', async () => {
    const { courseId, scheduleId } = await courseWithRun()
    const { code } = await coupon(app.db, { percent: 100 })
    const api = ordersOf(await learner(app.db))
    const { id, status } = await api.place({ courseId, scheduleId, couponCode: code })
    expect(status).toBe('paid')
    expect(await api.order({ id })).toMatchObject({ totalHalalas: 0, attempts: [], paymentUrl: null })
  })

  it('continues with the same order and attempt after the provider was down', async () => {
    const sara = await learner(app.db)
    const { courseId, scheduleId } = await courseWithRun()
    const requestedAttempts: string[] = []
    const payment: Context['payment'] = {
      ...app.services.payment,
      create: async ({ attemptId }) => {
        requestedAttempts.push(attemptId)
        throw new Error('no answer')
      },
    }
    const down = ordersOf(sara, { payment, log: app.services.log.child({}, { level: 'silent' }) })
    expect(await refusal(down.place({ courseId, scheduleId }))).toBe('paymentProviderDown')
    expect(await refusal(down.place({ courseId, scheduleId }))).toBe('paymentProviderDown')
    const placed = await ordersOf(sara).place({ courseId, scheduleId })
    const { attempts } = await ordersOf(sara).order({ id: placed.id })
    expect(new Set(requestedAttempts)).toEqual(new Set([attempts[0]!.id]))
    expect(attempts).toHaveLength(1)
    expect(placed.paymentUrl).toBeDefined()
  })

  it('gives every request the same payment page, even when a slow provider has created two', async () => {
    const place = await courseWithRun()
    const bothAsked = Promise.withResolvers<void>()
    let calls = 0
    const payment: Context['payment'] = {
      ...app.services.payment,
      create: async () => {
        const number = ++calls
        if (number === 2) bothAsked.resolve()
        await bothAsked.promise
        return { reference: randomUUID(), paymentUrl: `https://pay.example/${number}` }
      },
    }
    const api = ordersOf(await learner(app.db), { payment })
    const placed = await Promise.all([api.place(place), api.place(place)])
    expect([calls, new Set(placed.map(({ paymentUrl }) => paymentUrl)).size]).toEqual([2, 1])
  })

  it('requires a run, and is refused when no run is bookable', async () => {
    const api = ordersOf(await learner(app.db))
    const { courseId } = await courseWithRun()
    const past = await courseWithRun({}, { startsAt: inDays(-3), endsAt: inDays(2) })
    const none = await course(app.db)
    expect(await refusal(api.place({ courseId }))).toBe('scheduleRequired')
    expect(await refusal(api.place({ courseId: past.courseId }))).toBe('enrolmentClosed')
    expect(await refusal(api.place({ courseId: none.id }))).toBe('enrolmentClosed')
  })

  it.each<[string, Parameters<typeof schedule>[2], string]>([
    ['is full', { seats: 3, heldSeats: 3 }, 'seatsGone'],
    ['has closed its enrolment', { enrolmentClosesAt: inMinutes(-1) }, 'enrolmentClosed'],
    ['has begun', { startsAt: inMinutes(-1), enrolmentClosesAt: inMinutes(-1) }, 'enrolmentClosed'],
    ['opens later', { enrolmentOpensAt: inDays(1) }, 'enrolmentNotOpen'],
  ])('is refused for a run that %s', async (_name, run, code) => {
    const { courseId, scheduleId } = await courseWithRun({}, run)
    expect(await refusal(ordersOf(await learner(app.db)).place({ courseId, scheduleId }))).toBe(code)
  })

  it.each<[string, Parameters<typeof coupon>[1], string]>([
    ['paused', { active: false }, 'couponInactive'],
    ['not yet valid', { validFrom: inDays(1) }, 'couponNotYetValid'],
    ['expired', { validTo: inMinutes(-1) }, 'couponExpired'],
    ['for other courses', { courseIds: [] }, 'couponOtherCourse'],
    ['for another company', { emailDomain: 'company.example' }, 'couponOtherDomain'],
    ['for larger orders', { minimumHalalas: 1_000_01 }, 'couponMinimum'],
  ])('is refused with a coupon that is %s', async (_name, facts, code) => {
    const { courseId, scheduleId } = await courseWithRun({ priceHalalas: 1_000_00 })
    const { code: couponCode } = await coupon(app.db, facts)
    expect(await refusal(ordersOf(await learner(app.db)).place({ courseId, scheduleId, couponCode }))).toBe(code)
  })

  it('is refused with a used-up coupon until a use is released', async () => {
    const { courseId, scheduleId } = await courseWithRun()
    const { code: couponCode } = await coupon(app.db, { totalLimit: 1 })
    const [sara, omar] = [ordersOf(await learner(app.db)), ordersOf(await learner(app.db))]
    const { id } = await sara.place({ courseId, scheduleId, couponCode })
    expect(await refusal(omar.place({ courseId, scheduleId, couponCode }))).toBe('couponExhausted')
    await sara.cancel({ id })
    expect((await omar.place({ courseId, scheduleId, couponCode })).status).toBe('pending')
  })

  it('is refused with a coupon that this learner has used for another course', async () => {
    const sara = ordersOf(await learner(app.db))
    const [one, two] = [await courseWithRun(), await courseWithRun()]
    const { code: couponCode } = await coupon(app.db, { perLearnerLimit: 1 })
    await sara.place({ courseId: one.courseId, scheduleId: one.scheduleId, couponCode })
    const second = { courseId: two.courseId, scheduleId: two.scheduleId, couponCode }
    expect(await refusal(sara.place(second))).toBe('couponUsedByLearner')
    expect((await ordersOf(await learner(app.db)).place(second)).status).toBe('pending')
  })
})

it('an unpaid order holds its seat until it expires, and then says why it ended', async () => {
  const sara = await learner(app.db)
  const { courseId, scheduleId } = await courseWithRun({}, { seats: 1 })
  const { id } = await ordersOf(sara).place({ courseId, scheduleId })
  const later = (minutes: number) => ({ now: () => new Date(app.services.now().getTime() + minutes * MINUTE_MS) })
  const omar = await learner(app.db)
  expect(await refusal(ordersOf(omar, later(19)).place({ courseId, scheduleId }))).toBe('seatsGone')
  expect(await ordersOf(sara, later(31)).order({ id })).toMatchObject({
    status: 'expired',
    endedBecause: 'The time to pay ran out before the payment was made.',
    paymentUrl: null,
  })
  expect((await ordersOf(omar, later(31)).place({ courseId, scheduleId })).status).toBe('pending')
})
