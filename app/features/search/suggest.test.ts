import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, inDays, schedule, specialization, trainer } from '../../../tests/support/factories.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

describe('the suggestions', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
    const { db } = app
    const finance = await specialization(db, { key: 'finance', name: { ar: 'المحاسبة والمال', en: 'Finance' } })
    await specialization(db, { parentId: finance, name: { ar: 'الزكاة والضريبة', en: 'Zakat and tax' } })
    const people = await specialization(db, { key: 'people', name: { ar: 'الموارد البشرية', en: 'People' } })
    const money = { specializationId: finance, summary: { ar: 'برنامج عملي', en: 'Practical' } }
    const accounting = await course(db, {
      ...money,
      key: 'accounting',
      name: { ar: 'أساسيات المُحاسبة', en: 'Accounting foundations' },
    })
    await schedule(db, accounting.id)
    await course(db, { ...money, key: 'excel', name: { ar: 'التحليل المالي بإكسل', en: 'Analysis in Excel' } })
    const hiring = await course(db, {
      specializationId: people,
      key: 'hiring',
      name: { ar: 'التوظيف بالجدارات', en: 'Hiring by competence' },
      description: { ar: 'يمرّ على محاسبة التكاليف', en: 'Touches on payroll' },
    })
    await course(db, { ...money, key: 'draft', name: { ar: 'محاسبة خفية', en: 'Hidden' }, publishedAt: null })
    for (let n = 1; n <= 8; n++)
      await course(db, {
        specializationId: people,
        key: `leading-${n}`,
        name: { ar: `القيادة ${n}`, en: `Leading ${n}` },
        publishedAt: inDays(-n),
      })
    await trainer(db, { name: { ar: 'أ. عبدالله الحربي', en: 'Abdullah Al-Harbi' }, courseIds: [hiring.id] })
  })
  afterAll(() => app.stop())

  const suggest = (q: string, lang: 'ar' | 'en' = 'ar') => apiAs(app, null, { lang }).search.suggest({ q })
  const article = async (slug: string, title: { ar: string; en: string }, publishedAt: Date | null) => {
    const text = JSON.stringify({ ar: 'نص', en: 'Text' })
    const category = await app.db
      .insertInto('blog_categories')
      .values({ key: `category-${slug}`, name: text, summary: text })
      .returning('id')
      .executeTakeFirstOrThrow()
    const author = await app.db
      .insertInto('authors')
      .values({ key: slug, name: text })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('articles')
      .values({
        key: slug,
        slug,
        category_id: category.id,
        author_id: author.id,
        title: JSON.stringify(title),
        summary: text,
        body: text,
        cover: '/media/a.svg',
        seo: '{}',
        published_at: publishedAt,
        updated_at: inDays(-1),
      })
      .execute()
  }
  const slugs = async (q: string) => (await suggest(q)).courses.map(({ slug }) => slug)
  const fields = async (q: string) => (await suggest(q)).specializations.map(({ slug }) => slug)

  it('show a course with its specialization and state, in the language of the page', async () => {
    const { courses } = await suggest('أساسيات', 'en')
    expect(courses).toEqual([
      {
        id: expect.any(Number),
        slug: 'accounting',
        name: 'Accounting foundations',
        image: '/media/covers/a.svg',
        specialization: { id: expect.any(Number), name: 'Finance' },
        courseDeliveryMethod: 1,
        state: 'open',
        hasLessons: false,
        seatsLeft: 30,
      },
    ])
  })

  it.each([
    ['from two letters', 'تح', ['excel']],
    ['with the article', 'التحل', ['excel']],
    ['with a clitic', 'والتحليل', ['excel']],
    ['in another spelling', 'اساسيات', ['accounting']],
    ['in capitals', 'EXC', ['excel']],
    ['by a synonym in the other language', 'اكسل', ['excel']],
    ['by the name of a trainer', 'الحربي', ['hiring']],
    ['by the first letters of a trainer', 'عبدال', ['hiring']],
    ["by a trainer's name in two words", 'عبد الله', ['hiring']],
    ["by a trainer's name without its hyphen", 'alharbi', ['hiring']],
    ['by a mistyped word', 'توضيف', ['hiring']],
    ['by the mistyped beginning of a word', 'competn', ['hiring']],
    ['by a beginning with a letter too few of a name', 'compeence', ['hiring']],
    ['by a short beginning with a letter too few', 'acount', ['accounting', 'excel', 'hiring']],
    ['by a field before a mere mention', 'محاسبة', ['accounting', 'excel', 'hiring']],
  ])('find a course %s', async (_name, q, expected) => {
    expect((await slugs(q)).toSorted()).toEqual(expected.toSorted())
  })

  it('list a match in the name first and a match in the text last', async () => {
    const found = await slugs('محاسبة')
    expect([found.at(0), found.at(-1)]).toEqual(['accounting', 'hiring'])
  })

  it('are at most five of a kind, newest first among equal matches', async () => {
    expect(await slugs('قيادة')).toEqual(['leading-1', 'leading-2', 'leading-3', 'leading-4', 'leading-5'])
  })

  it('find a specialization by name, sub-specialization and misspelled name, with its number of courses', async () => {
    expect(await fields('بشر')).toEqual(['people'])
    expect(await fields('زكاة')).toEqual(['finance'])
    expect(await fields('finanse')).toEqual(['finance'])
    const [people] = (await suggest('بشرية')).specializations
    expect(people).toMatchObject({ name: 'الموارد البشرية', coursesCount: 9 })
  })

  it('return the correct spelling of a misspelled term', async () => {
    expect((await suggest('محاصبة')).mended).toBe('محاسبة')
    expect((await suggest('إدارة')).mended).toBeNull()
    expect((await suggest('أساسيات التحلبل')).mended).toBeNull()
    expect((await suggest('المالي التحلبل')).mended).toBe('المالي تحليل')
  })

  it('find the courses that a misspelled term means beside a text that has the word as typed', async () => {
    await article('auditing-day', { ar: 'يوم مع محاصبة الشركات', en: 'A day of auditing' }, inDays(-1))
    const { courses, articles, mended } = await suggest('محاصبة')
    expect([courses.length > 0, articles.map(({ slug }) => slug), mended]).toEqual([true, ['auditing-day'], 'محاسبة'])
  })

  it('find a published article, also by a word that only articles contain', async () => {
    await article('interview', { ar: 'كيف تستعد لمقابلة العمل', en: 'Ready for a job interview' }, inDays(-1))
    await article('interview-draft', { ar: 'مقابلة ثانية', en: 'Second interview' }, null)
    await article('interview-tomorrow', { ar: 'مقابلة غدًا', en: 'Interview tomorrow' }, inDays(1))
    const { articles, mended } = await suggest('مقابله', 'en')
    expect(articles).toEqual([
      { id: expect.any(Number), slug: 'interview', title: 'Ready for a job interview', image: '/media/a.svg' },
    ])
    expect(mended).toBeNull()
  })

  it.each([
    ['one letter', 'م'],
    ['one letter under diacritics', 'مُّ'],
    ['blanks', '   '],
    ['nothing', ''],
    ['an absent word', 'زرافة'],
    ['operators of the search', "' | & ! :* <->"],
    ['a quoted operator', "a':* | 'b"],
    ['wildcards of SQL', '%_'],
    ['half an emoji', '\ud83e'],
    ['a ligature that unfolds to many letters', 'ﷺ'.repeat(60)],
  ])('are empty lists for %s', async (_name, q) => {
    expect(await suggest(q)).toEqual({ courses: [], specializations: [], articles: [], mended: null })
  })

  it('never show a draft', async () => {
    expect(await slugs('خفية')).toEqual([])
  })

  it('are up to date after a trainer is renamed, added or removed', async () => {
    const created = await course(app.db, { key: 'sewing', name: { ar: 'الخياطة', en: 'Sewing' } })
    const id = await trainer(app.db, { name: 'نورة العنزي', courseIds: [created.id] })
    expect(await slugs('العنزي')).toEqual(['sewing'])
    await app.db
      .updateTable('trainers')
      .set({ name: JSON.stringify({ ar: 'نورة الدوسري' }) })
      .where('id', '=', id)
      .execute()
    expect(await slugs('العنزي')).toEqual([])
    expect(await slugs('الدوسري')).toEqual(['sewing'])
    await app.db.deleteFrom('course_trainers').where('trainer_id', '=', id).execute()
    expect(await slugs('الدوسري')).toEqual([])
  })

  describe('over HTTP', () => {
    const get = (q: string, options: object = {}) =>
      app.call('GET', `search/SUGGEST?Q=${encodeURIComponent(q)}`, { lang: 'ar', ...options })

    it('may be cached publicly for a minute, by language', async () => {
      const { status, headers, data } = await get('قيادة')
      expect([status, data.courses.length]).toEqual([200, 5])
      expect(headers.get('cache-control')).toBe('public, max-age=60')
      expect(headers.get('vary')).toBe('Accept-Language')
      expect(headers.get('set-cookie')).toBeNull()
    })

    it.each([
      ['a NUL', 'a\u0000b'],
      ['10 kB', 'ض'.repeat(1700)],
      ['201 letters', 'x'.repeat(201)],
    ])('refuse %s with a clear 400 that is not cached', async (_name, q) => {
      const { status, headers, error } = await get(q)
      expect([status, error.code, Object.keys(error.fields!)]).toEqual([400, 'validation', ['q']])
      expect(headers.get('cache-control')).toBe('no-store')
    })

    it('are limited to 600 a minute per network, with a Retry-After', async () => {
      const now = app.services.now()
      await app.db.deleteFrom('rate_limits').execute()
      await get('قيادة')
      await app.db.updateTable('rate_limits').set({ count: 599 }).where('key', 'like', 'suggest:%').execute()
      expect((await get('قيادة')).status).toBe(200)
      const { status, headers, error } = await get('قيادة')
      expect([status, error.code]).toEqual([429, 'tooManyRequests'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(headers.get('cache-control')).toBe('no-store')
      app.advance(MINUTE_MS + (app.services.now().getTime() - now.getTime()))
      expect((await get('قيادة')).status).toBe(200)
    })
  })
})
