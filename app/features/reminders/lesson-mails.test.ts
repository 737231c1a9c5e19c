import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, inDays, learner, order } from '../../../tests/support/factories.ts'
import type { SignedInUser } from '../../platform/context.server.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'

describe('the first lessons of a recorded course', () => {
  let app: TestApp
  let editor: SignedInUser
  beforeAll(async () => {
    app = await startTestApp()
    editor = await learner(app.db, { roles: ['Content'] })
  })
  afterAll(() => app.stop())

  const add = (id: number, title: string) =>
    apiAs(app, editor).lessons.addLesson({ id, 'title.ar': title, minutes: 5 } as never)
  const bought = (courseId: number, { id: userId }: SignedInUser, createdAt = inDays(-1)) =>
    order(app.db, { courseId, userId, createdAt })

  it('are told once to those who bought it before, in their language, an hour after the last was added', async () => {
    const { id } = await course(app.db, { delivery: 2 })
    const [sara, hind, omar] = [await learner(app.db), await learner(app.db), await learner(app.db)]
    await bought(id, sara)
    const english = await bought(id, hind)
    await app.db.updateTable('orders').set({ lang: 'en' }).where('id', '=', english.id).execute()
    await order(app.db, { courseId: id, userId: omar.id, status: 'pending' })
    await add(id, 'الأول')
    await add(id, 'الثاني')
    const jobs = await app.db
      .withSchema('graphile_worker' as never)
      .selectFrom('jobs' as never)
      .select(['task_identifier', 'run_at'] as never)
      .where('key' as never, '=', `lessons:${id}` as never)
      .execute()
    expect(jobs).toEqual([{ task_identifier: 'tellOfLessons', run_at: expect.any(Date) }])
    expect((jobs as unknown as { run_at: Date }[])[0]!.run_at.getTime()).toBeGreaterThan(
      Date.now() + HOUR_MS - MINUTE_MS,
    )
    const late = await learner(app.db)
    await bought(id, late, inDays(1))

    const tell = () => app.tasks.tellOfLessons!({ courseId: id })
    await tell()
    await add(id, 'الثالث')
    await tell()
    const [arabic, ...others] = await app.mails(sara.email)
    expect(others).toEqual([])
    expect(arabic!.subject).toContain('نُشرت دروس دورتك')
    expect(arabic!.text).toContain(`/ar/learn/${id}`)
    const [inEnglish] = await app.mails(hind.email)
    expect(inEnglish!.subject).toContain('The lessons of your course are out')
    expect(inEnglish!.text).toContain(`/en/learn/${id}`)
    for (const other of [omar, late]) expect(await app.mails(other.email)).toEqual([])
  })

  it('are no news where the course had lessons before', async () => {
    const { id } = await course(app.db, { delivery: 2 })
    await app.db
      .insertInto('lessons')
      .values({ course_id: id, key: 'loaded', position: 0, title: JSON.stringify({ ar: 'درس' }), minutes: 5 })
      .execute()
    const sara = await learner(app.db)
    await bought(id, sara)
    await add(id, 'درس آخر')
    await app.tasks.tellOfLessons!({ courseId: id })
    expect(await app.mails(sara.email)).toEqual([])
  })
})
