import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { inDays, learner, order } from '../../../tests/support/factories.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import { bookable, CARDS, eventually, is, orderStatus, payWith, refusal } from '../../../tests/support/orders/orders.ts'
import { place, runActions, session } from '../../../tests/support/orders/run-actions.ts'
import type { Api } from '../../api/contract.ts'
import { dayOf } from '../../platform/days.ts'
import { DAY_MS } from '../../platform/durations.ts'

const { app, admin, placed, paid, work, reschedule, subjects } = runActions()

describe('rescheduling a run', () => {
  const eventsOf = async (api: Api['orders'], id: string) => {
    const { body } = await api.calendar({ id })
    const calendar = new ICAL.Component(ICAL.parse(await new Response(body).text()))
    return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
  }

  it('mails each learner once, and gives calendars the same entry with a higher sequence and the new sessions', async () => {
    const { courseId, scheduleId: id } = await bookable(app().db, place)
    const one = await paid(courseId, id)
    const waiting = await placed(courseId, id)
    const gone = await order(app().db, { courseId, scheduleId: id, status: 'cancelled' })
    const [before] = await eventsOf(apiAs(app(), one.person).orders, one.id)
    expect(await admin().runs.reschedulePreview({ id })).toMatchObject({ paid: 1, pending: 1, mails: 2, leaveDays: 7 })
    const moved = await reschedule(id, [session(40), session(41), session(44, '18:00', '22:00', 'B2')])
    expect(moved).toMatchObject({ sessionCount: 3, phase: 'coming', startsAt: moved.sessions[0]!.startsAt })
    const [first, ...others] = await eventsOf(apiAs(app(), one.person).orders, one.id)
    expect(first!.uid).toBe(before!.uid)
    expect(first!.sequence).toBeGreaterThan(before!.sequence)
    expect(others.map(({ uid, location }) => [uid, location])).toEqual([[before!.uid, 'B2, Main hall, Riyadh']])
    for (const other of others) first!.relateException(other)
    const steps = first!.iterator()
    const starts = [steps.next(), steps.next(), steps.next(), steps.next()].map((time) => time?.toString())
    expect(starts).toEqual(
      [40, 41]
        .map((days) => `${dayOf(inDays(days))}T17:00:00`)
        .concat(`${dayOf(inDays(44))}T18:00:00`, undefined as unknown as string),
    )

    await expect(work(id, { at: 'commit', after: 1 })).rejects.toThrow()
    await work(id)
    await work(id)
    const subject = 'New dates for your course: Project management'
    for (const { email } of [one.person, waiting.person])
      expect((await subjects(email)).filter((one) => one === subject)).toHaveLength(1)
    const items = app().db.selectFrom('run_action_items').select('order_id').where('order_id', '=', gone.id)
    expect(await items.execute()).toEqual([])
  })

  it('lets those leave who ordered before, without a decision and beyond the usual time, and nobody else', async () => {
    const { courseId, scheduleId: id } = await bookable(app().db, place)
    const one = await paid(courseId, id)
    const longAgo = inDays(-30)
    // The usual time is over.
    await institute(app().db, { refundDays: 0 })
    expect(await refusal(one.api.requestRefund({ id: one.id, reason: 'x' }))).toBe('refundTooLate')
    await reschedule(id, [session(60)])
    const after = await paid(courseId, id)
    const left = await one.api.requestRefund({ id: one.id, reason: 'I travel then' })
    expect(left).toMatchObject({ status: 'refunded', refundedHalalas: 1000_00 })
    // Whoever knew the new dates leaves by the usual rules.
    expect(await refusal(after.api.requestRefund({ id: after.id, reason: 'x' }))).toBe('refundTooLate')
    const third = await order(app().db, { courseId, scheduleId: id, createdAt: longAgo, totalHalalas: 0 })
    const { user_id: userId } = await app()
      .db.selectFrom('orders')
      .select('user_id')
      .where('id', '=', third.id)
      .executeTakeFirstOrThrow()
    const { freeUntil } = await app()
      .db.selectFrom('schedules')
      .select('free_exit_until as freeUntil')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(Math.round((+freeUntil! - Date.now()) / DAY_MS)).toBe(7)
    const person = { ...(await learner(app().db)), id: userId }
    await institute(app().db)
    expect(await orderApi(apiAs(app(), person)).requestRefund({ id: third.id, reason: 'x' })).toMatchObject({
      status: 'refunded',
    })
  })

  it('keeps the order that is being paid at that moment, for the new dates and with the way out', async () => {
    const { courseId, scheduleId: id } = await bookable(app().db, place)
    const paying = Array.from({ length: 6 }, () => placed(courseId, id))
    const orders = await Promise.all(paying)
    const { fingerprint } = await admin().runs.reschedulePreview({ id })
    const move = (shown: string) =>
      refusal(admin().runs.rescheduleRun({ id, fingerprint: shown, sessions: [session(70)], reason: 'x' }))
    const [, moved] = await Promise.all([
      Promise.all(orders.map(({ paymentUrl }) => payWith(paymentUrl, CARDS.good))),
      move(fingerprint),
    ])
    // An order that became paid meanwhile makes the preview an old one.
    if (moved === 'previewStale') {
      await eventually(async () => (await admin().runs.run({ id })).paid, is(6))
      expect(await move((await admin().runs.reschedulePreview({ id })).fingerprint)).toBe('not refused')
    } else expect(moved).toBe('not refused')
    for (const one of orders) {
      await eventually(async () => (await orderStatus(app().db, one.id)).status, is('paid'))
      const view = await one.api.order({ id: one.id })
      expect(view.schedule?.startsAt.slice(0, 10)).toBe(dayOf(inDays(70)))
      expect(view.refundUntil).not.toBe(null)
    }
    await work(id)
    for (const { person } of orders)
      expect((await subjects(person.email)).filter((subject) => subject?.startsWith('New dates'))).toHaveLength(1)
  })

  it('keeps the sessions that have begun, and moves the others of a run that is under way', async () => {
    const { scheduleId: id } = await bookable(app().db, place)
    await reschedule(id, [session(1), session(8), session(15)])
    app().advance(3 * DAY_MS)
    expect((await admin().runs.run({ id })).phase).toBe('running')
    expect(await refusal(reschedule(id, [session(2), session(9), session(15)]))).toBe('runBegun')
    expect(await refusal(reschedule(id, [session(9), session(15)]))).toBe('runBegun')
    const { sessions } = await reschedule(id, [session(1), session(9), session(15)])
    expect(sessions.map(({ day }) => day)).toEqual([1, 9, 15].map((days) => dayOf(inDays(days))))
    app().advance(-3 * DAY_MS)
  })

  it('keeps a session in which attendance was taken', async () => {
    const { courseId, scheduleId: id } = await bookable(app().db, place)
    const { sessions } = await reschedule(id, [session(30), session(37)])
    const { id: orderId } = await order(app().db, { courseId, scheduleId: id })
    const mark = {
      session_id: sessions[1]!.id,
      order_id: orderId,
      state: 'present',
      at: new Date(),
      marked_at: new Date(),
    }
    await app().db.insertInto('attendance').values(mark).execute()
    expect(await refusal(reschedule(id, [session(30), session(38)]))).toBe('sessionAttended')
    expect((await reschedule(id, [session(31), session(37)])).sessions[1]!.id).toBe(sessions[1]!.id)
  })

  it('shows on the public page at once', async () => {
    const { courseId, scheduleId: id } = await bookable(app().db, place)
    const { slug } = await app()
      .db.selectFrom('courses')
      .select('slug')
      .where('id', '=', courseId)
      .executeTakeFirstOrThrow()
    await app().call('GET', `Courses/course-by-slug?slug=${slug}`)
    const { startsAt } = await reschedule(id, [session(33)])
    const { data } = await app().call('GET', `Courses/course-by-slug?slug=${slug}`)
    expect(data.schedules).toMatchObject([{ id, startsAt }])
  })
})
