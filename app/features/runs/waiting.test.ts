import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import type { ScheduleFacts } from '../../../tests/support/factories.ts'
import { inDays, learner } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import { held } from '../../../tests/support/orders/order-race.ts'
import { bookable, CARDS, eventually, is, orderStatus, payWith, refusal } from '../../../tests/support/orders/orders.ts'
import type { Services } from '../../platform/context.server.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { expireOverdue } from '../orders/transition-queries.server.ts'
import { offerSeats } from './waiting.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const names = { name: { ar: 'إدارة المشاريع', en: 'Project management' } }
const servicesIn = (ms: number): Services => ({ ...app.services, now: () => new Date(Date.now() + ms) })

async function person() {
  const user = await learner(app.db)
  const api = apiAs(app, user)
  return { user, api, orders: orderApi(api) }
}

/** A run whose only seat somebody holds. */
async function full(run: ScheduleFacts = {}, priceHalalas = 100_000) {
  const place = await bookable(app.db, { ...names, priceHalalas }, { seats: 1, ...run })
  const buyer = await person()
  const order = await buyer.orders.place(place)
  return { ...place, id: place.scheduleId, buyer, order }
}

const offersTo = async (email: string) =>
  (await app.mails(email)).filter(({ subject }) => subject === 'A seat for you: Project management')

describe('the waiting list of a run', () => {
  it('is joined only while the run is full, once by each person, and left again', async () => {
    const open = await bookable(app.db)
    const [one, two] = [await person(), await person()]
    expect(await refusal(one.api.runs.joinWaiting({ id: open.scheduleId }))).toBe('runNotFull')
    const { id, courseId, buyer } = await full()
    expect(await refusal(buyer.api.runs.joinWaiting({ id }))).toBe('alreadyEnrolled')
    expect(await one.api.runs.joinWaiting({ id })).toEqual({ position: 1, offeredUntil: null })
    expect(await one.api.runs.joinWaiting({ id })).toEqual({ position: 1, offeredUntil: null })
    expect(await two.api.runs.joinWaiting({ id })).toEqual({ position: 2, offeredUntil: null })
    await one.api.runs.leaveWaiting({ id })
    expect(await refusal(one.api.runs.leaveWaiting({ id }))).toBe('notWaiting')
    expect(await two.api.runs.waitingPlace({ id })).toEqual({ position: 1, offeredUntil: null })
    const mine = { runId: id, position: 1, offeredUntil: null, course: { name: names.name.en } }
    expect((await two.api.runs.myWaiting({})).places).toMatchObject([mine])
    const onPage = async (reader: typeof one) => (await reader.api.catalogue.myCourse({ courseId })).waiting
    expect(await onPage(two)).toEqual([{ runId: id, position: 1, offeredUntil: null }])
    expect(await onPage(one)).toEqual([])
    expect((await one.api.runs.myWaiting({})).places).toEqual([])
    await app.db
      .updateTable('schedules')
      .set({ enrolment_closes_at: inDays(-1) })
      .where('id', '=', id)
      .execute()
    expect(await refusal(one.api.runs.joinWaiting({ id }))).toBe('enrolmentClosed')
    expect(await refusal(one.api.runs.joinWaiting({ id: 999_999 }))).toBe('runNotFound')
  })

  it('gives a freed seat to the first in line, holds it, and passes it on when it is not taken', async () => {
    const { id, courseId, buyer, order } = await full()
    const [one, two, passer] = [await person(), await person(), await person()]
    for (const { api } of [one, two]) await api.runs.joinWaiting({ id })
    await buyer.orders.cancel({ id: order.id })
    // The seat is free, but not for somebody who comes by.
    expect(await refusal(passer.orders.place({ courseId, scheduleId: id }))).toBe('seatsGone')
    const shown = await apiAs(app, null).checkout.summary({ courseId, scheduleId: id })
    expect(shown.schedule?.seatsLeft).toBe(0)

    await offerSeats(app.services)
    await offerSeats(app.services)
    const [mail, ...more] = await offersTo(one.user.email)
    expect([more.length, (await offersTo(two.user.email)).length]).toEqual([0, 0])
    expect(mail!.text).toContain(`/order-details/${courseId}/${id}`)
    for (const fact of ['SAR 1,000', 'Riyadh', 'pm']) expect(mail!.text).toContain(fact)
    const place = await one.api.runs.waitingPlace({ id })
    expect(Math.round((Date.parse(place.offeredUntil!) - Date.now()) / HOUR_MS)).toBe(24)
    const { waiting } = await one.api.catalogue.myCourse({ courseId })
    expect(waiting).toEqual([{ runId: id, ...place }])
    expect(await two.api.runs.waitingPlace({ id })).toEqual({ position: 1, offeredUntil: null })
    expect(await refusal(two.orders.place({ courseId, scheduleId: id }))).toBe('seatsGone')

    await offerSeats(servicesIn(DAY_MS - HOUR_MS))
    expect(await offersTo(two.user.email)).toEqual([])
    await offerSeats(servicesIn(DAY_MS + HOUR_MS))
    expect(await offersTo(two.user.email)).toHaveLength(1)
    expect(await one.api.runs.waitingPlace({ id })).toEqual({ position: null, offeredUntil: null })
    expect((await held(app.db, { scheduleId: id })).seats).toBe(1)

    const taken = await two.orders.place({ courseId, scheduleId: id })
    await payWith(taken.paymentUrl, CARDS.good)
    await eventually(async () => (await orderStatus(app.db, taken.id)).status, is('paid'))
    const admin = apiAs(app, await learner(app.db, { roles: ['Admin'] }))
    const { people } = await admin.runs.waitingList({ id })
    expect(people.map(({ order }) => order?.status)).toEqual(['expired', 'paid'])
  })

  it('is changed by staff: a free seat for one of them, and somebody taken off with a reason', async () => {
    const { id, buyer, order } = await full()
    const [one, two, three] = [await person(), await person(), await person()]
    for (const { api } of [one, two, three]) await api.runs.joinWaiting({ id })
    const admin = apiAs(app, await learner(app.db, { roles: ['Admin'] }))
    const list = async () => (await admin.runs.waitingList({ id })).people
    const [first, second, third] = await list()
    const refusedFor = (call: Promise<unknown>) =>
      call.then(
        () => 'not refused',
        ({ code, detail }) => [code, detail],
      )
    expect(await refusedFor(admin.runs.offerSeat({ id: third!.id }))).toEqual([
      'noSeatToOffer',
      { name: third!.name, seats: 1, taken: 1, offered: 0, held: 0 },
    ])
    await buyer.orders.cancel({ id: order.id })
    const { until } = await admin.runs.offerSeat({ id: third!.id })
    expect((await three.api.runs.waitingPlace({ id })).offeredUntil).toBe(until)
    expect((await three.api.runs.myWaiting({})).places).toMatchObject([{ position: null, offeredUntil: until }])
    expect(await offersTo(three.user.email)).toHaveLength(1)
    const gone = (because: string) => ['notInLine', { name: expect.any(String), because }]
    expect(await refusedFor(admin.runs.offerSeat({ id: third!.id }))).toEqual(gone('offered'))
    expect(await refusedFor(admin.runs.setRunCapacity({ id, seats: 1, heldSeats: 1 }))).toEqual([
      'seatsSold',
      { seats: 1, taken: 1, offered: 1, held: 1 },
    ])
    await offerSeats(app.services)
    expect(await offersTo(one.user.email)).toEqual([])
    // Who was offered a seat waits no longer, wherever they are counted.
    const inLine = async () => (await list()).filter(({ order, leftAt }) => !order && !leftAt).length
    expect([(await admin.runs.run({ id })).waiting, await inLine()]).toEqual([2, 2])

    await admin.runs.removeWaiting({ id: first!.id, reason: 'Asked by phone' })
    expect(await refusedFor(admin.runs.removeWaiting({ id: first!.id, reason: 'Again' }))).toEqual(gone('removed'))
    const [mail] = await app.mails(one.user.email)
    expect([mail!.subject, mail!.text]).toEqual([
      'You are off the waiting list: Project management',
      expect.stringContaining('Asked by phone'),
    ])
    expect((await list())[0]).toMatchObject({ removedBecause: 'Asked by phone', leftAt: expect.any(String) })
    expect(await two.api.runs.waitingPlace({ id })).toEqual({ position: 1, offeredUntil: null })
    expect(second!.order).toBe(null)
    await two.api.runs.leaveWaiting({ id })
    expect(await refusedFor(admin.runs.offerSeat({ id: second!.id }))).toEqual(gone('left'))
  })

  it('sells what is left when nobody waits any more', async () => {
    const { id, courseId, buyer, order } = await full()
    const [one, passer] = [await person(), await person()]
    await one.api.runs.joinWaiting({ id })
    await buyer.orders.cancel({ id: order.id })
    await offerSeats(app.services)
    await expireOverdue(app.db, new Date(Date.now() + 2 * DAY_MS))
    await offerSeats(app.services)
    expect(await refusal(passer.orders.place({ courseId, scheduleId: id }))).toBe('not refused')
  })

  it('enrols the first in line at once where nothing is to be paid', async () => {
    const { id, courseId, buyer, order } = await full({}, 0)
    const one = await person()
    await one.api.runs.joinWaiting({ id })
    await app.db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', order.id).execute()
    await offerSeats(app.services)
    expect(buyer.user.id).not.toBe(one.user.id)
    const summary = await one.api.checkout.summary({ courseId, scheduleId: id })
    expect(summary.existingOrder?.status).toBe('paid')
  })

  it('is never oversold while offers, buyers and a growing capacity meet', async () => {
    const place = await bookable(app.db, names, { seats: 5 })
    const id = place.scheduleId
    const holders = await Promise.all(Array.from({ length: 5 }, person))
    const orders = await Promise.all(holders.map(({ orders }) => orders.place(place)))
    const line = await Promise.all(Array.from({ length: 6 }, person))
    for (const { api } of line) await api.runs.joinWaiting({ id })
    const passers = await Promise.all(Array.from({ length: 10 }, person))
    const admin = apiAs(app, await learner(app.db, { roles: ['Admin'] }))
    await Promise.all([
      ...holders.map(({ orders: mine }, index) => mine.cancel({ id: orders[index]!.id })),
      admin.runs.setRunCapacity({ id, seats: 7 }),
      ...passers.map(({ orders: theirs }) => refusal(theirs.place(place))),
      offerSeats(app.services),
      offerSeats(app.services),
    ])
    await offerSeats(app.services)
    expect((await held(app.db, { scheduleId: id })).seats).toBeLessThanOrEqual(7)
    const offered = await Promise.all(line.map(async ({ user }) => (await offersTo(user.email)).length))
    expect(offered).toEqual([1, 1, 1, 1, 1, 1])
  })
})
