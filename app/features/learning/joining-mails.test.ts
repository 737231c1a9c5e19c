import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, inDays, order, schedule } from '../../../tests/support/factories.ts'
import { joining } from '../../locales/ar/joining.ts'
import { JOIN_BEFORE_MINUTES } from '../orders/join-window.ts'
import { mailPaid } from '../orders/order-mails.server.ts'
import { mailRunStarting } from '../reminders/reminder-mails.server.ts'
import { mailMovedByHand, mailRunCancelled, mailRunMoved, mailToOtherRun } from '../runs/run-mails.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** Everything mailed about a seat in the run, by what it is about. */
async function mailed(city: null | undefined) {
  const { id: courseId } = await course(app.db, { delivery: city === null ? 3 : 1 })
  const scheduleId = await schedule(app.db, courseId, { startsAt: inDays(9), city })
  const { id, reference } = await order(app.db, { courseId, scheduleId })
  const { db, settings } = app.services
  const now = new Date()
  const action = {
    ...{ id: '1', runId: scheduleId, kind: 'move' as const, targetId: null, userId: null },
    ...{ formerStart: inDays(3), reason: 'اعتذر المدرب' },
  }
  await mailPaid(db, settings, id, now)
  await mailRunStarting(db, settings, id, now)
  for (const mail of [mailRunMoved, mailToOtherRun, mailMovedByHand, mailRunCancelled])
    await mail(db, settings, id, action, now)
  const mails = await app.db.selectFrom('messages').select('text').where('about', 'like', `%:${id}%`).execute()
  return { reference, texts: mails.map(({ text }) => text) }
}

it('every mail about a seat in an online run says where and when the link opens, and leads there', async () => {
  const { reference, texts } = await mailed(null)
  const tells = texts.filter(
    (text) =>
      text.includes(joining.rule(JOIN_BEFORE_MINUTES)) &&
      text.includes(`${app.services.settings.publicUrl}/ar/profile/courses#${reference}`),
  )
  // All but that of the cancelled run.
  expect([texts.length, tells.length]).toEqual([6, 5])
})

it('mails about a run in person say nothing of a link', async () => {
  const { texts } = await mailed(undefined)
  expect(texts).toHaveLength(6)
  for (const text of texts) expect(text).not.toContain('رابط الحضور')
})
