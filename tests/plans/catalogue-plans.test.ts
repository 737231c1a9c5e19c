/** The lists and searches of a large catalogue read no table whole, and little more than they return. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogueOperations } from '../../app/features/catalogue/catalogue.server.ts'
import { CourseQuery } from '../../app/features/catalogue/listing/listing-contract.ts'
import { searchOperations } from '../../app/features/search/search.server.ts'
import type { Context } from '../../app/platform/context.server.ts'
import { readRatioOf, scansOf, statementsOf, weightOf } from '../../bench/community/plans.ts'
import { ABSENT_WORD, COMMON_WORD, catalogue, MISTYPED_WORD, RARE_WORD } from '../../bench/scale/catalogue.ts'
import { fillParts } from '../../bench/scale/fill.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

const COURSES = 3000

describe('the lists of a large catalogue', () => {
  let app: TestApp
  let pool: pg.Pool
  let ctx: Context
  beforeAll(async () => {
    app = await startTestApp()
    // As where tables are much larger than this one: an index pays before a small table is read.
    pool = new pg.Pool({ connectionString: app.services.settings.databaseUrl!, options: '-c random_page_cost=1.1' })
    const now = await fillParts(pool, [catalogue], COURSES, new Date(), () => undefined)
    ctx = { ...app.services, lang: 'ar', now: () => now, user: null, ip: '192.0.2.1' } as unknown as Context
  }, 120_000)
  afterAll(async () => {
    await pool.end()
    await app.stop()
  })

  const list = (query: object) => () => catalogueOperations.courses(ctx, CourseQuery.parse(query))

  it.each<[string, () => Promise<unknown>]>([
    ['the newest', list({})],
    ['by start', list({ SortMethod: 2 })],
    ['by price', list({ SortMethod: 4 })],
    ['a level', list({ Level: 2 })],
    ['a price band', list({ MinPrice: 100, MaxPrice: 99_999 })],
    ['the specializations', () => catalogueOperations.specializations(ctx, {})],
    ['the latest', () => catalogueOperations.latestCourses(ctx, { courseType: undefined, count: 8 })],
    ['the reviews of the site', () => catalogueOperations.websiteReviews(ctx, { PageIndex: 1, PageSize: 12 })],
    ['an absent word', list({ SearchTerm: ABSENT_WORD })],
    ['a rare word', list({ SearchTerm: RARE_WORD })],
    ['a mistyped word', list({ SearchTerm: MISTYPED_WORD })],
    ['a common word', list({ SearchTerm: COMMON_WORD })],
    ['suggestions of a common word', () => searchOperations.suggest(ctx, { q: COMMON_WORD })],
    ['results of a common word', () => searchOperations.results(ctx, { q: COMMON_WORD })],
  ])('read no table whole: %s', async (_, ask) => {
    // The first listing of a process reads all offers.
    await list({})()
    const { whole } = await weightOf(pool, await statementsOf(ask))
    expect(whole).toEqual([])
  })

  it('find months and days in the rows of the offers, and only their terms apart', async () => {
    const { rows } = await pool.query<Record<string, number>>(
      `select ${['terms', 'months', 'starts'].map((name) => `count(pg_column_toast_chunk_id(${name}))::int as ${name}`).join()}
       from course_offers`,
    )
    expect(rows[0]!.terms).toBeGreaterThan(COURSES / 2)
    expect(rows[0]).toMatchObject({ months: 0, starts: 0 })
  })

  it('follow each other without gaps, whether a page is found in an index or in memory', async () => {
    for (const SortMethod of [1, 2, 3, 4]) {
      const ids: number[] = []
      for (let PageIndex = 1; PageIndex <= COURSES / 50; PageIndex++)
        ids.push(...(await list({ SortMethod, PageIndex, PageSize: 50 })()).items.map(({ id }) => id))
      const { totalCount } = await list({})()
      expect([new Set(ids).size, ids.length], `${SortMethod}`).toEqual([totalCount, totalCount])
    }
  })

  it.each<[string, () => Promise<unknown>]>([
    ['the latest', () => catalogueOperations.latestCourses(ctx, { courseType: undefined, count: 8 })],
    ['similar ones', () => catalogueOperations.similarCourses(ctx, { courseId: 1 })],
    ['a menu', () => catalogueOperations.coursesOnHover(ctx, { SpecializationId: 1, courseType: undefined })],
    ['the reviews of the site', () => catalogueOperations.websiteReviews(ctx, { PageIndex: 1, PageSize: 12 })],
    ['an absent word', list({ SearchTerm: ABSENT_WORD })],
    ['suggestions of a common word', () => searchOperations.suggest(ctx, { q: COMMON_WORD })],
  ])('read at most a hundred rows for each that they return: %s', async (_, ask) => {
    const worst = await readRatioOf(pool, await statementsOf(ask))
    expect(worst.read / worst.returned, worst.text).toBeLessThanOrEqual(100)
  })

  it.each([COMMON_WORD, `${COMMON_WORD} ${MISTYPED_WORD}`, 'ال'])(
    'find what is searched in the index of the terms, and compare those of no row: %s',
    async (SearchTerm) => {
      const scans = await scansOf(pool, await statementsOf(list({ SearchTerm, Level: 2 })), 'course_offers')
      expect(scans.length).toBeGreaterThan(0)
      expect(scans.filter(({ rows, filter }) => rows > 100 && filter.includes('@@'))).toEqual([])
    },
  )

  it.each([
    {},
    { Category: '2,3', Level: 2 },
    { CityId: 1, Time: '2,3' },
    { MinPrice: 100, MaxPrice: 16_000 },
    { MinPrice: 150_001, Level: 2 },
    { StartsFrom: '2020-01-05', StartsTo: '2040-01-20' },
    { SearchTerm: COMMON_WORD },
    { SearchTerm: `${COMMON_WORD} محاسبة`, MaxPrice: 99_999 },
  ])('count in memory, and read only what has changed: %j', async (query) => {
    await list(query)()
    const reading = (await statementsOf(list(query))).filter(({ text }) => text.includes('changed_in'))
    expect(reading).toHaveLength(1)
    const scans = await scansOf(pool, reading, 'course_offers')
    expect(scans.length).toBeGreaterThan(0)
    expect(scans.reduce((sum, { rows }) => sum + rows, 0)).toBe(0)
  })
})
