import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { course, inDays, review } from '../../../../tests/support/factories.ts'
import type { Context } from '../../../platform/context.server.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { catalogueOperations } from '../catalogue.server.ts'
import { isAverageShown } from '../rating.ts'

it('an average is shown of five reviews, and of none fewer', () => {
  expect([1, 4, 5, 200].map(isAverageShown)).toEqual([false, false, true, true])
})

describe('the average of the reviews', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('is absent without reviews, and otherwise covers all reviews, not only those of the page', async () => {
    const reviews = () => apiAs(app, null).catalogue.websiteReviews({ PageSize: 1 })
    expect((await reviews()).average).toBeUndefined()

    const shown = await course(app.db)
    const hidden = await course(app.db, { publishedAt: null })
    for (const rate of [5, 4, 4.5]) await review(app.db, { courseId: shown.id, rate, featured: rate === 5 })
    await review(app.db, { courseId: hidden.id, rate: 1 })

    const { items, average, totalCount } = await reviews()
    expect(items.map(({ rate }) => rate)).toEqual([5])
    expect({ average, totalCount }).toEqual({ average: 4.5, totalCount: 3 })
  })

  it('follows every change of reviews and courses, and the clock', async () => {
    const { db } = app
    const summary = async () => {
      // The operation itself: what calls remember is dropped only when the database's message has arrived.
      const ctx = { ...app.services, lang: 'en', user: null } as unknown as Context
      const page = { PageIndex: 1, PageSize: 1 }
      const { average, totalCount, distribution } = await catalogueOperations.websiteReviews(ctx, page)
      return { average, totalCount, stars: distribution.map(({ count }) => count).join(' ') }
    }
    const plain = async (now: Date) => {
      const rows = await db
        .selectFrom('reviews')
        .innerJoin('courses', 'courses.id', 'reviews.course_id')
        .where('published_at', '<=', now)
        .where('hidden_at', 'is', null)
        .select('rate')
        .execute()
      const stars = [5, 4, 3, 2, 1].map((star) => rows.filter(({ rate }) => Math.round(rate) === star).length)
      const sum = rows.reduce((total, { rate }) => total + rate, 0)
      return { average: Math.round((sum / rows.length) * 100) / 100, totalCount: rows.length, stars: stars.join(' ') }
    }
    const later = await course(db, { publishedAt: inDays(2) })
    const gone = await course(db)
    const changes = [
      () => review(db, { courseId: later.id, rate: 2 }),
      () => review(db, { courseId: gone.id, rate: 1 }),
      () => db.updateTable('reviews').set({ hidden_at: new Date() }).where('course_id', '=', gone.id).execute(),
      () => db.updateTable('reviews').set({ rate: 5 }).where('course_id', '=', gone.id).execute(),
      () => db.updateTable('reviews').set({ hidden_at: null, rate: 1 }).where('course_id', '=', gone.id).execute(),
      () => db.updateTable('reviews').set({ rate: 3 }).where('course_id', '=', gone.id).execute(),
      () => db.updateTable('courses').set({ published_at: null }).where('id', '=', gone.id).execute(),
      () => review(db, { courseId: gone.id, rate: 2 }),
      () =>
        db
          .updateTable('courses')
          .set({ published_at: inDays(-1) })
          .where('id', '=', gone.id)
          .execute(),
      () => db.updateTable('reviews').set({ hidden_at: new Date() }).where('course_id', '=', gone.id).execute(),
      () => db.deleteFrom('reviews').where('course_id', '=', gone.id).where('rate', '=', 2).execute(),
      () => db.updateTable('reviews').set({ hidden_at: null }).where('course_id', '=', gone.id).execute(),
      () => db.deleteFrom('courses').where('id', '=', gone.id).execute(),
    ]
    for (const [place, change] of changes.entries()) {
      await change()
      expect(await summary(), `change ${place}`).toEqual(await plain(new Date()))
    }
    const before = await summary()
    app.advance(3 * DAY_MS)
    expect(await summary()).toEqual(await plain(inDays(3)))
    expect((await summary()).totalCount).toBe(before.totalCount + 1)
  })
})
