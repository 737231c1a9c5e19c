import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { course, inDays, order, schedule } from '../../../../tests/support/factories.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { notifyWaitlist } from './notify.server.ts'

describe('the waitlist of a course', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ env: { TRUST_PROXY: '1' } })
  })
  afterAll(() => app.stop())

  const from = (ip: string, body: object) =>
    app.call('POST', 'Courses/notify-me', { body, headers: { 'X-Forwarded-For': ip } })
  const notify = (body: object, lang: 'ar' | 'en' = 'en') => app.call('POST', 'Courses/notify-me', { body, lang })
  const full = async () => {
    const created = await course(app.db, { name: { ar: 'دورة مكتملة', en: 'A full course' } })
    const scheduleId = await schedule(app.db, created.id, { seats: 1 })
    const { id } = await order(app.db, { courseId: created.id, scheduleId, status: 'paid' })
    const free = () => app.db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', id).execute()
    return { courseId: created.id, slug: created.slug, free }
  }
  const mailsTo = async (email: string) => {
    await notifyWaitlist(app.services)
    const messages = await app.db.selectFrom('messages').selectAll().where('recipient', '=', email).execute()
    return messages
  }

  it('stores a request once, however often it is sent', async () => {
    const { courseId, free } = await full()
    for (const email of ['once@example.com', ' Once@Example.com ']) {
      const { status, data } = await notify({ courseId, email })
      expect([status, data]).toEqual([200, {}])
    }
    await free()
    expect(await mailsTo('once@example.com')).toHaveLength(1)
  })

  it('sends one mail in the requested language as soon as a seat is free, not before', async () => {
    const { courseId, slug, free } = await full()
    await notify({ courseId, email: 'arabic@example.com' }, 'ar')
    await notify({ courseId, email: 'english@example.com' })
    expect(await mailsTo('arabic@example.com')).toEqual([])
    await free()
    const [arabic] = await mailsTo('arabic@example.com')
    expect(arabic).toMatchObject({ lang: 'ar', subject: 'فُتح التسجيل: دورة مكتملة' })
    const english = await mailsTo('english@example.com')
    expect(english).toHaveLength(1)
    expect(english[0]).toMatchObject({ lang: 'en', subject: 'Now open for enrolment: A full course' })
    expect(english[0]!.text).toContain(`${app.address}/en/courses/${slug}`)
  })

  it('sends one mail when two jobs run concurrently', async () => {
    const { courseId, free } = await full()
    await notify({ courseId, email: 'two-jobs@example.com' })
    await free()
    await Promise.all([notifyWaitlist(app.services), notifyWaitlist(app.services), notifyWaitlist(app.services)])
    expect(await mailsTo('two-jobs@example.com')).toHaveLength(1)
  })

  it('waits for the enrolment window of an upcoming course', async () => {
    const created = await course(app.db)
    await schedule(app.db, created.id, { enrolmentOpensAt: inDays(0.01), startsAt: inDays(30) })
    await notify({ courseId: created.id, email: 'upcoming@example.com' })
    expect(await mailsTo('upcoming@example.com')).toEqual([])
    app.advance(20 * MINUTE_MS)
    expect(await mailsTo('upcoming@example.com')).toHaveLength(1)
  })

  it('waits for a new run of a closed course', async () => {
    const created = await course(app.db)
    await schedule(app.db, created.id, { enrolmentClosesAt: inDays(-1), startsAt: inDays(1) })
    await notify({ courseId: created.id, email: 'closed@example.com' })
    expect(await mailsTo('closed@example.com')).toEqual([])
    await schedule(app.db, created.id, { startsAt: inDays(40) })
    expect(await mailsTo('closed@example.com')).toHaveLength(1)
  })

  it.each([
    ['an unknown course', { courseId: 999_999, email: 'a@example.com' }, 404, 'courseNotFound'],
    ['no course', { email: 'a@example.com' }, 400, 'validation'],
    ['no address', { courseId: 1, email: '' }, 400, 'validation'],
    ['a wrong address', { courseId: 1, email: 'somebody' }, 400, 'validation'],
  ])('refuses a request for %s', async (_name, body, status, code) => {
    const answer = await notify(body)
    expect([answer.status, answer.error.code]).toEqual([status, code])
  })

  it('refuses a request for a draft', async () => {
    const draft = await course(app.db, { publishedAt: null })
    expect((await notify({ courseId: draft.id, email: 'a@example.com' })).status).toBe(404)
  })

  it('accepts sixty requests an hour from a network, whichever of its addresses sends them', async () => {
    const { courseId } = await full()
    // Twice the limit and one more: the hour may end between two of them.
    const emails = Array.from({ length: 121 }, (_, i) => `many-${i}@example.com`)
    const answers = await Promise.all(emails.map((email, i) => from(`2001:db8::${i}`, { courseId, email })))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
