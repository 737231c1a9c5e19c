import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { inDays, learner, order } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import {
  awaitedTransfer,
  bookable,
  CARDS,
  eventually,
  is,
  orderStatus,
  payWith,
  servicesAfter,
  waitingOrder,
  withBank,
} from '../../../tests/support/orders/orders.ts'
import { notifyWaitlist } from '../catalogue/course/notify.server.ts'
import { reconcileOrders } from '../payments/reconciliation.server.ts'
import { remindOfEndings, remindOfStarts } from './reminders.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await withBank(app.db)
})
afterAll(() => app.stop())

const HOUR_MINUTES = 60
const servicesIn = (minutes: number) => servicesAfter(app, minutes)
const messagesAbout = (about: string) => app.db.selectFrom('messages').selectAll().where('about', '=', about).execute()
const endingReminders = (id: string) => messagesAbout(`order-ending:${id}`)
const startReminders = (id: string) => messagesAbout(`run-starting:${id}`)
const paid = async (id: string, paymentUrl: string | undefined) => {
  await payWith(paymentUrl, CARDS.good)
  await eventually(async () => (await orderStatus(app.db, id)).status, is('paid'))
}

describe('a reminder of an unpaid order', () => {
  it('by card is sent once, in the last minutes', async () => {
    const { sara, id, reference, courseId, scheduleId } = await waitingOrder(app)
    await remindOfEndings(servicesIn(11))
    expect(await endingReminders(id)).toEqual([])
    await Promise.all([
      remindOfEndings(servicesIn(13)),
      remindOfEndings(servicesIn(13)),
      remindOfEndings(servicesIn(14)),
    ])
    await remindOfEndings(servicesIn(15))
    const [mail, ...others] = await endingReminders(id)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: sara.email, lang: 'en' })
    expect(mail!.subject).toBe(`A few minutes left to pay for order ${reference}`)
    expect(mail!.text).toContain(`/en/order-details/${courseId}/${scheduleId}`)
  })

  it('is not sent when the order is paid, cancelled or expired', async () => {
    const [bought, left, over] = [await waitingOrder(app), await waitingOrder(app), await waitingOrder(app)]
    await paid(bought.id, bought.paymentUrl)
    await left.api.cancel({ id: left.id })
    await remindOfEndings(servicesIn(13))
    expect([await endingReminders(bought.id), await endingReminders(left.id)]).toEqual([[], []])
    const late = await waitingOrder(app)
    await remindOfEndings(servicesIn(20))
    expect(await endingReminders(late.id)).toEqual([])
    expect(await endingReminders(over.id)).toHaveLength(1)
  })

  it('by transfer is sent on the last day, unless a receipt is under review and nothing else is requested', async () => {
    const [waits, checked, refused, restAsked] = [
      await awaitedTransfer(app),
      await awaitedTransfer(app),
      await awaitedTransfer(app),
      await awaitedTransfer(app),
    ]
    const receipt = { receipt_at: new Date() }
    await app.db
      .insertInto('transfers')
      .values({ order_id: checked.id, ...receipt })
      .execute()
    const answer = { answer: 'Too little', declined_at: new Date() }
    await app.db
      .insertInto('transfers')
      .values({ order_id: refused.id, ...receipt, ...answer })
      .execute()
    await app.db
      .insertInto('transfers')
      .values({ order_id: restAsked.id, ...receipt, received_halalas: 600_00, rest_asked_at: new Date() })
      .execute()
    await remindOfEndings(servicesIn(47 * HOUR_MINUTES))
    expect(await endingReminders(waits.id)).toEqual([])
    await remindOfEndings(servicesIn(49 * HOUR_MINUTES))
    await remindOfEndings(servicesIn(50 * HOUR_MINUTES))
    const reminders = await Promise.all([waits, checked, refused, restAsked].map(({ id }) => endingReminders(id)))
    expect(reminders.map(({ length }) => length)).toEqual([1, 0, 1, 1])
    expect(reminders[0]![0]!.subject).toBe(`The time for your transfer ends soon, order ${waits.reference}`)
  })

  it('with a short deadline is sent only after half of the time', async () => {
    const { id } = await awaitedTransfer(app, { startsAt: inDays(1.2), enrolmentClosesAt: inDays(1.1) })
    await remindOfEndings(servicesIn(12 * HOUR_MINUTES))
    expect(await endingReminders(id)).toEqual([])
    await remindOfEndings(servicesIn(15 * HOUR_MINUTES))
    expect(await endingReminders(id)).toHaveLength(1)
  })
})

describe('a reminder of a run', () => {
  it('is sent once, two days before the run starts, with its calendar file', async () => {
    const { id, paymentUrl, sara } = await waitingOrder(app, { startsAt: inDays(5) })
    await paid(id, paymentUrl)
    await remindOfStarts(servicesIn(2.9 * 24 * HOUR_MINUTES))
    expect(await startReminders(id)).toEqual([])
    await Promise.all([
      remindOfStarts(servicesIn(3.1 * 24 * HOUR_MINUTES)),
      remindOfStarts(servicesIn(3.1 * 24 * HOUR_MINUTES)),
    ])
    await remindOfStarts(servicesIn(3.5 * 24 * HOUR_MINUTES))
    const [mail, ...others] = await startReminders(id)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: sara.email, attachments: [{ kind: 'calendar', id }] })
    expect(mail!.text).toContain('Project management')
    expect(mail!.subject).toMatch(/^“Project management” starts on \w+day/)
  })

  it('is not sent for later, refunded or unpaid orders, nor to deleted accounts', async () => {
    const soon = await waitingOrder(app, { startsAt: inDays(1.5), enrolmentClosesAt: inDays(1) })
    await paid(soon.id, soon.paymentUrl)
    const run = { startsAt: inDays(5) }
    const [refunded, erased, open] = [
      await waitingOrder(app, run),
      await waitingOrder(app, run),
      await awaitedTransfer(app, run),
    ]
    await paid(refunded.id, refunded.paymentUrl)
    await app.db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', refunded.id).execute()
    await paid(erased.id, erased.paymentUrl)
    await app.db.updateTable('users').set({ erased_at: new Date() }).where('id', '=', erased.sara.id).execute()
    await remindOfStarts(servicesIn(10))
    await remindOfStarts(servicesIn(3.1 * 24 * HOUR_MINUTES))
    for (const { id } of [soon, refunded, erased, open]) expect(await startReminders(id)).toEqual([])
  })
})

describe('a mail about a free seat', () => {
  const addToWaitlist = async (courseId: number, count: number) => {
    const emails = Array.from({ length: count }, (_, index) => `waits-${courseId}-${index}@example.com`)
    for (const [index, email] of emails.entries())
      await app.db
        .insertInto('notify_requests')
        .values({ course_id: courseId, email, lang: 'en', created_at: new Date(Date.now() + index) })
        .execute()
    return emails
  }
  const notifiedOf = async (emails: string[]) => {
    const rows = await app.db.selectFrom('messages').select('recipient').where('recipient', 'in', emails).execute()
    return rows.map(({ recipient }) => recipient).sort((a, b) => emails.indexOf(a) - emails.indexOf(b))
  }

  it('is sent to the waitlist after an expiry, cancellation or refund', async () => {
    const expired = await waitingOrder(app, { seats: 1 })
    const cancelled = await awaitedTransfer(app, { seats: 1 })
    const refunded = await bookable(app.db, {}, { seats: 1 })
    const { id } = await order(app.db, refunded)
    const [one, two, three] = [
      await addToWaitlist(expired.courseId, 1),
      await addToWaitlist(cancelled.courseId, 1),
      await addToWaitlist(refunded.courseId, 1),
    ]
    await notifyWaitlist(app.services)
    expect(await notifiedOf([...one, ...two, ...three])).toEqual([])
    await reconcileOrders(servicesIn(31))
    await cancelled.api.cancel({ id: cancelled.id })
    await app.db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', id).execute()
    await notifyWaitlist(app.services)
    await notifyWaitlist(app.services)
    expect(await notifiedOf([...one, ...two, ...three])).toEqual([...one, ...two, ...three])
  })

  it('is sent to a few at a time in the order of the waitlist, and to the next while the seat stays free', async () => {
    const { courseId, scheduleId } = await bookable(app.db, {}, { seats: 1 })
    const { id } = await order(app.db, { courseId, scheduleId })
    const emails = await addToWaitlist(courseId, 8)
    await app.db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', id).execute()
    await notifyWaitlist(app.services)
    expect(await notifiedOf(emails)).toEqual(emails.slice(0, 5))
    const api = orderApi(apiAs(app, await learner(app.db)))
    const taken = await api.place({ courseId, scheduleId })
    await notifyWaitlist(app.services)
    expect(await notifiedOf(emails)).toEqual(emails.slice(0, 5))
    await api.cancel({ id: taken.id })
    await notifyWaitlist(app.services)
    expect(await notifiedOf(emails)).toEqual(emails)
  })
})
