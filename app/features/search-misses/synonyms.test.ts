/** Searches without results, and the synonyms that staff make of them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course } from '../../../tests/support/factories.ts'
import { longIt } from '../../../tests/support/long.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import { article, tag } from '../../../tests/support/writing.ts'
import { SECOND_MS } from '../../platform/durations.ts'

let app: TestApp
let editor: Member
beforeAll(async () => {
  app = await startTestApp()
  editor = await signedInMember(app, ['Content'])
})
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  await app.db.deleteFrom('search_misses').execute()
})
afterAll(() => app.stop())

const add = (word: string, sameAs: string, miss?: object) =>
  editor.call<{ word: string; senses: string[] }>('POST', 'admin/synonyms', { word, sameAs, ...(miss ? { miss } : {}) })
const suggested = async (q: string) => (await apiAs(app, null).search.suggest({ q })).courses.map(({ slug }) => slug)
const misses = async () =>
  (await app.db.selectFrom('search_misses').select('term').orderBy('term').execute()).map(({ term }) => term)

describe('a synonym that staff add', () => {
  it('is used by the next search of courses, articles and questions, and its miss is off the list', async () => {
    const { slug } = await course(app.db, { name: { ar: 'مبادئ الفلك', en: 'Astronomy' } })
    const written = await article(app.db, {
      title: { ar: 'تاريخ الفلك', en: 'History' },
      tags: [await tag(app.db, { ar: 'علوم', en: 'Science' })],
    })
    await sql`insert into faq_groups (key, position, title, questions) values ('sky', 0, '{"ar": "عام"}',
      '[{"question": {"ar": "هل تدرسون الفلك؟"}, "answer": {"ar": "نعم"}}]')`.execute(app.db)
    const guest = apiAs(app, null, { lang: 'ar' })
    await guest.search.results({ q: 'نجوم' })
    expect(await misses()).toEqual(['نجوم'])
    const { status, data } = await add('النُّجوم', 'الفلك', { term: 'نجوم', lang: 'ar' })
    expect([status, data]).toEqual([201, { word: 'نجوم', senses: ['فلك'] }])
    expect(await misses()).toEqual([])
    expect(await suggested('نجوم')).toEqual([slug])
    const found = await guest.search.results({ q: 'نجوم' })
    expect(found.articles.items.map(({ id }) => id)).toEqual([written.id])
    expect(found.questions.totalCount).toBe(1)
    const audit = await app.db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(audit).toEqual({ action: 'content.add-synonym', after: { word: 'نجوم', sameAs: 'فلك' } })
  })

  it('is a single word for another that finds something', async () => {
    await course(app.db, { name: { ar: 'الكيمياء', en: 'Chemistry' } })
    const fields = async (word: string, sameAs: string) => (await add(word, sameAs)).error.fields
    expect(Object.keys((await fields('علم المواد', 'كيمياء')) ?? {})).toEqual(['word'])
    expect(Object.keys((await fields('مواد', 'علم الكيمياء')) ?? {})).toEqual(['sameAs'])
    expect(Object.keys((await fields('مواد', 'لاشيءهنا')) ?? {})).toEqual(['sameAs'])
    expect(Object.keys((await fields('كيمياءُ', 'كيمياء')) ?? {})).toEqual(['sameAs'])
    expect((await fields('؟', 'كيمياء'))?.word).toHaveLength(1)
  })

  it('is taken out again, with the word that would stay alone; words of the product stay', async () => {
    await course(app.db, { name: { ar: 'الجبر', en: 'Algebra' } })
    await add('معادلات', 'جبر')
    expect(await suggested('معادلات')).toHaveLength(1)
    const remove = (word: string, sense: string) =>
      editor.call('POST', 'admin/synonyms/remove', { word, sense }).then(({ status }) => status)
    expect(await remove('معادلات', 'جبر')).toBe(200)
    expect(await suggested('معادلات')).toEqual([])
    const { data } = await editor.call<{ sense: string }[]>('GET', 'admin/synonyms')
    expect(data.map(({ sense }) => sense)).not.toContain('جبر')
    expect(await remove('معادلات', 'جبر')).toBe(404)
    expect(await remove('محاسبه', 'accounting')).toBe(404)
  })

  it('reaches every course and article by the job that it enqueues', async () => {
    for (let n = 0; n < 30; n++) await course(app.db, { name: { ar: `البحار ${n}`, en: 'Seas' } })
    const science = await tag(app.db, { ar: 'بحر', en: 'Sea' })
    for (let n = 0; n < 8; n++) await article(app.db, { title: { ar: `عن البحار ${n}`, en: 'Sea' }, tags: [science] })
    const total = async () => {
      const { courses, articles } = await apiAs(app, null).search.results({ q: 'محيطات' })
      return [courses.totalCount, articles.totalCount]
    }
    await add('محيطات', 'بحار')
    const [courses, articles] = await total()
    expect(courses).toBeGreaterThanOrEqual(20)
    expect(articles).toBeGreaterThanOrEqual(5)
    await expect.poll(total, { timeout: 20 * SECOND_MS }).toEqual([30, 8])
  })

  longIt('is used within a second of a word that three thousand courses have', async () => {
    const first = await course(app.db, { name: { ar: 'أساسيات الإدارة', en: 'Management' } })
    const { rows } = await sql<{ names: string }>`select string_agg(attname, ', ') as names from pg_attribute
      where attrelid = 'courses'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attname not in ('id')`.execute(app.db)
    const names = sql.raw(rows[0]!.names)
    for (let from = 1; from <= 3000; from += 100)
      await sql`insert into courses (${names}) select ${names} from (
      select (jsonb_populate_record(one, jsonb_build_object('key', 'many' || n, 'slug', 'many' || n))).*
      from courses as one, generate_series(${from}::int, ${from + 99}::int) n where one.id = ${first.id}) as copies`.execute(
        app.db,
      )
    const begun = performance.now()
    await add('أسيس', 'أساسيات')
    expect(await suggested('أسيس')).toHaveLength(5)
    expect(performance.now() - begun).toBeLessThan(SECOND_MS)
  })
})

describe('a search without results', () => {
  it('is counted in questions, articles and posts, but not where a filter hides what there is', async () => {
    const guest = apiAs(app, null)
    await guest.questions.faqSearch({ SearchTerm: 'زرافة' })
    await guest.blog.articles({ searchTerm: 'زرافة' } as never)
    await guest.community.posts({ SearchTerm: 'زرافة' } as never)
    expect(await app.db.selectFrom('search_misses').select(['term', 'count']).execute()).toEqual([
      { term: 'زرافه', count: 3 },
    ])
    await guest.blog.articles({ searchTerm: 'نعامة', CategoryId: 1 } as never)
    await guest.community.posts({ SearchTerm: 'نعامة', CategoryId: 1 } as never)
    expect(await misses()).toEqual(['زرافه'])
  })

  it('is taken off the list, until it is searched again', async () => {
    const guest = apiAs(app, null, { lang: 'ar' })
    await guest.search.results({ q: 'زرافة' })
    const { status } = await editor.call('POST', 'admin/search-misses/dismiss', { term: 'زرافه', lang: 'ar' })
    expect([status, await misses()]).toEqual([200, []])
    await guest.search.results({ q: 'زرافة' })
    expect(await misses()).toEqual(['زرافه'])
    const finance = await signedInMember(app, ['Finance'])
    expect((await finance.call('POST', 'admin/search-misses/dismiss', { term: 'x', lang: 'ar' })).status).toBe(403)
  })
})
