/** What the desk's lists read of a large institute's data, beside what they return. */
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../../app/api/contract.ts'
import { articleEditingOperations } from '../../app/features/article-editing/article-editing.server.ts'
import { auditOperations } from '../../app/features/audit/audit.server.ts'
import { bankStatementsOperations } from '../../app/features/bank-statements/bank-statements.server.ts'
import { certificatesOperations } from '../../app/features/certificates/certificates.server.ts'
import { companiesOperations } from '../../app/features/companies/companies.server.ts'
import { couponsOperations } from '../../app/features/coupons/coupons.server.ts'
import { courseEditingOperations } from '../../app/features/course-editing/course-editing.server.ts'
import { find } from '../../app/features/desk/find.server.ts'
import { invoiceDeskOperations } from '../../app/features/invoices/invoice-desk.server.ts'
import { learnersOperations } from '../../app/features/learners/learners.server.ts'
import { ordersOperations } from '../../app/features/orders/orders.server.ts'
import { reviewsOperations } from '../../app/features/reviews/reviews.server.ts'
import { runsOperations } from '../../app/features/runs/runs.server.ts'
import { savedViewsOperations } from '../../app/features/saved-views/saved-views.server.ts'
import type { Context } from '../../app/platform/context.server.ts'
import { scansOf, statementsOf, weightOf } from '../../bench/community/plans.ts'
import { emptyOnes, lists, type Row } from '../../bench/desk/rows.ts'
import { business } from '../../bench/scale/business.ts'
import { desk } from '../../bench/scale/desk.ts'
import { orders } from '../../bench/scale/orders.ts'
import type { Run } from '../../bench/scale/part.ts'
import { COMMON_NAME, people, RARE_NAME, USUAL_NAME } from '../../bench/scale/people.ts'
import { teaching } from '../../bench/scale/teaching.ts'
import { wastefulCalls } from '../../bench/scale/wasteful.ts'
import { apiAs } from '../support/api-as.ts'
import type { TestApp } from '../support/app.ts'
import { learner } from '../support/factories.ts'
import { COURSES, type LargeInstitute, startLargeInstitute } from '../support/large-institute.ts'

/** Of which the palette chooses the best of a kind. */
const MAX_CANDIDATES = 200
const NO_ORDER_FILTER = { Status: undefined, Method: undefined, Refund: undefined }

describe('the lists of the desk', () => {
  let institute: LargeInstitute
  let app: TestApp
  let pool: pg.Pool
  let now: Date
  let api: Api
  let rows: Row[]
  let asked: Partial<Context>
  beforeAll(async () => {
    institute = await startLargeInstitute([people, orders, teaching, business, desk])
    ;({ app, pool, now } = institute)
    // Of all its rows: which index finds a word in the audit log would depend on the sample that ANALYZE drew.
    await pool.query(
      'alter index audit_log_of_subject alter column 1 set statistics 1000; alter table audit_log alter column at set statistics 1000; analyze audit_log',
    )
    asked = { now: () => now, lang: 'ar' }
    api = apiAs(app, await learner(app.db, { roles: ['Owner'] }), asked)
    rows = await lists(api, app.db, now)
  }, 240_000)
  afterAll(() => institute.stop())

  const run: Run = async <R extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<R>(text, values)).rows

  const contextOf = () =>
    ({
      ...app.services,
      lang: 'ar',
      user: { id: 1, roles: ['Owner'] },
      ip: '10.0.0.1',
      now: () => now,
    }) as unknown as Context

  it('read little more than they return', async () => {
    const empty: string[] = []
    for (const row of rows) for (const place of await emptyOnes(row, api)) empty.push(`${row.name}, ${place}`)
    expect(empty).toEqual([])
    // To an Admin Today has no figures.
    const admin = apiAs(app, await learner(app.db, { roles: ['Admin'] }), asked)
    const calls = rows.map(({ asks, ...row }) => ({ ...row, asks: asks.map((ask) => () => ask(api)), maxP99Ms: 200 }))
    const todayOfAdmin = { name: 'today of an Admin', asks: [() => admin.desk.today({})], maxP99Ms: 200 }
    expect(await wastefulCalls(pool, contextOf, [...calls, todayOfAdmin])).toEqual([])
  }, 60_000)

  it.each([
    ['of a coupon and days', { Coupon: 'C1', From: '2020-01-01', To: '2100-01-01' }],
    ['of a company', {}],
  ])('collect the orders %s without reading more rows of orders than a page shows', async (_, given) => {
    const [company] = await run<{ id: number; orders: number }>(`select q.company_id as id, count(*)::int as orders
      from company_seats s join quotes q on q.id = s.quote_id where s.order_id is not null group by 1 order by 2 desc limit 1`)
    const filter = { ...NO_ORDER_FILTER, SearchTerm: undefined, PageIndex: 1, PageSize: 50, ...given }
    const asked = 'Coupon' in given ? filter : { ...filter, CompanyId: company!.id }
    const { items, totalCount } = await ordersOperations.orders(contextOf(), asked)
    expect(items.length).toBeGreaterThan(1)
    const scans = await scansOf(pool, await statementsOf(() => ordersOperations.orders(contextOf(), asked)), 'orders')
    expect(scans.length).toBeGreaterThan(0)
    expect(scans.filter(({ rows }) => rows > Math.max(51, totalCount))).toEqual([])
  })

  it('behind the palette count nothing, and read little more than two hundred candidates of each kind', async () => {
    const terms = [
      ...[
        '0500',
        '2026-0000500',
        'M-2026-0000500',
        'u500@example.com',
        '0500000500',
        RARE_NAME,
        'زرافة',
        'ظظ',
        `c${COURSES - 1}`,
      ],
      ...[COMMON_NAME, USUAL_NAME, 'العتيبي', 'مح', 'اد', 'c1'],
    ]
    for (const query of terms) {
      const statements = await statementsOf(() => find(contextOf(), { query }))
      expect(statements.filter(({ text }) => text.includes('count('))).toEqual([])
      // One for each kind, and one for the accounts that several of them share.
      expect(statements.length, query).toBeLessThanOrEqual(17)
      // One person in ten has the most common name: so many are passed until two hundred are found. Or an index lists
      // all who have it first: which of the two is planned depends on the sample of rows that ANALYZE drew.
      const [named] = await run<{ people: number }>(
        'select count(*)::int as people from users where search_name like name_pattern($1)',
        [query],
      )
      const max = Math.max(12 * MAX_CANDIDATES, named!.people)
      const { rows, whole } = await weightOf(pool, statements, 12 * MAX_CANDIDATES)
      expect({ query, whole, isBounded: rows <= max }).toEqual({ query, whole: [], isBounded: true })
    }
  }, 60_000)

  it('are read by an index in either order of time, from any page on', async () => {
    const page = { limit: 25, cursor: undefined as string | undefined }
    type Page = { items: readonly object[]; next: string | null }
    type List = [string, (ctx: Context, page: { limit: number; cursor: string | undefined }) => Promise<Page>]
    const inOrder = (['newest', 'oldest'] as const).flatMap((sort): List[] => [
      [`audit ${sort}`, (ctx, at) => auditOperations.audit(ctx, { ...at, sort })],
      [`audit of money ${sort}`, (ctx, at) => auditOperations.audit(ctx, { ...at, sort, area: 'money' })],
      [`reviews ${sort}`, (ctx, at) => reviewsOperations.reviews(ctx, { ...at, sort })],
      [`unanswered reviews ${sort}`, (ctx, at) => reviewsOperations.reviews(ctx, { ...at, sort, state: 'unanswered' })],
      [`certificates ${sort}`, (ctx, at) => certificatesOperations.certificates(ctx, { ...at, sort })],
      [`invoices ${sort}`, (ctx, at) => invoiceDeskOperations.invoiceList(ctx, { ...at, sort })],
      [
        `orders ${sort === 'newest' ? 'dear' : 'cheap'}`,
        (ctx, { cursor, limit }) =>
          ordersOperations.orders(ctx, {
            ...{ ...NO_ORDER_FILTER, SearchTerm: undefined, Sort: sort === 'newest' ? 'dear' : 'cheap' },
            ...{ Cursor: cursor, PageIndex: 1, PageSize: limit },
          }),
      ],
      [
        `orders ${sort}`,
        (ctx, { cursor, limit }) =>
          ordersOperations.orders(ctx, {
            ...{ ...NO_ORDER_FILTER, SearchTerm: undefined, Sort: sort },
            ...{ Cursor: cursor, PageIndex: 1, PageSize: limit },
          }),
      ],
    ])
    const others: List[] = [
      ['runs', (ctx, at) => runsOperations.runs(ctx, { ...at, sort: 'last' })],
      ['coupons', (ctx, at) => couponsOperations.coupons(ctx, at)],
      ['companies', (ctx, at) => companiesOperations.companies(ctx, at)],
      ['companies by name', (ctx, at) => companiesOperations.companies(ctx, { ...at, sort: 'name' })],
      ['courses', (ctx, at) => courseEditingOperations.courseList(ctx, { ...at, sort: 'changed' })],
      ['articles', (ctx, at) => articleEditingOperations.articleList(ctx, { ...at, sort: 'changed' })],
      ['articles by title', (ctx, at) => articleEditingOperations.articleList(ctx, { ...at, sort: 'title' })],
      ['articles by day', (ctx, at) => articleEditingOperations.articleList(ctx, { ...at, sort: 'published' })],
      ['courses by name', (ctx, at) => courseEditingOperations.courseList(ctx, { ...at, sort: 'name' })],
      ['the cheapest courses', (ctx, at) => courseEditingOperations.courseList(ctx, { ...at, sort: 'cheap' })],
      ['the dearest courses', (ctx, at) => courseEditingOperations.courseList(ctx, { ...at, sort: 'dear' })],
      [
        'learners',
        (ctx, at) => learnersOperations.learners(ctx, { ...at, query: undefined, status: undefined, sort: 'newest' }),
      ],
      [
        'learners by when they were seen',
        (ctx, at) => learnersOperations.learners(ctx, { ...at, query: undefined, status: undefined, sort: 'lastSeen' }),
      ],
      [
        'active learners by name',
        (ctx, at) => learnersOperations.learners(ctx, { ...at, query: undefined, status: 'active', sort: 'name' }),
      ],
      ['statements', (ctx, at) => bankStatementsOperations.bankStatements(ctx, at)],
    ]
    const calls = await Promise.all(
      [...inOrder, ...others].map(async ([name, read]) => {
        const { items, next } = await read(contextOf(), page)
        expect(items, name).toHaveLength(25)
        const asks = [page, { ...page, cursor: next! }].map((at) => (ctx: Context) => read(ctx, at))
        return { name, asks, maxP99Ms: 200 }
      }),
    )
    const views = {
      name: 'saved views',
      asks: [(ctx: Context) => savedViewsOperations.savedViews(ctx, {})],
      maxP99Ms: 200,
    }
    expect(await wastefulCalls(pool, contextOf, [...calls, views])).toEqual([])
    // By their seats, the orders of each run that matches are counted by an index.
    const bySeats = await statementsOf(() => runsOperations.runs(contextOf(), { ...page, sort: 'free' }))
    const counted = await scansOf(pool, bySeats, 'orders')
    expect(counted.length).toBeGreaterThan(0)
    expect(counted.filter(({ type }) => type === 'Seq Scan')).toEqual([])
    // They are counted up to the cap, and compared with all orders that wait for a transfer.
    for (const query of [RARE_NAME, USUAL_NAME, 'u500@example.com', '050 000 0500', '٠٥٠٠٠٠٠٥٠٠', 'زرافة']) {
      const asked = { limit: 25, cursor: undefined, query, status: undefined, sort: 'newest' as const }
      const found = await learnersOperations.learners(contextOf(), asked)
      const scans = await scansOf(
        pool,
        await statementsOf(() => learnersOperations.learners(contextOf(), asked)),
        'users',
      )
      expect(scans.filter(({ type }) => type === 'Seq Scan')).toEqual([])
      expect(Math.max(...scans.map(({ rows }) => rows)), query).toBeLessThanOrEqual(found.totalCount + 26)
    }
    const movements = () => bankStatementsOperations.bankLines(contextOf(), { ...page, state: 'open' })
    const pages = (await statementsOf(movements)).filter(({ text }) => text.includes('order by l.day asc'))
    expect(pages).toHaveLength(1)
    const scans = await scansOf(pool, pages, 'bank_lines')
    expect(Math.max(...scans.map(({ rows }) => rows))).toBeLessThanOrEqual(26)
    const waiting = (await statementsOf(movements)).filter(({ text }) => text.includes('"missingHalalas"'))
    expect(waiting).toHaveLength(1)
    const { rows } = await sql<{ unpaid: number; recent: number }>`select count(*)::int as unpaid,
      count(*) filter (where coalesce(ended_at, 'infinity') > ${now}::timestamptz - interval '60 days')::int as recent
      from orders where paid_at is null`.execute(app.db)
    expect(rows[0]!.recent).toBeLessThan(rows[0]!.unpaid / 2)
    const read = (await scansOf(pool, waiting, 'orders')).map((scan) => scan.rows)
    expect(Math.max(...read)).toBeLessThanOrEqual(rows[0]!.recent)
    const dayOf = async (sort: 'newest' | 'oldest') =>
      (await auditOperations.audit(contextOf(), { ...page, sort })).items.map(({ at }) => at)
    const [newest, oldest] = [await dayOf('newest'), await dayOf('oldest')]
    expect(newest).toEqual(newest.toSorted().toReversed())
    expect(oldest).toEqual(oldest.toSorted())
    expect(oldest[0]! < newest[0]!).toBe(true)
  })
})
