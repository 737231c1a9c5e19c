import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, inDays, learner, order, review, schedule, trainer } from '../../../tests/support/factories.ts'
import type { SignedInUser } from '../../platform/context.server.ts'
import { dayOf } from '../../platform/days.ts'
import { HOUR_MS } from '../../platform/durations.ts'

let app: TestApp
let teacher: SignedInUser
beforeAll(async () => {
  app = await startTestApp()
  teacher = await learner(app.db, { roles: ['Teacher'] })
})
afterAll(() => app.stop())

const period = { from: dayOf(inDays(-60)), to: dayOf(inDays(60)) }
const report = (user: SignedInUser) => apiAs(app, user).reports.teachingReport(period)

async function session(run: number, startsAt: Date): Promise<number> {
  const { id } = await app.db
    .insertInto('run_sessions')
    .values({ schedule_id: run, starts_at: startsAt, ends_at: new Date(startsAt.getTime() + HOUR_MS) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

it('a trainer reads of their own runs who enrolled, came, completed them, and what they thought', async () => {
  const { db } = app
  const made = await course(db, { name: { ar: 'دورة', en: 'A course' } })
  const trainerId = await trainer(db, { courseIds: [made.id] })
  await db.updateTable('trainers').set({ user_id: teacher.id }).where('id', '=', trainerId).execute()
  const ended = await schedule(db, made.id, { startsAt: inDays(-10), endsAt: inDays(-8), seats: 12 })
  const running = await schedule(db, made.id, { startsAt: inDays(-1), endsAt: inDays(5) })
  await schedule(db, made.id, { startsAt: inDays(5) })
  const sessions = [await session(ended, inDays(-10)), await session(ended, inDays(-9))]
  const learners = [await learner(db), await learner(db), await learner(db)]
  const seats = await Promise.all(
    learners.map(({ id }) => order(db, { courseId: made.id, scheduleId: ended, userId: id, status: 'paid' })),
  )
  await order(db, { courseId: made.id, scheduleId: ended, status: 'cancelled' })
  // The first came to both sessions, the second late to one, the third to none.
  const marks = [
    [sessions[0]!, seats[0]!.id, 'present'],
    [sessions[1]!, seats[0]!.id, 'present'],
    [sessions[0]!, seats[1]!.id, 'late'],
    [sessions[1]!, seats[1]!.id, 'absent'],
  ] as const
  for (const [id, orderId, state] of marks) await apiAs(app, teacher).attendance.mark({ id, orderId, state })
  await review(db, { courseId: made.id, userId: learners[0]!.id, rate: 5 })
  await review(db, { courseId: made.id, userId: learners[1]!.id, rate: 4 })
  // Of nobody in this run, and hidden by staff.
  await review(db, { courseId: made.id, rate: 1 })
  const hidden = await review(db, { courseId: made.id, userId: learners[2]!.id, rate: 1 })
  await db.updateTable('reviews').set({ hidden_at: new Date() }).where('id', '=', hidden).execute()

  const other = await course(db)
  const others = await schedule(db, other.id, { startsAt: inDays(-3), endsAt: inDays(-2) })
  await order(db, { courseId: other.id, scheduleId: others, status: 'paid' })

  const own = await report(teacher)
  expect(own.isOwn).toBe(true)
  expect(own.runs.map(({ id }) => id)).toEqual([running, ended])
  expect(own.runs[0]).toMatchObject({ enrolled: 0, attendedPercent: null, completedPercent: null, rating: null })
  expect(own.runs[1]).toMatchObject({
    ...{ course: 'A course', seats: 12, enrolled: 3 },
    // Three of six seats were used; one of three learners came often enough.
    ...{ attendedPercent: 50, completedPercent: 33, rating: 4.5, ratings: 2 },
  })
  const all = await report(await learner(db, { roles: ['Admin'] }))
  expect([all.isOwn, all.runs.map(({ id }) => id)]).toEqual([false, [running, others, ended]])
  // Without sessions nothing says who came.
  expect(all.runs[1]).toMatchObject({ enrolled: 1, attendedPercent: null, completedPercent: null })
})

it('is a file for a spreadsheet, a trainer gets one of their own runs, and the audit log names it', async () => {
  const { db } = app
  const made = await course(db, { name: { ar: 'دورة الملف', en: 'In the file' } })
  const trainerId = await trainer(db, { courseIds: [made.id] })
  const own = await learner(db, { roles: ['Teacher'] })
  await db.updateTable('trainers').set({ user_id: own.id }).where('id', '=', trainerId).execute()
  await schedule(db, made.id, { startsAt: inDays(-4), endsAt: inDays(-3), seats: 7 })
  const proved = { ...own, provedAt: new Date() }
  const { name, body } = await apiAs(app, proved).reports.exportTeaching({ ...period, format: 'csv' })
  expect(name).toMatch(/^teaching-.*\.csv$/)
  const lines = (await new Response(body).text()).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/^"?In the file"?,/)
  const entries = await db.selectFrom('audit_log').select('action').where('subject', '=', 'teaching').execute()
  expect(entries).toEqual([{ action: 'run.export' }])
})

it('is refused for a period that is too long', async () => {
  const asked = apiAs(app, teacher).reports.teachingReport({ from: '2020-01-01', to: '2026-01-01' })
  await expect(asked).rejects.toMatchObject({ code: 'validation' })
})
