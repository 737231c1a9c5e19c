/** Reviews at the desk: answers, hiding, what the filter list holds back, and what their authors are told. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { problemOf } from '../../../tests/support/course-desk.ts'
import { course, inDays, learner, order, review, trainer } from '../../../tests/support/factories.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import type { SignedInUser } from '../../platform/context.server.ts'

let app: TestApp
let editor: SignedInUser
let teacher: SignedInUser

beforeAll(async () => {
  app = await startTestApp()
  await institute(app.db)
  editor = await learner(app.db, { roles: ['Content'], firstName: 'Muna', lastName: 'Editor' })
  teacher = await learner(app.db, { roles: ['Teacher'] })
})
afterAll(() => app.stop())

const desk = (user = editor) => apiAs(app, user).reviews
const site = (user: SignedInUser | null = null) => apiAs(app, user).catalogue

/** A course with the review of a learner who paid for it. */
async function reviewed(facts: { rate?: number; comment?: string; trainer?: SignedInUser; createdAt?: Date } = {}) {
  const made = await course(app.db)
  const author = await learner(app.db, { firstName: 'Huda', lastName: 'Alamri', lang: 'ar' })
  await order(app.db, { courseId: made.id, userId: author.id })
  const { rate = 4, comment = 'نافعة', createdAt } = facts
  const id = await review(app.db, {
    ...{ courseId: made.id, userId: author.id, rate, comment: { ar: comment } },
    ...(createdAt ? { createdAt } : {}),
  })
  if (facts.trainer) {
    const trainerId = await trainer(app.db, { courseIds: [made.id] })
    await app.db.updateTable('trainers').set({ user_id: facts.trainer.id }).where('id', '=', trainerId).execute()
  }
  return { id, course: made, author }
}

async function shown(slug: string, user: SignedInUser | null = null, lang: 'ar' | 'en' = 'en') {
  const found = await apiAs(app, user, { lang }).catalogue.courseBySlug({ slug })
  if ('movedTo' in found) throw new Error('It moved.')
  return found
}

const audited = async (id: number) =>
  (
    await app.db
      .selectFrom('audit_log')
      .select(['action', 'user_id'])
      .where('subject', '=', `review-${id}`)
      .orderBy('id')
      .execute()
  ).map(({ action, user_id }) => [action, user_id])

describe('an answer', () => {
  it('stands below the review in both languages under the name of the institute, and its author gets one mail', async () => {
    const { id, course: made, author } = await reviewed()
    const answer = { ar: 'شكرًا لك', en: 'Thank you' }
    const first = await desk().answerReview({ id, answer })
    expect(first.answer).toMatchObject({ ...answer, by: editor.userName })

    const names = (await app.db.selectFrom('institute').select('data').executeTakeFirstOrThrow()).data.name
    expect((await shown(made.slug)).reviews[0]!.answer).toMatchObject({ text: 'Thank you', by: names.en ?? names.ar })
    expect((await shown(made.slug, null, 'ar')).reviews[0]!.answer).toMatchObject({ text: 'شكرًا لك', by: names.ar })
    const { items } = await site().websiteReviews({ PageSize: 50 })
    expect(items.find((one) => one.id === id)!.answer!.text).toBe('Thank you')

    await desk().answerReview({ id, answer: { ar: 'شكرًا جزيلًا' }, seenAt: first.answer!.at })
    const mails = await app.mails(author.email)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('رددنا على تقييمك')])
    expect(mails[0]!.text).toContain('شكرًا لك')
    expect(mails[0]!.text).toContain(`/ar/courses/${encodeURI(made.slug)}#reviews`)
    // A text without English is shown as written.
    expect((await shown(made.slug)).reviews[0]!.answer!.text).toBe('شكرًا جزيلًا')

    await desk().removeAnswer({ id })
    expect((await shown(made.slug)).reviews[0]!.answer).toBeUndefined()
    expect(await audited(id)).toEqual([
      ['review.answer', editor.id],
      ['review.answer', editor.id],
      ['review.remove-answer', editor.id],
    ])
  })

  it('is not mailed to somebody who turned mails about comments off', async () => {
    const { id, author } = await reviewed()
    await apiAs(app, author).notifications.changeSettings({ mentions: 'none', comments: 'none', followOwn: 'on' })
    await desk().answerReview({ id, answer: { ar: 'شكرًا' } })
    expect(await app.mails(author.email)).toEqual([])
  })

  it('of a colleague is not overwritten unseen', async () => {
    const { id } = await reviewed()
    await desk().answerReview({ id, answer: { ar: 'الأول' } })
    expect((await problemOf(desk().answerReview({ id, answer: { ar: 'الثاني' } }))).code).toBe('reviewAnswered')
    expect((await desk().review({ id })).answer!.ar).toBe('الأول')
  })

  it('is written by a trainer below reviews of their own courses only', async () => {
    const own = await reviewed({ trainer: teacher })
    const other = await reviewed()
    const { items } = await desk(teacher).reviews({})
    expect(items.map(({ id }) => id)).toEqual([own.id])
    await desk(teacher).answerReview({ id: own.id, answer: { ar: 'شكرًا' } })
    expect((await problemOf(desk(teacher).answerReview({ id: other.id, answer: { ar: 'شكرًا' } }))).code).toBe(
      'notFound',
    )
    expect((await problemOf(desk(teacher).hideReview({ id: own.id, reason: 'x' }))).code).toBe('forbidden')
  })

  it('is refused without a text, and below a hidden review', async () => {
    const { id } = await reviewed()
    const empty = await problemOf(desk().answerReview({ id, answer: { ar: ' ' } }))
    expect(empty.fields).toEqual({ 'answer.ar': ['required'] })
    await desk().hideReview({ id, reason: 'إعلان' })
    expect((await problemOf(desk().answerReview({ id, answer: { ar: 'شكرًا' } }))).code).toBe('reviewHidden')
  })
})

describe('a hidden review', () => {
  it('does not come back by being deleted and written anew', async () => {
    const { id, course: made, author } = await reviewed()
    await desk().hideReview({ id, reason: 'فيه اسم شخص' })
    expect((await problemOf(site(author).deleteReview({ id }))).code).toBe('hiddenReviewStays')
    const again = site(author).addReview({ courseId: made.id, rate: 5, comment: 'من جديد' })
    expect((await problemOf(again)).code).toBe('alreadyReviewed')
    await desk().showReview({ id })
    expect(await site(author).deleteReview({ id })).toEqual({})
  })

  it('leaves the pages and the average, stays with its author, and comes back', async () => {
    const { id, course: made, author } = await reviewed({ rate: 1 })
    await review(app.db, { courseId: made.id, rate: 5, featured: true })
    expect((await shown(made.slug)).rating).toMatchObject({ average: 3, count: 2 })

    await desk().hideReview({ id, reason: 'فيه اسم شخص' })
    await desk().hideReview({ id, reason: 'مرة أخرى' })
    const hidden = await shown(made.slug)
    expect(hidden.rating).toMatchObject({ average: 5, count: 1 })
    expect(hidden.reviews.map((one) => one.id)).not.toContain(id)
    const { items } = await site().websiteReviews({ PageSize: 50 })
    expect(items.map((one) => one.id)).not.toContain(id)
    const { review: mine } = await site(author).myCourse({ courseId: made.id })
    expect(mine).toMatchObject({ id, hidden: { reason: 'فيه اسم شخص' } })
    await site(author).editReview({ id, rate: 2, comment: 'بعد التعديل' })
    expect((await shown(made.slug)).rating).toMatchObject({ average: 5, count: 1 })

    await desk().showReview({ id })
    expect((await shown(made.slug)).rating).toMatchObject({ average: 3.5, count: 2 })
    expect((await site(author).myCourse({ courseId: made.id })).review!.hidden).toBeUndefined()
    const mails = await app.mails(author.email)
    expect(mails.map(({ subject }) => subject?.split(' ')[0])).toEqual(['عاد', 'أخفينا'])
    expect(mails[1]!.text).toContain('فيه اسم شخص')
    expect(await audited(id)).toEqual([
      ['review.hide', editor.id],
      ['review.show', editor.id],
    ])
  })

  it('is one in which something of the filter list stands, until staff have looked', async () => {
    await apiAs(app, editor).moderation.addFilter({ kind: 'link', value: 'cheap.example' })
    const { course: made, author, id: first } = await reviewed()
    await app.db.deleteFrom('reviews').where('id', '=', first).execute()
    const comment = 'See cheap.example for more'
    const { id, hidden } = await site(author).addReview({ courseId: made.id, rate: 5, comment })
    expect(hidden).toEqual({ reason: undefined })
    expect((await shown(made.slug)).rating).toBeUndefined()
    const { items } = await desk().reviews({ state: 'held' })
    expect(items.map((one) => [one.id, one.hidden!.matched])).toEqual([[id, 'cheap.example']])
    const waits = async () =>
      (await apiAs(app, editor).desk.today({})).items
        .filter(({ kind }) => kind === 'heldReview')
        .map(({ path }) => path)
    expect(await waits()).toEqual([`reviews/${id}`])

    await desk().showReview({ id })
    expect(await waits()).toEqual([])
    expect((await shown(made.slug)).rating).toMatchObject({ count: 1 })
    expect(await app.mails(author.email)).toEqual([])
    // Whoever writes it into a review that is shown waits, too.
    await site(author).editReview({ id, rate: 5, comment: 'Good' })
    expect((await shown(made.slug)).reviews).toHaveLength(1)
    await site(author).editReview({ id, rate: 5, comment })
    expect((await shown(made.slug)).reviews).toHaveLength(0)
  })
})

it('the list is filtered by course, stars and state, and continues page by page', async () => {
  const { course: made, id: oldest } = await reviewed({ rate: 2, createdAt: inDays(-30) })
  const middle = await review(app.db, { courseId: made.id, rate: 4.75, createdAt: inDays(-20) })
  const newest = await review(app.db, { courseId: made.id, rate: 5, createdAt: inDays(-10) })
  const ids = async (asked: object) => (await desk().reviews({ courseId: made.id, ...asked })).items.map(({ id }) => id)
  expect(await ids({})).toEqual([newest, middle, oldest])
  expect(await ids({ stars: 5 })).toEqual([newest, middle])
  await desk().answerReview({ id: newest, answer: { ar: 'شكرًا' } })
  await desk().hideReview({ id: middle, reason: 'x' })
  expect(await ids({ state: 'unanswered' })).toEqual([oldest])
  expect(await ids({ state: 'answered' })).toEqual([newest])
  expect(await ids({ state: 'hidden' })).toEqual([middle])
  const { next, totalCount } = await desk().reviews({ courseId: made.id, limit: 2 })
  expect([totalCount, await ids({ limit: 2, cursor: next! })]).toEqual([3, [oldest]])
})

it('low ratings wait on the pages of those who may answer them', async () => {
  const { id } = await reviewed({ rate: 2, trainer: teacher })
  const other = await reviewed({ rate: 1 })
  const waits = async (user: SignedInUser) =>
    (await apiAs(app, user).desk.today({})).items.filter(({ kind }) => kind === 'review').map(({ path }) => path)
  expect(await waits(teacher)).toEqual([`reviews/${id}`])
  expect(await waits(editor)).toEqual(expect.arrayContaining([`reviews/${id}`, `reviews/${other.id}`]))
  await desk(teacher).answerReview({ id, answer: { ar: 'نعتذر' } })
  expect(await waits(teacher)).toEqual([])
})
