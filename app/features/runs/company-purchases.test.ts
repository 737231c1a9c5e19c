/** Runs in which companies have bought seats are moved and cancelled. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { inDays, learner, schedule } from '../../../tests/support/factories.ts'
import { killedAt, type Moment } from '../../../tests/support/orders/killed.ts'
import { refusal } from '../../../tests/support/orders/orders.ts'
import {
  type CompanyDesk,
  companyDesk,
  newEmployee,
  type Quote,
  type Run,
  redeem,
  someRun,
} from '../../../tests/support/orders/purchases.ts'
import type { Api } from '../../api/contract.ts'
import { dayOf } from '../../platform/days.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { workRunAction } from './run-action.server.ts'

let app: TestApp
let admin: Api
let desk: CompanyDesk
beforeAll(async () => {
  app = await startTestApp()
  desk = await companyDesk(app)
  admin = apiAs(app, await learner(app.db, { roles: ['Admin'] }))
  // The tests do the job of moved and cancelled runs themselves, so that they can stop it.
  await sql`create function leave_to_test() returns trigger language plpgsql as $$
    begin new.run_at := now() + interval '1 day'; return new; end $$`.execute(app.db)
  await sql`create trigger leave_to_test before insert or update on graphile_worker._private_jobs
    for each row when (new.key like 'run-action:%') execute function leave_to_test()`.execute(app.db)
})
afterAll(() => app.stop())

async function work(runId: number, moment?: Moment): Promise<void> {
  const { id } = await app.db
    .selectFrom('run_actions')
    .select('id')
    .where('schedule_id', '=', runId)
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow()
  await workRunAction(killedAt(app.services, moment), { id })
}

async function paid(...lines: (Run & { seats: number })[]): Promise<Quote> {
  const quote = await desk.owing(...lines)
  const { data } = await desk.record(quote, { amountHalalas: quote.totals.totalHalalas })
  return data
}

async function cancel(id: number, choice: { moveTo?: number } = {}) {
  const { fingerprint } = await admin.runs.cancelPreview({ id, ...choice })
  return admin.runs.cancelRun({ id, fingerprint, reason: 'The trainer is ill', ...choice })
}

const seatCounts = (id: number) =>
  app.db.selectFrom('schedules').select(['held_seats', 'company_seats']).where('id', '=', id).executeTakeFirstOrThrow()
const states = ({ seats }: Quote) => seats.map(({ state }) => state).sort()

describe('cancelling a run in which companies have bought seats', () => {
  it('shows what goes back and who is told, and gives it back once, however often its job is killed', async () => {
    const run = await someRun(app, 20)
    const other = await someRun(app)
    const [both, owing] = [
      await paid({ ...run, seats: 3 }, { ...other, seats: 2 }),
      await desk.owing({ ...run, seats: 4 }),
    ]
    const employee = newEmployee()
    expect((await redeem(app, both.seats[0]!.code, employee)).status).toBe(201)
    const preview = await admin.runs.cancelPreview({ id: run.scheduleId })
    expect(preview).toMatchObject({ paid: 1, refundHalalas: 0, mails: 3 })
    expect(preview.purchases).toMatchObject([
      { number: both.number, contact: 'نورة السالم', seats: 3, creditHalalas: 345_000, backHalalas: 345_000 },
      { number: owing.number, seats: 4, creditHalalas: 460_000, backHalalas: 0 },
    ])
    const before = (await app.mails(desk.contact)).length
    expect(await cancel(run.scheduleId)).toMatchObject({
      actions: [{ orders: 1, purchases: 2, purchasesDone: 0 }],
    })
    const kills: Moment[] = [
      { at: 'rollback', after: 1 },
      { at: 'commit', after: 1 },
      { at: 'rollback', after: 2 },
      { at: 'commit', after: 2 },
      { at: 'rollback', after: 1 },
    ]
    for (const kill of kills) await work(run.scheduleId, kill).catch(() => undefined)
    await work(run.scheduleId)
    await work(run.scheduleId)
    expect((await admin.runs.run({ id: run.scheduleId })).actions[0]).toMatchObject({
      ...{ ordersDone: 1, purchasesDone: 2, doneAt: expect.any(String) },
    })
    const [one, two] = [await desk.atDesk(both), await desk.atDesk(owing)]
    expect(states(one)).toEqual(['open', 'open', 'withdrawn', 'withdrawn', 'withdrawn'])
    expect(one.money).toMatchObject({ creditedHalalas: 345_000, dueHalalas: -345_000 })
    expect(two.money).toMatchObject({ creditedHalalas: 460_000, dueHalalas: 0 })
    for (const quote of [one, two]) expect(quote.documents.filter(({ kind }) => kind === 'credit-note')).toHaveLength(1)
    expect(await seatCounts(run.scheduleId)).toEqual({ held_seats: 0, company_seats: 0 })
    expect(await seatCounts(other.scheduleId)).toEqual({ held_seats: 2, company_seats: 2 })
    const mails = await app.mails(desk.contact)
    expect(mails).toHaveLength(before + 2)
    const told = mails.find(({ text }) => text.includes(both.number))!
    for (const word of ['The trainer is ill', '3,450', one.documents[1]!.number]) expect(told.text).toContain(word)
    // Of the enrolment, and of its end.
    expect(await app.mails(employee.email)).toHaveLength(2)
    // What is owed to the company stands among what waits for staff, until it is booked as sent back.
    const { status } = await desk.record(both, { kind: 'returned', amountHalalas: 345_000, reference: 'FT-BACK' })
    expect(status).toBe(201)
    expect((await desk.atDesk(both)).money).toMatchObject({ dueHalalas: 0 })
  })

  it('keeps the seats of employees who move to another run, which go back when that one is cancelled, too', async () => {
    const run = await someRun(app)
    const quote = await paid({ ...run, seats: 2 })
    expect((await redeem(app, quote.seats[0]!.code)).status).toBe(201)
    const target = await schedule(app.db, run.courseId, { seats: 5, startsAt: inDays(50) })
    const preview = await admin.runs.cancelPreview({ id: run.scheduleId, moveTo: target })
    expect(preview).toMatchObject({ moved: 1, purchases: [{ seats: 1, creditHalalas: 115_000 }] })
    await cancel(run.scheduleId, { moveTo: target })
    await work(run.scheduleId)
    await work(run.scheduleId)
    expect(states(await desk.atDesk(quote))).toEqual(['used', 'withdrawn'])
    expect(await seatCounts(target)).toEqual({ held_seats: 0, company_seats: 0 })
    expect((await admin.runs.cancelPreview({ id: target })).purchases).toMatchObject([
      { number: quote.number, seats: 1, creditHalalas: 115_000, backHalalas: 115_000 },
    ])
    await cancel(target)
    await work(target)
    await work(target)
    const after = await desk.atDesk(quote)
    expect(states(after)).toEqual(['withdrawn', 'withdrawn'])
    expect(after.money).toMatchObject({ creditedHalalas: 230_000, dueHalalas: -230_000 })
    expect(await seatCounts(target)).toEqual({ held_seats: 0, company_seats: 0 })
  })

  it('is refused when a company has accepted since the preview, and opens the seats that are paid after the credit', async () => {
    const [run, other] = [await someRun(app), await someRun(app)]
    const { fingerprint } = await admin.runs.cancelPreview({ id: run.scheduleId })
    const quote = await desk.owing({ ...run, seats: 1 }, { ...other, seats: 1 })
    await desk.record(quote, { amountHalalas: 115_000 })
    expect(await refusal(admin.runs.cancelRun({ id: run.scheduleId, fingerprint, reason: 'x' }))).toBe('previewStale')
    await cancel(run.scheduleId)
    await work(run.scheduleId)
    const after = await desk.atDesk(quote)
    expect(after.money).toMatchObject({ dueHalalas: 0 })
    expect(after.releasedAt).not.toBeNull()
  })
})

describe('moving a run in which companies have bought seats', () => {
  it('tells the contact once, and lets the company give seats back for some days beyond its terms', async () => {
    const run = await someRun(app)
    const quote = await paid({ ...run, seats: 3 })
    const lineId = quote.lines[0]!.id
    const back = (seats: number | string) => desk.byLink(quote, 'POST', '/give-back', { lineId, seats })
    expect((await back('')).error.fields).toMatchObject({ seats: [expect.stringMatching(/needed|required/i)] })
    const preview = await admin.runs.reschedulePreview({ id: run.scheduleId })
    expect(preview).toMatchObject({ paid: 0, companies: 1, mails: 1, leaveDays: 7 })
    // So soon that the terms of the quote give no way out any more.
    const sessions = [{ day: dayOf(inDays(3)), from: '17:00', to: '20:00' }]
    const { fingerprint } = preview
    await admin.runs.rescheduleRun({ id: run.scheduleId, fingerprint, sessions, reason: 'The hall is closed' })
    await work(run.scheduleId, { at: 'rollback', after: 1 }).catch(() => undefined)
    await work(run.scheduleId, { at: 'commit', after: 1 }).catch(() => undefined)
    await work(run.scheduleId)
    const mails = (await app.mails(desk.contact)).filter(
      ({ subject, text }) => subject?.startsWith('تغيّر الموعد') && text.includes(quote.number),
    )
    expect(mails).toHaveLength(1)
    for (const words of ['The hall is closed', 'دون مقابل']) expect(mails[0]!.text).toContain(words)
    expect(states(await desk.atDesk(quote))).toEqual(['open', 'open', 'open'])
    expect((await back(4)).status).toBe(400)
    const { data } = await back(2)
    expect(data.money).toMatchObject({ creditedHalalas: 230_000, dueHalalas: -230_000 })
    expect(await seatCounts(run.scheduleId)).toEqual({ held_seats: 1, company_seats: 1 })
    app.advance(8 * DAY_MS)
    expect((await back(1)).error.code).toBe('withdrawalOver')
    app.advance(-8 * DAY_MS)
    // Whoever buys afterwards knows the new dates.
    const later = await paid({ ...run, seats: 1 })
    const refused = await desk.byLink(later, 'POST', '/give-back', { lineId: later.lines[0]!.id, seats: 1 })
    expect(refused.error.code).toBe('withdrawalOver')
  })
})
