import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { course, inDays, learner, order, review } from '../../../../tests/support/factories.ts'

describe('reviews', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  const as = (user: Awaited<ReturnType<typeof learner>> | null) => apiAs(app, user).catalogue
  const enrolled = async () => {
    const created = await course(app.db)
    const user = await learner(app.db, { firstName: 'Huda', lastName: 'Alamri' })
    await order(app.db, { courseId: created.id, userId: user.id })
    return { course: created, user }
  }

  it('can be added by a learner with a paid order, and are shown with the course', async () => {
    const { course: created, user } = await enrolled()
    const written = await as(user).addReview({ courseId: created.id, rate: '٤', comment: '  Clear and useful.  ' })
    expect(written).toMatchObject({ userName: 'Huda Alamri', rate: 4, comment: 'Clear and useful.', isMine: true })
    const shown = await as(null).courseBySlug({ slug: created.slug })
    expect(shown).toMatchObject({ rating: { average: 4, count: 1 }, reviews: [{ id: written.id, isMine: false }] })
  })

  it('accept a text that was cut in the middle of a character', async () => {
    const { course: created, user } = await enrolled()
    const written = await as(user).addReview({ courseId: created.id, rate: 5, comment: 'Thanks \ud83d' })
    expect(written.comment).toBe('Thanks \ufffd')
  })

  it("show the learner's own one first", async () => {
    const { course: created, user } = await enrolled()
    const mine = await review(app.db, { courseId: created.id, userId: user.id, createdAt: inDays(-300) })
    for (let i = 0; i < 21; i++) await review(app.db, { courseId: created.id })
    const shown = await as(user).courseBySlug({ slug: created.slug })
    const reviews = 'reviews' in shown ? shown.reviews : []
    expect(reviews).toHaveLength(20)
    expect(reviews.slice(0, 2)).toMatchObject([{ id: mine, isMine: true }, { isMine: false }])
  })

  it('are refused without a paid order', async () => {
    const created = await course(app.db)
    const user = await learner(app.db)
    const other = await course(app.db)
    await order(app.db, { courseId: other.id, userId: user.id })
    for (const status of ['pending', 'refunded', 'cancelled', 'expired', 'failed'] as const) {
      await order(app.db, { courseId: created.id, userId: user.id, status })
      const written = as(user).addReview({ courseId: created.id, rate: 5, comment: 'x' })
      await expect(written).rejects.toMatchObject({ code: 'reviewNeedsOrder' })
    }
  })

  it('are limited to one per learner and course, even when sent concurrently', async () => {
    const { course: created, user } = await enrolled()
    const sent = await Promise.allSettled(
      Array.from({ length: 8 }, () => as(user).addReview({ courseId: created.id, rate: 5, comment: 'x' })),
    )
    const refused = sent.filter((answer) => answer.status === 'rejected')
    expect(refused).toHaveLength(7)
    expect(refused.every(({ reason }) => reason.code === 'alreadyReviewed')).toBe(true)
  })

  it.each([
    ['no stars', { rate: 0 }, 'rate'],
    ['six stars', { rate: 6 }, 'rate'],
    ['half a star', { rate: 1.5 }, 'rate'],
    ['no words', { comment: ' ' }, 'comment'],
    ['too many words', { comment: 'x'.repeat(2001) }, 'comment'],
  ])('are refused with %s', async (_name, wrong, field) => {
    const { course: created, user } = await enrolled()
    const written = as(user).addReview({ courseId: created.id, rate: 5, comment: 'x', ...wrong })
    await expect(written).rejects.toMatchObject({ code: 'validation', fields: { [field]: expect.anything() } })
  })

  it('are refused for an unknown or unpublished course', async () => {
    const draft = await course(app.db, { publishedAt: null })
    const user = await learner(app.db)
    for (const courseId of [999_999, draft.id]) {
      const written = as(user).addReview({ courseId, rate: 5, comment: 'x' })
      await expect(written).rejects.toMatchObject({ code: 'courseNotFound' })
    }
  })

  it('can be changed and deleted by their author', async () => {
    const { course: created, user } = await enrolled()
    const { id } = await as(user).addReview({ courseId: created.id, rate: 5, comment: 'x' })
    expect(await as(user).editReview({ id, rate: 2, comment: 'y' })).toMatchObject({ id, rate: 2, comment: 'y' })
    expect(await as(user).deleteReview({ id })).toEqual({})
    expect(await as(null).courseBySlug({ slug: created.slug })).toMatchObject({ reviews: [] })
    await expect(as(user).deleteReview({ id })).rejects.toMatchObject({ code: 'notFound' })
    expect(await as(user).addReview({ courseId: created.id, rate: 3, comment: 'z' })).toMatchObject({ rate: 3 })
  })

  it('cannot be changed or deleted by anyone else', async () => {
    const { course: created, user } = await enrolled()
    const { id } = await as(user).addReview({ courseId: created.id, rate: 5, comment: 'mine' })
    const other = await learner(app.db)
    await expect(as(other).editReview({ id, rate: 1, comment: 'not mine' })).rejects.toMatchObject({ code: 'notFound' })
    await expect(as(other).deleteReview({ id })).rejects.toMatchObject({ code: 'notFound' })
    expect(await as(null).courseBySlug({ slug: created.slug })).toMatchObject({ reviews: [{ comment: 'mine' }] })
  })

  it('need a session', async () => {
    for (const [method, body] of [
      ['POST', { courseId: 1, rate: 5, comment: 'x' }],
      ['PUT', { id: 1, rate: 5, comment: 'x' }],
      ['DELETE', { id: 1 }],
    ] as const) {
      const { status, error } = await app.call(method, 'Courses/reviews', { body })
      expect([method, status, error.code]).toEqual([method, 401, 'unauthenticated'])
    }
  })

  it('of the whole site are listed featured first, without those of drafts', async () => {
    const created = await course(app.db, { name: { ar: 'دورة', en: 'The course' } })
    const draft = await course(app.db, { publishedAt: null })
    const plain = await review(app.db, { courseId: created.id, createdAt: inDays(1) })
    const featured = await review(app.db, { courseId: created.id, featured: true, comment: { ar: 'عربي فقط' } })
    const hidden = await review(app.db, { courseId: draft.id, featured: true })
    const { status, data } = await app.call('GET', 'Reviews/website-reviews?PageSize=50')
    const ids = data.items.map(({ id }: { id: number }) => id)
    expect(status).toBe(200)
    expect(ids.slice(0, 2)).toEqual([featured, plain])
    expect(ids).not.toContain(hidden)
    expect(data.items[0]).toMatchObject({ comment: 'عربي فقط', course: { name: 'The course', slug: created.slug } })
    expect(data.totalCount).toBe(data.items.length)
    const second = await app.call('GET', 'Reviews/website-reviews?PageSize=1&PageIndex=2')
    expect(second.data.items[0].id).toBe(plain)
    expect((await app.call('GET', 'Reviews/website-reviews?PageSize=51')).status).toBe(400)
  })
})
