import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, inDays, specialization } from '../../../tests/support/factories.ts'
import { indexCourses } from './offers.server.ts'

describe('the search', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
    const { db } = app
    const finance = await specialization(db, {
      key: 'finance',
      name: { ar: 'المال والأعمال', en: 'Money and business' },
    })
    const common = { specializationId: finance, summary: { ar: 'برنامج عملي', en: 'Practical' } }
    await course(db, { ...common, key: 'accounting', name: { ar: 'أساسيات المُحاسبة', en: 'Accounting foundations' } })
    await course(db, {
      ...common,
      key: 'excel',
      name: { ar: 'التحليل المالي باستخدام Excel', en: 'Financial analysis' },
    })
    await course(db, {
      ...common,
      key: 'projects',
      name: { ar: 'إدارة المشاريع ١٠١', en: 'Managing projects 101' },
      description: { ar: 'تمهيد لشهادة الفُنون', en: 'Kanban boards' },
    })
    await course(db, { ...common, key: 'kanban', name: { ar: 'لوح كانبان', en: 'Kanban' }, publishedAt: inDays(-400) })
    await course(db, {
      ...common,
      key: 'draft',
      name: { ar: 'محاسبة خفية', en: 'Hidden accounting' },
      publishedAt: null,
    })
  })
  afterAll(() => app.stop())

  const found = async (term: string) => {
    const { items, totalCount } = await apiAs(app, null).catalogue.courses({ SearchTerm: term })
    expect(totalCount).toBe(items.length)
    return items.map(({ slug }) => slug)
  }

  it.each([
    ['a word as it stands', 'Accounting', ['accounting']],
    ['a word in another spelling of Arabic', 'محاسبه', ['accounting']],
    ['a word with conjunction and article', 'والمحاسبه', ['accounting']],
    ['a word with preposition and article', 'للمحاسبة', ['accounting']],
    ['diacritics and tatweel', 'مُحاسـبَة', ['accounting']],
    ['another ending', 'محاسبين', ['accounting']],
    ['another hamza', 'ادارة المشاريع', ['projects']],
    ['the singular of a broken plural', 'مشروع', ['projects']],
    ['an English plural', 'project', ['projects']],
    ['another English ending', 'accountants', ['accounting']],
    ['Arabic digits', '١٠١', ['projects']],
    ['Persian digits for Latin ones', '۱۰۱', ['projects']],
    ['the beginning of a word', 'مح', ['accounting']],
    ['the beginning of a word with its article', 'المحا', ['accounting']],
    ['the beginning of an English word', 'acc', ['accounting']],
    ['an English word by its Arabic name', 'اكسل', ['excel']],
    ['an Arabic word by its English name', 'accounting', ['accounting']],
    ['Arabic and English together', 'تحليل Excel', ['excel']],
    ['a word of the description', 'فنون', ['projects']],
    ['a typing error', 'محاصبة', ['accounting']],
    ['a typing error after an article', 'والمحاصبة', ['accounting']],
    ['an English typing error', 'acounting', ['accounting']],
    ['two letters changed round', 'accuonting', ['accounting']],
    ['a letter too many', 'excell', ['excel']],
    ['a typing error beside a right word', 'تحليل Exsel', ['excel']],
    ['a filler word between', 'إدارة من المشاريع', ['projects']],
    ['punctuation around it', '«المحاسبة»، ؟', ['accounting']],
  ])('finds by %s', async (_name, term, slugs) => {
    expect(await found(term)).toEqual(slugs)
  })

  it.each([
    ['an absent word', 'زرافة'],
    ['an absent word beside a common one', 'المحاسبة زرافة'],
    ['an absent English word', 'zeppelin'],
    ['a short unknown word', 'ققق'],
    ['a word that only begins like one of ours', 'accordion'],
    ['a word that only ends like one of ours', 'cooking'],
    ['a wildcard of SQL', '%'],
    ['wildcards of SQL', '_%_%'],
    ['operators of the search', "' | & ! :* <->"],
    ['a term of 200 letters', 'ض'.repeat(200)],
    ['200 words', 'x '.repeat(100).trim()],
    ['an emoji', '🦒'],
    ['half an emoji', '\ud83e'],
  ])('finds nothing for %s', async (_name, term) => {
    expect(await found(term)).toEqual([])
  })

  it('never shows a draft', async () => {
    expect(await found('خفية')).toEqual([])
  })

  it('finds a word that all courses contain, newest first', async () => {
    expect(await found('برنامج')).toEqual(['projects', 'excel', 'accounting', 'kanban'])
    expect(await found('برامج')).toHaveLength(4)
  })

  it('lists a match in the name before a match in the text', async () => {
    expect(await found('kanban')).toEqual(['kanban', 'projects'])
    const { items } = await apiAs(app, null).catalogue.courses({ SearchTerm: 'kanban', SortMethod: 1 })
    expect(items.map(({ slug }) => slug)).toEqual(['projects', 'kanban'])
  })

  it('finds a course by its new name and by the new name of its specialization', async () => {
    const { id } = await course(app.db, { key: 'renamed', name: { ar: 'نجارة', en: 'Carpentry' } })
    expect(await found('نجارة')).toEqual(['renamed'])
    await app.db
      .updateTable('courses')
      .set({ name: JSON.stringify({ ar: 'حدادة', en: 'Smithing' }) })
      .where('id', '=', id)
      .execute()
    expect(await found('نجارة')).toEqual([])
    expect(await found('حدادة')).toEqual(['renamed'])
    await app.db
      .updateTable('specializations')
      .set({ name: JSON.stringify({ ar: 'حِرَف', en: 'Crafts' }) })
      .where('id', '=', app.db.selectFrom('courses').select('specialization_id').where('id', '=', id))
      .execute()
    expect(await found('الحرف')).toEqual(['renamed'])
  })

  it('applies a new synonym to existing courses', async () => {
    expect(await found('جداول')).toEqual([])
    await app.db
      .insertInto('search_synonyms')
      .values([{ sense: 'excel', word: 'جداول' }])
      .execute()
    expect(await found('جداول')).toEqual(['excel'])
  })

  it('applies a new synonym to many courses in batches', async () => {
    const all = async () => (await apiAs(app, null).catalogue.courses({ SearchTerm: 'فلك' })).totalCount
    for (let n = 0; n < 45; n++) await course(app.db, { name: { ar: 'علوم الفضاء', en: 'Space' } })
    await app.db
      .insertInto('search_synonyms')
      .values([
        { sense: 'space', word: 'فضاء' },
        { sense: 'space', word: 'فلك' },
      ])
      .execute()
    expect(await all()).toBe(20)
    // Marked are only those that wait for the job, and these when it comes to them.
    const waiting = () => app.db.selectFrom('courses_to_index').select('course_id').execute()
    expect(await waiting()).toEqual([])
    await app.db.insertInto('search_synonyms').values({ sense: 'space', word: 'مجره' }).execute()
    expect(await app.db.selectFrom('synonym_changes').select('id').execute()).toHaveLength(1)
    await indexCourses(app.services)
    await indexCourses(app.services)
    expect(await all()).toBe(45)
    expect([await waiting(), await app.db.selectFrom('synonym_changes').select('id').execute()]).toEqual([[], []])
  })
})
