/** Answers of the API that visitors share: never older than the last write, never personal. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from './support/app.ts'
import { course, learner, review, schedule } from './support/factories.ts'
import { tokenOf } from './support/signed-in.ts'
import { statementsDuring } from './support/statements.ts'

/** What no call of these tests reads. */
const TEXT = JSON.stringify({ ar: 'x' })
const SEO = { code: 'x', meta_title: TEXT, meta_description: TEXT, keywords: TEXT }

describe('an answer of the API that visitors share', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  /** How many statements a call runs, and its answer. */
  async function counted(path: string, options: Parameters<TestApp['call']>[2] = {}) {
    await app.waitForSync()
    const headers = { 'Accept-Language': 'en', ...(options.token ? { Authorization: `Bearer ${options.token}` } : {}) }
    const { answer, statements } = await statementsDuring(async () => {
      const response = await fetch(`${app.address}/api/${path}`, { headers })
      return { headers: Object.fromEntries(response.headers), data: (await response.json()).data }
    })
    return { ...answer, statements: statements.length }
  }
  const slugOf = (slug: string) => `Courses/course-by-slug?slug=${encodeURIComponent(slug)}`

  it('is made once, and sent again with the same headers without a statement', async () => {
    await course(app.db)
    const [first, again] = [await counted('Courses/latest-courses'), await counted('courses/LATEST-courses?count=8')]
    expect(first.statements).toBeGreaterThan(0)
    expect(again.statements).toBe(0)
    expect(again.data).toEqual(first.data)
    const { 'x-request-id': id, date, ...headers } = first.headers
    expect(again.headers).toMatchObject(headers)
    expect(again.headers['x-request-id']).not.toBe(id)
  })

  it('is made again for whoever wrote, at once', async () => {
    const { id: courseId, slug } = await course(app.db)
    const scheduleId = await schedule(app.db, courseId, { seats: 10 })
    const seats = async () => (await counted(slugOf(slug))).data.schedules[0].seatsLeft
    expect(await seats()).toBe(10)
    for (const left of [9, 8, 7]) {
      const token = await tokenOf(app, await learner(app.db))
      await app.call('POST', 'Orders', { body: { courseId, scheduleId }, token })
      const response = await fetch(`${app.address}/api/${slugOf(slug)}`)
      expect((await response.json()).data.schedules[0].seatsLeft).toBe(left)
    }
  })

  it('stays when something changes that it does not show', async () => {
    const { slug } = await course(app.db)
    await counted(slugOf(slug))
    await app.db.insertInto('page_seo').values(SEO).execute()
    expect((await counted(slugOf(slug))).statements).toBe(0)
    await app.db.updateTable('courses').set({ hours: 77 }).where('slug', '=', slug).execute()
    const changed = await counted(slugOf(slug))
    expect([changed.statements > 0, changed.data.hours]).toEqual([true, 77])
  })

  it('is never that of a signed-in visitor where theirs differs', async () => {
    const { id: courseId, slug } = await course(app.db)
    const sara = await learner(app.db)
    await review(app.db, { courseId, userId: sara.id })
    const token = await tokenOf(app, sara)
    const mine = async (options?: { token: string }) =>
      (await counted(slugOf(slug), options)).data.reviews.map(({ isMine }: { isMine: boolean }) => isMine)
    expect([await mine(), await mine({ token }), await mine()]).toEqual([[false], [true], [false]])
    expect((await counted(`Courses/my-course?courseId=${courseId}`)).data).toEqual({
      ...{ isLearner: false, review: null, enrolment: null, pending: null, waiting: [], isSaved: false },
    })
    const own = await counted(`Courses/my-course?courseId=${courseId}`, { token })
    expect(own.data).toMatchObject({ isLearner: false, review: { isMine: true } })
    expect(own.statements).toBe(2)
  })

  it('is at most thirty seconds old', async () => {
    await counted('Courses/latest-courses')
    app.advance(29_000)
    expect((await counted('Courses/latest-courses')).statements).toBe(0)
    app.advance(2000)
    expect((await counted('Courses/latest-courses')).statements).toBeGreaterThan(0)
  })
})
