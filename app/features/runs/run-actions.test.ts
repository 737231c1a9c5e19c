import ICAL from 'ical.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { inDays, learner, order, schedule } from '../../../tests/support/factories.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import { killedAt, type Moment } from '../../../tests/support/orders/killed.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import {
  awaitedTransfer,
  BANK,
  bookable,
  CARDS,
  eventually,
  is,
  orderStatus,
  payWith,
  refusal,
} from '../../../tests/support/orders/orders.ts'
import type { Api } from '../../api/contract.ts'
import { dayOf } from '../../platform/days.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { workRunAction } from './run-action.server.ts'

let app: TestApp
let admin: Api
beforeAll(async () => {
  app = await startTestApp()
  await institute(app.db)
  admin = apiAs(app, await learner(app.db, { roles: ['Admin'] }))
  // The tests do the job of moved and cancelled runs themselves, so that they can stop it.
  await sql`create function leave_to_test() returns trigger language plpgsql as $$
    begin new.run_at := now() + interval '1 day'; return new; end $$`.execute(app.db)
  await sql`create trigger leave_to_test before insert or update on graphile_worker._private_jobs
    for each row when (new.key like 'run-action:%') execute function leave_to_test()`.execute(app.db)
})
afterAll(() => app.stop())

const place = { name: { ar: 'إدارة المشاريع', en: 'Project management' } }
const session = (days: number, from = '17:00', to = '20:00', room?: string) => ({
  day: dayOf(inDays(days)),
  from,
  to,
  ...(room ? { room } : {}),
})

async function placed(courseId: number, scheduleId: number) {
  const person = await learner(app.db)
  const api = orderApi(apiAs(app, person))
  return { person, api, ...(await api.place({ courseId, scheduleId })) }
}

async function paid(courseId: number, scheduleId: number) {
  const order = await placed(courseId, scheduleId)
  await payWith(order.paymentUrl, CARDS.good)
  await eventually(async () => (await orderStatus(app.db, order.id)).status, is('paid'))
  return order
}

async function work(runId: number, moment?: Moment): Promise<void> {
  const { id } = await app.db
    .selectFrom('run_actions')
    .select('id')
    .where('schedule_id', '=', runId)
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow()
  await workRunAction(killedAt(app.services, moment), { id })
}

async function cancel(id: number, facts: { moveTo?: number; refund?: string[] } = {}) {
  const { fingerprint } = await admin.runs.cancelPreview({ id, ...facts })
  return admin.runs.cancelRun({ id, fingerprint, reason: 'The trainer is ill', ...facts })
}

async function reschedule(id: number, sessions: ReturnType<typeof session>[]) {
  const { fingerprint } = await admin.runs.reschedulePreview({ id })
  return admin.runs.rescheduleRun({ id, fingerprint, sessions, reason: 'The hall is closed' })
}

const subjects = async (email: string) => (await app.mails(email)).map(({ subject }) => subject)

describe('cancelling a run', () => {
  it('refunds each of 30 paid orders once, with one credit note and one mail, however often its job is killed', async () => {
    const { courseId, scheduleId: id } = await bookable(app.db, place, { seats: 31 })
    const orders: Awaited<ReturnType<typeof paid>>[] = []
    for (let bought = 0; bought < 30; bought += 5)
      orders.push(...(await Promise.all(Array.from({ length: 5 }, () => paid(courseId, id)))))
    const pending = await placed(courseId, id)
    const preview = await admin.runs.cancelPreview({ id })
    expect(preview).toMatchObject({
      paid: 30,
      pending: 1,
      waiting: 0,
      refundHalalas: 30 * 1000_00,
      byHand: 0,
      mails: 31,
    })
    const before = new Map(
      await Promise.all(
        orders.map(async ({ person }) => [person.email, (await subjects(person.email)).length] as const),
      ),
    )
    const view = await cancel(id)
    expect(view).toMatchObject({ phase: 'cancelled', actions: [{ kind: 'cancel', orders: 31, ordersDone: 0 }] })
    expect(await refusal(admin.runs.cancelRun({ id, fingerprint: preview.fingerprint, reason: 'x' }))).toBe(
      'runCancelled',
    )

    const kills: Moment[] = [
      { at: 'commit', after: 4 },
      { at: 'rollback', after: 6 },
      { at: 'sent', after: 3 },
      { at: 'commit', after: 1 },
      { at: 'sent', after: 1 },
    ]
    for (const kill of kills) await expect(work(id, kill)).rejects.toThrow()
    const { ordersDone } = (await admin.runs.run({ id })).actions[0]!
    expect([ordersDone > 0, ordersDone < 31]).toEqual([true, true])
    await work(id)
    await work(id)

    const ids = orders.map((one) => one.id)
    // What the provider was asked for when the process was killed is settled by the refund's own job.
    await eventually(
      async () =>
        (await app.db.selectFrom('orders').select('status').where('id', 'in', ids).execute()).map(
          ({ status }) => status,
        ),
      is(ids.map(() => 'refunded')),
    )
    const { rows } = await sql<Record<string, number>>`select
      (select count(*)::int from refunds where order_id = any(${ids}::uuid[]) and status = 'done') as refunds,
      (select count(*)::int from invoices where order_id = any(${ids}::uuid[]) and kind = 'credit-note') as "creditNotes",
      (select sum(amount_halalas)::int from ledger where order_id = any(${ids}::uuid[])) as ledger,
      (select sum(refunded_halalas)::int from sandbox_payments where id::text in (
        select provider_reference from payment_attempts where order_id = any(${ids}::uuid[]))) as provider`.execute(
      app.db,
    )
    expect(rows[0]).toMatchObject({ refunds: 30, creditNotes: 30, ledger: 0, provider: 30 * 1000_00 })
    const mailCounts = await Promise.all(
      orders.map(async ({ person }) => (await subjects(person.email)).length - before.get(person.email)!),
    )
    expect(mailCounts).toEqual(ids.map(() => 1))
    expect(await orderStatus(app.db, pending.id)).toMatchObject({ status: 'cancelled' })
    const logged = await admin.audit.audit({ reference: orders[0]!.reference, limit: 10 } as never)
    expect(logged.items.filter(({ action }) => action === 'order.refund')).toMatchObject([
      {
        reference: orders[0]!.reference,
        detail: { amountHalalas: 1000_00, run: id },
        person: { id: expect.any(Number) },
      },
    ])
    const done = await admin.runs.run({ id })
    expect(done.actions[0]).toMatchObject({ orders: 31, ordersDone: 31, doneAt: expect.any(String) })
    expect(done.money).toEqual({ paidHalalas: 30 * 1000_00, refundedHalalas: 30 * 1000_00 })
  }, 90_000)

  it('is done only as it was shown, and with a recent proof', async () => {
    const { courseId, scheduleId: id } = await bookable(app.db, place)
    const { fingerprint } = await admin.runs.cancelPreview({ id })
    await order(app.db, { courseId, scheduleId: id })
    expect(await refusal(admin.runs.cancelRun({ id, fingerprint, reason: 'x' }))).toBe('previewStale')
    const stale = await learner(app.db, { roles: ['Admin'] })
    const unproved = apiAs(app, { ...stale, provedAt: inDays(-1) })
    const shown = await admin.runs.cancelPreview({ id })
    const call = unproved.runs.cancelRun({ id, fingerprint: shown.fingerprint, reason: 'x' })
    expect(await refusal(call)).toBe('proofNeeded')
    expect((await admin.runs.run({ id })).phase).toBe('coming')
  })

  it('moves learners to another run as far as it has seats, and refunds the others', async () => {
    const { courseId, scheduleId: id } = await bookable(app.db, place, { seats: 5 })
    const orders = [await paid(courseId, id), await paid(courseId, id)]
    const target = await schedule(app.db, courseId, { seats: 1, startsAt: inDays(50) })
    const elsewhere = await bookable(app.db)
    expect(await refusal(admin.runs.cancelPreview({ id, moveTo: elsewhere.scheduleId }))).toBe('targetRunUnfit')
    expect(await admin.runs.cancelPreview({ id, moveTo: target })).toMatchObject({ moved: 1, notMoved: 1 })
    await cancel(id, { moveTo: target })
    await work(id)
    const rows = await app.db
      .selectFrom('orders')
      .select(['id', 'status', 'schedule_id'])
      .where(
        'id',
        'in',
        orders.map((one) => one.id),
      )
      .execute()
    expect(rows.map(({ status, schedule_id }) => [status, schedule_id]).sort()).toEqual([
      ['paid', target],
      ['refunded', id],
    ])
    const moved = orders.find((one) => one.id === rows.find(({ status }) => status === 'paid')!.id)!
    expect(await subjects(moved.person.email)).toContain('New dates for your course: Project management')
    const refunded = orders.find((one) => one !== moved)!
    expect((await subjects(refunded.person.email)).at(0)).toContain('Your course was cancelled')
  })

  it('refunds those for whom staff choose it, and says what the other run costs', async () => {
    const { courseId, scheduleId: id } = await bookable(app.db, place, { seats: 5 })
    const [stays, leaves] = [await paid(courseId, id), await paid(courseId, id)]
    const target = await schedule(app.db, courseId, { seats: 9, startsAt: inDays(50), priceHalalas: 1200_00 })
    const choice = { moveTo: target, refund: [leaves.id] }
    const preview = await admin.runs.cancelPreview({ id, ...choice })
    expect(preview).toMatchObject({ moved: 1, notMoved: 0, refundHalalas: 1000_00, differenceHalalas: 200_00 })
    expect(preview.targets).toMatchObject([{ id: target, seatsLeft: 9, priceHalalas: 1200_00 }])
    expect(preview.orders.map((one) => [one.id, one.isMoved]).sort()).toEqual(
      [
        [stays.id, true],
        [leaves.id, false],
      ].sort(),
    )
    await cancel(id, choice)
    await work(id)
    expect((await orderStatus(app.db, stays.id)).status).toBe('paid')
    expect((await orderStatus(app.db, leaves.id)).status).toBe('refunded')
    expect((await subjects(leaves.person.email)).at(0)).toContain('Your course was cancelled')
    // Nobody pays or gets the difference.
    const { rows } = await sql`select sum(amount_halalas)::int as sum from ledger where order_id = ${stays.id}`.execute(
      app.db,
    )
    expect(rows).toEqual([{ sum: 1000_00 }])
  })

  it('writes once to a learner who paid by transfer, and asks in that mail for the account', async () => {
    await institute(app.db, { bank: BANK })
    const { scheduleId: id, id: orderId, sara: person } = await awaitedTransfer(app)
    await admin.transfers.approveTransfer({ id: orderId, amountHalalas: 1000_00 })
    expect((await orderStatus(app.db, orderId)).status).toBe('paid')
    const before = await subjects(person.email)
    const preview = await admin.runs.cancelPreview({ id })
    expect(preview).toMatchObject({ paid: 1, byHand: 1, mails: 1 })
    await cancel(id)
    await expect(work(id, { at: 'commit', after: 1 })).rejects.toThrow()
    await work(id)
    await work(id)
    const mails = await app.mails(person.email)
    expect(mails).toHaveLength(before.length + preview.mails)
    expect(mails[0]!.subject).toBe('Your course was cancelled: Project management')
    expect(mails[0]!.text).toContain('Enter the IBAN')
    expect(mails[0]!.text).toContain('/en/profile/orders')
    const refunds = app.db.selectFrom('refunds').select('status').where('order_id', '=', orderId)
    expect(await refunds.execute()).toEqual([{ status: 'sending' }])
    await institute(app.db)
  })

  it('sends back what is paid for it afterwards', async () => {
    const { courseId, scheduleId: id } = await bookable(app.db, place)
    const late = await placed(courseId, id)
    await cancel(id)
    await payWith(late.paymentUrl, CARDS.good)
    await eventually(
      async () =>
        (await app.db.selectFrom('refunds').select('status').where('order_id', '=', late.id).execute())[0]?.status,
      is('done' as string | undefined),
    )
    await work(id)
    expect((await orderStatus(app.db, late.id)).status).not.toBe('paid')
    const { rows } = await sql`select sum(amount_halalas)::int as sum from ledger where order_id = ${late.id}`.execute(
      app.db,
    )
    expect(rows).toEqual([{ sum: 0 }])
  })
})

describe('rescheduling a run', () => {
  const eventsOf = async (api: Api['orders'], id: string) => {
    const { body } = await api.calendar({ id })
    const calendar = new ICAL.Component(ICAL.parse(await new Response(body).text()))
    return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
  }

  it('mails each learner once, and gives calendars the same entry with a higher sequence and the new sessions', async () => {
    const { courseId, scheduleId: id } = await bookable(app.db, place)
    const one = await paid(courseId, id)
    const waiting = await placed(courseId, id)
    const gone = await order(app.db, { courseId, scheduleId: id, status: 'cancelled' })
    const [before] = await eventsOf(apiAs(app, one.person).orders, one.id)
    expect(await admin.runs.reschedulePreview({ id })).toMatchObject({ paid: 1, pending: 1, mails: 2, leaveDays: 7 })
    const moved = await reschedule(id, [session(40), session(41), session(44, '18:00', '22:00', 'B2')])
    expect(moved).toMatchObject({ sessionCount: 3, phase: 'coming', startsAt: moved.sessions[0]!.startsAt })
    const [first, ...others] = await eventsOf(apiAs(app, one.person).orders, one.id)
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
    const items = app.db.selectFrom('run_action_items').select('order_id').where('order_id', '=', gone.id)
    expect(await items.execute()).toEqual([])
  })

  it('lets those leave who ordered before, without a decision and beyond the usual time, and nobody else', async () => {
    const { courseId, scheduleId: id } = await bookable(app.db, place)
    const one = await paid(courseId, id)
    const longAgo = inDays(-30)
    // The usual time is over.
    await institute(app.db, { refundDays: 0 })
    expect(await refusal(one.api.requestRefund({ id: one.id, reason: 'x' }))).toBe('refundTooLate')
    await reschedule(id, [session(60)])
    const after = await paid(courseId, id)
    const left = await one.api.requestRefund({ id: one.id, reason: 'I travel then' })
    expect(left).toMatchObject({ status: 'refunded', refundedHalalas: 1000_00 })
    // Whoever knew the new dates leaves by the usual rules.
    expect(await refusal(after.api.requestRefund({ id: after.id, reason: 'x' }))).toBe('refundTooLate')
    const third = await order(app.db, { courseId, scheduleId: id, createdAt: longAgo, totalHalalas: 0 })
    const { user_id: userId } = await app.db
      .selectFrom('orders')
      .select('user_id')
      .where('id', '=', third.id)
      .executeTakeFirstOrThrow()
    const { freeUntil } = await app.db
      .selectFrom('schedules')
      .select('free_exit_until as freeUntil')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(Math.round((+freeUntil! - Date.now()) / DAY_MS)).toBe(7)
    const person = { ...(await learner(app.db)), id: userId }
    await institute(app.db)
    expect(await orderApi(apiAs(app, person)).requestRefund({ id: third.id, reason: 'x' })).toMatchObject({
      status: 'refunded',
    })
  })

  it('keeps the order that is being paid at that moment, for the new dates and with the way out', async () => {
    const { courseId, scheduleId: id } = await bookable(app.db, place)
    const paying = Array.from({ length: 6 }, () => placed(courseId, id))
    const orders = await Promise.all(paying)
    const { fingerprint } = await admin.runs.reschedulePreview({ id })
    const move = (shown: string) =>
      refusal(admin.runs.rescheduleRun({ id, fingerprint: shown, sessions: [session(70)], reason: 'x' }))
    const [, moved] = await Promise.all([
      Promise.all(orders.map(({ paymentUrl }) => payWith(paymentUrl, CARDS.good))),
      move(fingerprint),
    ])
    // An order that became paid meanwhile makes the preview an old one.
    if (moved === 'previewStale') {
      await eventually(async () => (await admin.runs.run({ id })).paid, is(6))
      expect(await move((await admin.runs.reschedulePreview({ id })).fingerprint)).toBe('not refused')
    } else expect(moved).toBe('not refused')
    for (const one of orders) {
      await eventually(async () => (await orderStatus(app.db, one.id)).status, is('paid'))
      const view = await one.api.order({ id: one.id })
      expect(view.schedule?.startsAt.slice(0, 10)).toBe(dayOf(inDays(70)))
      expect(view.refundUntil).not.toBe(null)
    }
    await work(id)
    for (const { person } of orders)
      expect((await subjects(person.email)).filter((subject) => subject?.startsWith('New dates'))).toHaveLength(1)
  })

  it('keeps the sessions that have begun, and moves the others of a run that is under way', async () => {
    const { scheduleId: id } = await bookable(app.db, place)
    await reschedule(id, [session(1), session(8), session(15)])
    app.advance(3 * DAY_MS)
    expect((await admin.runs.run({ id })).phase).toBe('running')
    expect(await refusal(reschedule(id, [session(2), session(9), session(15)]))).toBe('runBegun')
    expect(await refusal(reschedule(id, [session(9), session(15)]))).toBe('runBegun')
    const { sessions } = await reschedule(id, [session(1), session(9), session(15)])
    expect(sessions.map(({ day }) => day)).toEqual([1, 9, 15].map((days) => dayOf(inDays(days))))
    app.advance(-3 * DAY_MS)
  })

  it('keeps a session in which attendance was taken', async () => {
    const { courseId, scheduleId: id } = await bookable(app.db, place)
    const { sessions } = await reschedule(id, [session(30), session(37)])
    const { id: orderId } = await order(app.db, { courseId, scheduleId: id })
    const mark = {
      session_id: sessions[1]!.id,
      order_id: orderId,
      state: 'present',
      at: new Date(),
      marked_at: new Date(),
    }
    await app.db.insertInto('attendance').values(mark).execute()
    expect(await refusal(reschedule(id, [session(30), session(38)]))).toBe('sessionAttended')
    expect((await reschedule(id, [session(31), session(37)])).sessions[1]!.id).toBe(sessions[1]!.id)
  })

  it('shows on the public page at once', async () => {
    const { courseId, scheduleId: id } = await bookable(app.db, place)
    const { slug } = await app.db
      .selectFrom('courses')
      .select('slug')
      .where('id', '=', courseId)
      .executeTakeFirstOrThrow()
    await app.call('GET', `Courses/course-by-slug?slug=${slug}`)
    const { startsAt } = await reschedule(id, [session(33)])
    const { data } = await app.call('GET', `Courses/course-by-slug?slug=${slug}`)
    expect(data.schedules).toMatchObject([{ id, startsAt }])
  })
})
