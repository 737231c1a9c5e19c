/** What the tests of moved and cancelled runs share. */
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import type { Api } from '../../../app/api/contract.ts'
import { workRunAction } from '../../../app/features/runs/run-action.server.ts'
import { dayOf } from '../../../app/platform/days.ts'
import { apiAs } from '../api-as.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { inDays, learner } from '../factories.ts'
import { institute } from './invoices.ts'
import { killedAt, type Moment } from './killed.ts'
import { orderApi } from './order-api.ts'
import { CARDS, eventually, is, orderStatus, payWith } from './orders.ts'

export const place = { name: { ar: 'إدارة المشاريع', en: 'Project management' } }
export const session = (days: number, from = '17:00', to = '20:00', room?: string) => ({
  day: dayOf(inDays(days)),
  from,
  to,
  ...(room ? { room } : {}),
})

/** An institute whose jobs of moved and cancelled runs the tests do themselves, started before the tests of a file. */
export function runActions() {
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

  return { app: () => app, admin: () => admin, placed, paid, work, cancel, reschedule, subjects }
}
