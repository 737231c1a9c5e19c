/** The lists of a large community scan no table completely, and return the same as a scan of every post. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../app/platform/context.server.ts'
import { APART, APART_CATEGORY, BUSY_AUTHOR, fill, RARE } from '../../bench/community/fill.ts'
import { readRatioOf, statementsOf, weightOf } from '../../bench/community/plans.ts'
import { words } from '../../bench/community/words.ts'
import type { Run } from '../../bench/scale/part.ts'
import { wastefulCalls } from '../../bench/scale/wasteful.ts'
import { fillNotices, writing } from '../../bench/scale/writing.ts'
import { apiAs } from '../support/api-as.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { learner } from '../support/factories.ts'

const POSTS = 12_000
const LAST_PAGE = 833

describe('the lists of a large community', () => {
  let app: TestApp
  let pool: pg.Pool
  beforeAll(async () => {
    app = await startTestApp()
    pool = new pg.Pool({ connectionString: app.services.settings.databaseUrl! })
    await fill(pool, POSTS, new Date(), 400, () => undefined)
  }, 60_000)
  afterAll(async () => {
    await pool.end()
    await app.stop()
  })

  const list = (input: object) => apiAs(app, null).community.posts(input)
  const [common, other] = words() as [string, string]

  it.each([
    ['the newest', {}],
    ['the last page of the most discussed', { SortMethod: 2, PageIndex: LAST_PAGE }],
    ['the last page of the trending ones', { SortMethod: 3, PageIndex: LAST_PAGE }],
    ['the last page of a section', { CategoryId: 2, SortMethod: 3, PageIndex: 100 }],
    ['an author who writes a tenth of all', { UserId: BUSY_AUTHOR, SortMethod: 2 }],
    ['an author in a section without their posts', { UserId: BUSY_AUTHOR, CategoryId: APART_CATEGORY }],
    ['an absent word', { SearchTerm: 'زرافة' }],
    ['a rare word', { SearchTerm: RARE, SortMethod: 2 }],
    ['a common word', { SearchTerm: common, SortMethod: 3 }],
    ['the last page of a common word', { SearchTerm: common, SortMethod: 2, PageIndex: LAST_PAGE }],
    ['two letters', { SearchTerm: 'ال' }],
    ['a mistyped word', { SearchTerm: 'محاصبة' }],
    ['two common words', { SearchTerm: `${common} ${other}` }],
    ['two common words that never meet', { SearchTerm: APART.join(' ') }],
    ['a common and a rare word', { SearchTerm: `${common} ${RARE}` }],
    ['a common word that an author never uses', { SearchTerm: APART[0], UserId: BUSY_AUTHOR }],
  ])('read no table whole: %s', async (_, input) => {
    const weight = await weightOf(pool, await statementsOf(() => list(input)))
    expect(weight.whole).toEqual([])
    // Two parts of eight thousand posts are what a search looks through at once, and the cap is what it collects.
    expect(weight.rows).toBeLessThan(16_400)
  })

  // Near the last page, the planner may choose to read and sort all rows instead, at the same cost.
  it('read no more of twelve thousand comments than the page needs', async () => {
    const ask = () => apiAs(app, null).community.moreComments({ PostId: POSTS / 2, PageNumber: 200 })
    expect((await ask()).items).toHaveLength(20)
    const weight = await weightOf(pool, await statementsOf(ask))
    expect(weight.whole).toEqual([])
    expect(weight.rows).toBeLessThan(4_100)
  })

  it('find what is a member’s own on a post of twelve thousand comments by one plan for all members', async () => {
    const post = POSTS / 2
    const { rows } = await sql<{ id: number; own: number }>`
      select user_id as id, count(*) filter (where post_id = ${post})::int as own
      from comments join authors on authors.id = author_id group by user_id order by 2 desc`.execute(app.db)
    const [most, least] = [rows[0]!, rows.at(-1)!]
    expect(most.own).toBeGreaterThan(500)
    const member = await learner(app.db)
    for (const { id, own } of [most, least]) {
      const ask = () => apiAs(app, { ...member, id }).community.myPost({ id: post })
      const statements = await statementsOf(ask)
      expect(statements.map(({ name }) => name)).toEqual(['own_part_of_post'])
      expect((await readRatioOf(pool, statements)).read).toBeLessThanOrEqual(own + 5)
    }
  })

  it('return notices, members and cases from little more than they show', async () => {
    const now = new Date()
    const run: Run = async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows
    await fillNotices(run, POSTS, now)
    await run('vacuum (analyze) notifications, moderation_cases, reports, views')
    // As with the disks of today: at its default the planner reads tables of this size whole.
    const settled = new pg.Pool({
      connectionString: app.services.settings.databaseUrl!,
      options: '-c random_page_cost=1.1',
    })
    const ctx = { ...app.services, lang: 'ar', user: null, ip: '10.0.0.1', now: () => now } as unknown as Context
    const calls = (await writing.calls(run)).filter(({ name }) => !/^(posts|feed)/.test(name))
    expect(await wastefulCalls(settled, () => ctx, calls)).toEqual([])
    await settled.end()
  })

  it('find what every post that is read would show', async () => {
    const having = async (word: string) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from posts
        where ' ' || replace(content, E'\\n', ' ') || ' ' like ${`% ${word} %`}`.execute(app.db)
      return rows[0]!.count
    }
    expect((await list({ SearchTerm: RARE })).totalCount).toBe(await having(RARE))
    expect((await list({ SearchTerm: APART[0] })).totalCount).toBe(await having(APART[0]))
    expect((await list({ SearchTerm: APART.join(' ') })).totalCount).toBe(0)
    expect((await list({ SearchTerm: APART[0], UserId: BUSY_AUTHOR })).totalCount).toBe(0)
    expect((await list({ SearchTerm: APART[1], CategoryId: APART_CATEGORY })).totalCount).toBe(0)
    const all = await list({})
    expect([all.totalCount, all.totalIsCapped]).toEqual([10_000, true])
    const most = await list({ SearchTerm: APART[0], SortMethod: 2 })
    const { rows } = await sql<{ most: number }>`select max(comments_count) as most from posts
      where content like ${`%${APART[0]}%`}`.execute(app.db)
    expect(most.items[0]!.commentsCount).toBe(rows[0]!.most)
  })
})
