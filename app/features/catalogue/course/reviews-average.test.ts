import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { course, review } from '../../../../tests/support/factories.ts'

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
})
