import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, inDays, review, schedule, specialization } from '../../../tests/support/factories.ts'

describe('the catalogue', () => {
  let app: TestApp
  let finance: number
  let health: number
  beforeAll(async () => {
    app = await startTestApp()
    health = await specialization(app.db, { key: 'health', name: { ar: 'الصحة', en: 'Health' }, position: 2 })
    finance = await specialization(app.db, { key: 'finance', name: { ar: 'المالية', en: 'Finance' }, position: 1 })
  })
  afterAll(() => app.stop())

  const get = (path: string, lang: 'ar' | 'en' = 'en') => app.call('GET', path, { lang })
  const slugsOf = (courses: { slug: string }[]) => courses.map(({ slug }) => slug)

  describe('its specializations', () => {
    it('are listed in their order with the number of published courses', async () => {
      await course(app.db, { key: 'one', specializationId: finance })
      await course(app.db, { key: 'hidden', specializationId: finance, publishedAt: null })
      const { status, data } = await get('Specialization/specializations-dropdown')
      expect(status).toBe(200)
      expect(data).toEqual([
        expect.objectContaining({ id: finance, name: 'Finance', slug: 'finance', coursesCount: 1 }),
        expect.objectContaining({ id: health, name: 'Health', coursesCount: 0 }),
      ])
      expect((await get('Specialization/specializations-dropdown', 'ar')).data[0].name).toBe('المالية')
    })

    it('do not include sub-specializations, which have an endpoint of their own', async () => {
      const tax = await specialization(app.db, { parentId: finance, name: { ar: 'الضرائب', en: 'Tax' } })
      const { data } = await get(`Specialization/sub-specializations-dropdown?Id=${finance}`)
      expect(data).toEqual([{ id: tax, name: 'Tax' }])
      expect((await get('Specialization/specializations-dropdown')).data).toHaveLength(2)
      expect((await get('Specialization/sub-specializations-dropdown?Id=999999')).data).toEqual([])
    })

    it('are refused without an id', async () => {
      const { status, error } = await get('Specialization/sub-specializations-dropdown')
      expect([status, error.fields]).toEqual([400, { Id: ['This field is required.'] }])
    })
  })

  describe('its menu', () => {
    it('groups a specialization by delivery method', async () => {
      const field = await specialization(app.db)
      const facts = { specializationId: field, name: { ar: 'دورة', en: 'Course' } }
      const at = await course(app.db, { ...facts, delivery: 1 })
      const recorded = await course(app.db, { ...facts, delivery: 2 })
      const online = await course(app.db, { ...facts, delivery: 3 })
      await course(app.db, { ...facts, delivery: 3, publishedAt: null })
      const item = ({ id, slug }: { id: number; slug: string }) => ({ id, slug, name: 'Course' })
      const { data } = await get(`courses/website/courses-on-hover?SpecializationId=${field}`)
      expect(data).toEqual({
        recordedCourses: [item(recorded)],
        onlineCourses: [item(online)],
        offlineCourses: [item(at)],
      })
      const onlyOnline = await get(`courses/website/courses-on-hover?SpecializationId=${field}&courseType=3`)
      expect(onlyOnline.data).toEqual({ recordedCourses: [], onlineCourses: [item(online)], offlineCourses: [] })
    })

    it.each(['', '?SpecializationId=x', '?SpecializationId=1&courseType=4'])('refuses %j', async (query) => {
      expect((await get(`courses/website/courses-on-hover${query}`)).status).toBe(400)
    })
  })

  describe('a course by its slug', () => {
    it('returns all its fields', async () => {
      const created = await course(app.db, {
        slug: 'دبلوم-المحاسبة',
        specializationId: finance,
        name: { ar: 'دبلوم المحاسبة', en: 'Accounting diploma' },
        description: { ar: 'نص', en: 'A **strong** text\n\n<script>alert(1)</script>' },
        outcomes: [{ ar: 'يحسب', en: 'Count' }, { ar: 'بالعربية فقط' }],
        priceHalalas: 90_000,
        oldPriceHalalas: 120_000,
      })
      const full = await schedule(app.db, created.id, { startsAt: inDays(10), seats: 2, heldSeats: 2 })
      const few = await schedule(app.db, created.id, { startsAt: inDays(40), seats: 4, priceHalalas: 80_000 })
      const online = await schedule(app.db, created.id, { startsAt: inDays(60), city: null })
      await schedule(app.db, created.id, { startsAt: inDays(-1) })
      await review(app.db, { courseId: created.id, rate: 4, createdAt: inDays(-3) })
      await review(app.db, { courseId: created.id, rate: 5, createdAt: inDays(-2) })
      const { status, data } = await get(`Courses/course-by-slug?slug=${encodeURIComponent('دبلوم-المحاسبة')}`)
      expect(status).toBe(200)
      expect(data).toMatchObject({
        id: created.id,
        name: 'Accounting diploma',
        state: 'few-seats',
        seatsLeft: 4,
        priceHalalas: 80_000,
        oldPriceHalalas: 120_000,
        outcomes: ['Count', 'بالعربية فقط'],
        rating: { average: 4.5, count: 2 },
        seo: { metaTitle: 'Title', metaDescription: 'Description', keywords: '' },
      })
      expect(data.description).toContain('<strong>strong</strong>')
      expect(data.description).not.toContain('script')
      expect(data.schedules).toMatchObject([
        { id: full, state: 'full', seatsLeft: 0, priceHalalas: 90_000, place: { city: 'Riyadh', venue: 'Main hall' } },
        { id: few, state: 'few-seats', seatsLeft: 4, priceHalalas: 80_000 },
        { id: online, state: 'open', place: null },
      ])
      expect(data.reviews.map(({ rate }: { rate: number }) => rate)).toEqual([5, 4])
      expect(data.reviews[0].isMine).toBe(false)
    })

    it('counts the seats of each run separately', async () => {
      const created = await course(app.db)
      await schedule(app.db, created.id, { seats: 9 })
      await schedule(app.db, created.id, { seats: 8, heldSeats: 1, startsAt: inDays(50) })
      const { data } = await get(`Courses/course-by-slug?slug=${created.slug}`)
      expect(data.schedules.map(({ seatsLeft }: { seatsLeft: number }) => seatsLeft)).toEqual([9, 7])
    })

    it('returns the current slug for a former one and for another spelling', async () => {
      const created = await course(app.db, { slug: 'الجديد-new' })
      await app.db.insertInto('former_slugs').values({ slug: 'القديم', course_id: created.id }).execute()
      for (const slug of ['القديم', 'القديـم', 'الجديد-NEW', 'الجَديد-new', 'الجديد new']) {
        const { status, data } = await get(`Courses/course-by-slug?slug=${encodeURIComponent(slug)}`)
        expect([slug, status, data]).toEqual([slug, 200, { movedTo: 'الجديد-new' }])
      }
    })

    it.each([
      ['an unknown slug', 'none', 404, 'courseNotFound'],
      ['a draft', 'a-draft', 404, 'courseNotFound'],
      ['a draft by its former slug', 'was-a-draft', 404, 'courseNotFound'],
      ['no slug', '', 400, 'validation'],
      ['a wildcard', '%25', 404, 'courseNotFound'],
      ['a slug beyond all measure', 'x'.repeat(301), 400, 'validation'],
    ])('is refused for %s', async (_name, slug, status, code) => {
      if (slug === 'a-draft') {
        const { id } = await course(app.db, { slug, publishedAt: inDays(1) })
        await app.db.insertInto('former_slugs').values({ slug: 'was-a-draft', course_id: id }).execute()
      }
      const answer = await get(`Courses/course-by-slug?slug=${slug}`)
      expect([answer.status, answer.error.code]).toEqual([status, code])
    })
  })

  describe('its latest courses', () => {
    it('are sorted newest first, eight by default', async () => {
      const newest = await course(app.db, { publishedAt: inDays(-0.001), delivery: 2 })
      const { data } = await get('Courses/latest-courses')
      expect(data).toHaveLength(8)
      expect(data[0]).toMatchObject({ slug: newest.slug, state: 'open' })
      const recorded = await get('Courses/latest-courses?courseType=2&count=1')
      expect(slugsOf(recorded.data)).toEqual([newest.slug])
    })

    it.each(['count=0', 'count=25', 'count=x', 'courseType=9'])('are refused for %s', async (query) => {
      expect((await get(`Courses/latest-courses?${query}`)).status).toBe(400)
    })
  })

  describe('courses similar to one', () => {
    it('are of the same specialization first, then of the same category and level', async () => {
      const field = await specialization(app.db)
      const part = await specialization(app.db, { parentId: field })
      const facts = { specializationId: field, category: 3, level: 3 } as const
      const it = await course(app.db, { ...facts, subSpecializationId: part })
      await course(app.db, { key: 'other-field', category: 3, level: 3 })
      await course(app.db, { key: 'same-field', specializationId: field, category: 1, level: 1 })
      await course(app.db, { key: 'same-all', ...facts })
      await course(app.db, { key: 'same-part', specializationId: field, subSpecializationId: part })
      await course(app.db, { key: 'a-draft-alike', ...facts, publishedAt: null })
      const { data } = await get(`Courses/similar-courses?courseId=${it.id}`)
      expect(slugsOf(data)).toEqual(['same-part', 'same-all', 'same-field', 'other-field'])
    })

    it('are refused for an unknown course and for a draft', async () => {
      const draft = await course(app.db, { publishedAt: null })
      for (const id of [999_999, draft.id]) {
        const { status, error } = await get(`Courses/similar-courses?courseId=${id}`)
        expect([status, error.code]).toEqual([404, 'courseNotFound'])
      }
      expect((await get('Courses/similar-courses')).status).toBe(400)
    })
  })
})
