import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { inDays, learner, order, type ScheduleFacts, schedule } from '../../../../tests/support/factories.ts'
import { institute } from '../../../../tests/support/orders/invoices.ts'
import { bookable, refusal } from '../../../../tests/support/orders/orders.ts'
import type { Api } from '../../../api/contract.ts'

let app: TestApp
let admin: Api
let adminId: number
beforeAll(async () => {
  app = await startTestApp()
  await institute(app.db)
  const person = await learner(app.db, { roles: ['Admin'] })
  adminId = person.id
  admin = apiAs(app, person)
})
afterAll(() => app.stop())

async function twoRuns(facts: ScheduleFacts = {}) {
  const { courseId, scheduleId } = await bookable(app.db, { priceHalalas: 1000_00 })
  const targetId = await schedule(app.db, courseId, { seats: 5, startsAt: inDays(50), ...facts })
  return { courseId, scheduleId, targetId }
}

async function paidIn({ courseId, scheduleId }: { courseId: number; scheduleId: number }) {
  const person = await learner(app.db)
  const { id } = await order(app.db, { courseId, scheduleId, userId: person.id, status: 'paid' })
  return { id, person }
}

async function move(id: string, runId: number) {
  const { fingerprint } = await admin.runs.orderMovePreview({ id })
  return admin.runs.moveOrder({ id, runId, fingerprint, reason: 'She travels then' })
}

const runOf = async (id: string) =>
  (await app.db.selectFrom('orders').select('schedule_id').where('id', '=', id).executeTakeFirstOrThrow()).schedule_id

describe('moving an order to another run', () => {
  it('moves the seat once, keeps the money, writes it down and mails the new dates', async () => {
    const runs = await twoRuns({ priceHalalas: 1200_00 })
    const { id, person } = await paidIn(runs)
    const before = await app.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const preview = await admin.runs.orderMovePreview({ id })
    expect(preview).toMatchObject({
      refusal: null,
      targets: [{ id: runs.targetId, seatsLeft: 5, differenceHalalas: 200_00 }],
    })
    const command = { id, runId: runs.targetId, fingerprint: preview.fingerprint, reason: 'She travels then' }
    const both = await Promise.allSettled([admin.runs.moveOrder(command), admin.runs.moveOrder(command)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const after = await app.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(after).toEqual({ ...before, schedule_id: runs.targetId })
    const { history } = await admin.orders.staffOrder({ id })
    expect(history.filter(({ event }) => event === 'movedToRun')).toMatchObject([
      { by: 'staff', staff: { id: adminId }, details: { note: 'She travels then', differenceHalalas: 200_00 } },
    ])
    const logged = await app.db
      .selectFrom('audit_log')
      .select([sql<number>`(before->>'runId')::int`.as('before'), sql<number>`(after->>'runId')::int`.as('after')])
      .where('action', '=', 'order.move')
      .where('subject', '=', before.reference)
      .execute()
    expect(logged).toEqual([{ before: runs.scheduleId, after: runs.targetId }])
    const mails = await app.mails(person.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain('She travels then')
    const sent = app.db.selectFrom('messages').select('attachments').where('about', 'like', `run-movedByHand:${id}:%`)
    expect(await sent.execute()).toEqual([{ attachments: [{ kind: 'calendar', id }] }])
  })

  it('gives the last seat to one of two, and leaves those of the waiting list alone', async () => {
    const runs = await twoRuns({ seats: 1 })
    const orders = [await paidIn(runs), await paidIn(runs)]
    const previews = await Promise.all(orders.map(({ id }) => admin.runs.orderMovePreview({ id })))
    const done = await Promise.all(
      orders.map(({ id }, at) =>
        refusal(
          admin.runs.moveOrder({ id, runId: runs.targetId, fingerprint: previews[at]!.fingerprint, reason: 'x' }),
        ),
      ),
    )
    expect(done.sort()).toEqual(['not refused', 'seatsGone'])
    const waited = await twoRuns({ seats: 1 })
    const { id } = await paidIn(waited)
    const { fingerprint } = await admin.runs.orderMovePreview({ id })
    const other = await learner(app.db)
    await app.db
      .insertInto('waiting_places')
      .values({ schedule_id: waited.targetId, user_id: other.id, lang: 'ar', joined_at: new Date() })
      .execute()
    expect(await refusal(admin.runs.moveOrder({ id, runId: waited.targetId, fingerprint, reason: 'x' }))).toBe(
      'seatsGone',
    )
    expect((await admin.runs.orderMovePreview({ id })).targets).toEqual([])
    expect(await runOf(id)).toBe(waited.scheduleId)
  })

  it('refuses who is enrolled there already, a run that has begun, one of another course, and an old preview', async () => {
    const runs = await twoRuns()
    const { id, person } = await paidIn(runs)
    const elsewhere = await twoRuns()
    expect(await refusal(move(id, elsewhere.targetId))).toBe('targetRunUnfit')
    const begun = await schedule(app.db, runs.courseId, { startsAt: inDays(-1) })
    expect(await refusal(move(id, begun))).toBe('targetRunUnfit')
    const { fingerprint } = await admin.runs.orderMovePreview({ id })
    await app.db.updateTable('schedules').set({ price_halalas: 9_00 }).where('id', '=', runs.targetId).execute()
    expect(await refusal(admin.runs.moveOrder({ id, runId: runs.targetId, fingerprint, reason: 'x' }))).toBe(
      'previewStale',
    )
    await order(app.db, { courseId: runs.courseId, scheduleId: runs.targetId, userId: person.id, status: 'paid' })
    expect(await refusal(move(id, runs.targetId))).toBe('learnerEnrolled')
    expect(await runOf(id)).toBe(runs.scheduleId)
  })

  it('says why an order stays: not paid, its run cancelled, a refund open, or of oneself', async () => {
    const runs = await twoRuns()
    const pending = await order(app.db, { ...runs, status: 'pending' })
    const own = await order(app.db, { ...runs, userId: adminId, status: 'paid' })
    const asked = await paidIn(runs)
    await apiAs(app, asked.person).refunds.requestRefund({ id: asked.id, reason: 'x' })
    const expected = [
      [pending.id, 'orderNotInRun'],
      [own.id, 'ownOrder'],
      [asked.id, 'orderRefundOpen'],
    ] as const
    for (const [id, code] of expected) {
      expect((await admin.runs.orderMovePreview({ id })).refusal).toBe(code)
      const command = admin.runs.moveOrder({ id, runId: runs.targetId, fingerprint: 'x', reason: 'x' })
      expect(await refusal(command)).toBe(code)
    }
    const { id } = await paidIn(runs)
    await app.db.updateTable('schedules').set({ cancelled_at: new Date() }).where('id', '=', runs.scheduleId).execute()
    expect((await admin.runs.orderMovePreview({ id })).refusal).toBe('runCancelled')
    expect(await refusal(admin.runs.moveOrder({ id, runId: runs.targetId, fingerprint: 'x', reason: 'x' }))).toBe(
      'runCancelled',
    )
  })

  it('keeps an order whose attendance was taken', async () => {
    const runs = await twoRuns()
    const { id } = await paidIn(runs)
    const session = await app.db
      .insertInto('run_sessions')
      .values({ schedule_id: runs.scheduleId, starts_at: inDays(30), ends_at: inDays(30.1) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const mark = { session_id: session.id, order_id: id, state: 'present', at: new Date(), marked_at: new Date() }
    await app.db.insertInto('attendance').values(mark).execute()
    expect((await admin.runs.orderMovePreview({ id })).refusal).toBe('orderAttended')
    expect(await refusal(admin.runs.moveOrder({ id, runId: runs.targetId, fingerprint: 'x', reason: 'x' }))).toBe(
      'orderAttended',
    )
  })
})
