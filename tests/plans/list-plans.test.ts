/** What the product's lists read of a larger data set, beside what they return. */

import { createHash } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overduePurchases } from '../../app/features/desk/today-queries.server.ts'
import { staffOperations } from '../../app/features/leads/staff.server.ts'
import { mediaOperations } from '../../app/features/media/media.server.ts'
import { claimAttemptsToSync } from '../../app/features/orders/attempt-queries.server.ts'
import { ordersOperations } from '../../app/features/orders/orders.server.ts'
import { ordersStartingSoon } from '../../app/features/reminders/queries.server.ts'
import { findPartTransfers } from '../../app/features/transfers/queries.server.ts'
import { translationsOperations } from '../../app/features/translation-report/translations.server.ts'
import type { Context } from '../../app/platform/context.server.ts'
import { scansOf, statementsOf } from '../../bench/community/plans.ts'
import { orders } from '../../bench/scale/orders.ts'
import type { Run } from '../../bench/scale/part.ts'
import { people, RARE_NAME, USUAL_NAME } from '../../bench/scale/people.ts'
import { wastefulCalls } from '../../bench/scale/wasteful.ts'
import type { TestApp } from '../support/app.ts'
import { COURSES, type LargeInstitute, startLargeInstitute } from '../support/large-institute.ts'

const NO_ORDER_FILTER = { Status: undefined, Method: undefined, Refund: undefined }
const NO_LEAD_FILTER = {
  Kind: undefined,
  Status: undefined,
  Assignee: undefined,
  Unassigned: undefined,
  Late: undefined,
}

describe('the lists of a large institute', () => {
  let institute: LargeInstitute
  let app: TestApp
  let pool: pg.Pool
  let now: Date
  beforeAll(async () => {
    institute = await startLargeInstitute([people, orders])
    ;({ app, pool, now } = institute)
  }, 120_000)
  afterAll(() => institute.stop())

  const run: Run = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<Row>(text, values)).rows

  const contextOf = () =>
    ({
      ...app.services,
      lang: 'ar',
      user: { id: 1, roles: ['Owner'] },
      ip: '10.0.0.1',
      now: () => now,
    }) as unknown as Context
  const foundOrders = (SearchTerm: string) =>
    ordersOperations.orders(contextOf(), { ...NO_ORDER_FILTER, SearchTerm, PageIndex: 1, PageSize: 50 })
  const foundLeads = (SearchTerm: string) =>
    staffOperations.leads(contextOf(), { ...NO_LEAD_FILTER, SearchTerm, PageIndex: 1, PageSize: 50 })

  it('are searched by any part of a name, and by one or two letters at the beginning of its words', async () => {
    const [{ count } = { count: 0 }] = await run<{ count: number }>(
      `select count(*)::int from orders join users on users.id = user_id where first_name = '${RARE_NAME}'`,
    )
    expect(count).toBeGreaterThan(0)
    for (const term of [RARE_NAME, RARE_NAME.slice(1), RARE_NAME.slice(0, 2), `${RARE_NAME.slice(0, 4)}ه`]) {
      expect((await foundOrders(term)).totalCount, term).toBe(count)
      expect((await foundLeads(term)).totalCount, term).toBe(1)
    }
    for (const term of [RARE_NAME.slice(2, 4), '%', '_', '\\', 'زرافة']) {
      expect((await foundOrders(term)).totalCount, term).toBe(0)
      expect((await foundLeads(term)).totalCount, term).toBe(0)
    }
  })

  // Counts read what they count, up to ten thousand.
  it.each([people, orders])('read little more than they return: $name', async ({ calls }) => {
    expect(await wastefulCalls(pool, contextOf, await calls(run))).toEqual([])
  })

  it.each([
    ['by a usual name', { SearchTerm: USUAL_NAME }],
    ['by refund and state', { Refund: 'done' as const, Status: 'paid' as const }],
    ['by refund and method', { Refund: 'done' as const, Method: 'transfer' as const }],
    ['by course', { CourseId: 7 }],
    ['by course, refund and state', { CourseId: 7, Refund: 'any' as const, Status: 'paid' as const }],
    ['by run', { ScheduleId: 7 }],
    ['with any refund', { Refund: 'any' as const }],
    ['by amount', { Sort: 'dear' as const }],
    ['by amount and state', { Sort: 'cheap' as const, Status: 'paid' as const, Method: 'transfer' as const }],
    ['by amount and days', { Sort: 'dear' as const, From: '2026-10-01', To: '2026-10-07' }],
    ['by day', { From: '2026-10-01', To: '2026-10-01' }],
    ['by day, state and any refund', { From: '2026-10-01', Status: 'paid' as const, Refund: 'any' as const }],
  ])('collect orders %s without reading more rows of orders than a page shows', async (_, asked) => {
    const find = () =>
      ordersOperations.orders(contextOf(), {
        ...{ ...NO_ORDER_FILTER, SearchTerm: undefined, PageIndex: 1, PageSize: 50 },
        ...asked,
      })
    const scans = await scansOf(pool, await statementsOf(find), 'orders')
    expect(scans.length).toBeGreaterThan(0)
    expect(scans.filter(({ type, rows }) => rows > 51 && type !== 'Index Only Scan')).toEqual([])
  })

  it('of payments to ask about read those of open orders, and of others as many as are claimed', async () => {
    const open = `from orders where orders.id = order_id and payment_attempts.status = 'abandoned'
      and orders.status <> 'pending' and provider = 'moyasar' and provider_reference is not null`
    await run(
      `update payment_attempts set status = 'created', asked_at = $1::timestamptz - interval '1 minute' ${open}`,
      [now],
    )
    await run('vacuum analyze payment_attempts')
    const claim = () => claimAttemptsToSync(app.db, 'moyasar', now, 50)
    const [{ count: pending } = { count: 0 }] = await run<{ count: number }>(
      `select count(*)::int from payment_attempts join orders on orders.id = order_id where orders.status = 'pending'`,
    )
    const scans = await scansOf(pool, await statementsOf(claim), 'payment_attempts')
    expect(scans.length).toBeGreaterThan(0)
    expect(Math.max(...scans.map(({ rows }) => rows))).toBeLessThanOrEqual(pending + 50)
  })

  it('of jobs read what is still to be done: parts of transfers, reminders of a start, purchases that are overdue', async () => {
    const open = 3
    const rowsOf = async (ask: () => Promise<unknown[]>, table: string) => {
      await run(`vacuum analyze ${table}`)
      let found = 0
      const statements = await statementsOf(async () => {
        found = (await ask()).length
      })
      const scans = await scansOf(pool, statements, table)
      expect(scans.length, table).toBeGreaterThan(0)
      return { found, read: Math.max(...scans.map(({ rows }) => rows)) }
    }
    await run(`update transfers set received_halalas = 5000, rest_asked_at = receipt_at, is_settled = true
      from payment_attempts a where a.order_id = transfers.order_id and a.status in ('paid', 'refunded')`)
    // The data set has one of its own: it is pending, and found once the job of every minute has ended its order.
    await run('update transfers set received_halalas = 0, rest_asked_at = null where not is_settled')
    await run(
      `update transfers set received_halalas = 5000, rest_asked_at = receipt_at where order_id in (
        select a.order_id from payment_attempts a join orders o on o.id = a.order_id
          join transfers t on t.order_id = a.order_id
        where a.provider = 'transfer' and a.part = 1 and a.status in ('created', 'abandoned', 'failed')
          and o.status <> 'pending' and not t.is_settled
        group by a.order_id having count(*) = 1 order by a.order_id limit $1)`,
      [open],
    )
    const parts = await rowsOf(() => findPartTransfers(app.db), 'transfers')
    expect(parts.found).toBe(open)
    expect(parts.read).toBeLessThanOrEqual(2 * open)

    const soon = `schedule_id in (select id from schedules where starts_at between $1 and $1::timestamptz + interval '2 days')
      and status = 'paid' and paid_at < $1::timestamptz - interval '3 days'`
    await run(`update orders set reminded_moves = 0 where ${soon}`, [now])
    await run(
      `update orders set reminded_moves = null where id in (select id from orders where ${soon} limit ${open})`,
      [now],
    )
    const [{ count } = { count: 0 }] = await run<{ count: number }>(`select count(*)::int from orders where ${soon}`, [
      now,
    ])
    expect(count).toBeGreaterThan(20 * open)
    const reminders = await rowsOf(() => ordersStartingSoon(app.db, now, 100), 'orders')
    // By the time of the day a few orders that were paid lately are due, too.
    expect(reminders.found).toBeGreaterThan(0)
    expect(reminders.found).toBeLessThan(count / 10)
    expect(reminders.read).toBeLessThanOrEqual(2 * reminders.found)

    await run(`insert into companies (name) values ('{"ar": "شركة"}')`)
    await run(
      `insert into quotes (number, company_id, contact_name, contact_email, lang, state, valid_until, payment_days,
         withdrawal_days, document, created_at, answered_at, answer)
       select 'QP-' || n, (select max(id) from companies), 'نورة', 'n@company.example', 'ar', 'accepted', $1::date, 30, 7, '{}',
         $1::timestamptz - interval '60 days', $1::timestamptz - interval '60 days', '{}' from generate_series(1, 2000) n`,
      [now],
    )
    await run(
      `insert into purchase_balances (quote_id, due_halalas, due_at)
       select id, case when row_number() over (order by id) <= ${open} then 5000 else 0 end, answered_at + interval '30 days' from quotes`,
    )
    await run('vacuum analyze quotes')
    const overdue = () => overduePurchases(app.db, now, 50)
    expect(await rowsOf(overdue, 'purchase_balances')).toEqual({ found: open, read: open })
    expect((await rowsOf(overdue, 'quotes')).read).toBeLessThanOrEqual(2 * open)
  })

  it('of the media library read little more than a page of them, also those that nothing shows', async () => {
    // Half of them are in use, most of which the records of this test name.
    await run(`insert into media (address, kind, file_name, created_at)
      select '/media/m' || n || '/a.webp', 'picture', md5(n::text) || '.webp', now() from generate_series(1, 40000) as n`)
    await run(`insert into media_uses (address, source, record)
      select '/media/m' || n || '/a.webp', 'article', n::text from generate_series(1, 40000, 2) as n`)
    await run('analyze media, media_uses')
    const requestOf = (name: string, input: object) => ({
      name,
      asks: [(ctx: Context) => mediaOperations.mediaList(ctx, { limit: 25, ...input })],
      maxP99Ms: 200,
    })
    const first = await mediaOperations.mediaList(contextOf(), { limit: 25 })
    expect(first.items).toHaveLength(25)
    const calls = [
      requestOf('the first page', {}),
      requestOf('the next page', { cursor: first.next! }),
      requestOf('without words', { state: 'noAlt' }),
      requestOf('one that is found by its name', { query: createHash('md5').update('19999').digest('hex') }),
    ]
    expect(await wastefulCalls(pool, contextOf, calls)).toEqual([])
    const unused = await mediaOperations.mediaList(contextOf(), { limit: 25, state: 'unused' })
    expect(unused.items.map(({ useCount }) => useCount)).toEqual(Array.from({ length: 25 }, () => 0))
  })

  it('of what waits for a translator read a page of courses and articles, and no others', async () => {
    await run(`begin; set local session_replication_role = replica;
      update courses set summary = summary - 'en', english_missing = 1 where id % 10 = 0; commit`)
    await run('analyze courses')
    const report = (input: object) => translationsOperations.translations(contextOf(), { limit: 25, ...input })
    const first = await report({})
    expect(first.items.map(({ kind }) => kind)).toEqual(Array(25).fill('course'))
    expect(first.counts.find(({ kind }) => kind === 'course')).toMatchObject({ missing: COURSES / 10 })
    const requestOf = (name: string, input: object) => ({
      ...{ name, asks: [(ctx: Context) => translationsOperations.translations(ctx, { limit: 25, ...input })] },
      maxP99Ms: 200,
    })
    const calls = [requestOf('the first page', {}), requestOf('the next page', { cursor: first.next! })]
    expect(await wastefulCalls(pool, contextOf, [...calls, requestOf('stale ones', { state: 'stale' })])).toEqual([])
  })

  it('find a name that very many people have among the newest, and say that there may be more', async () => {
    const name = 'فلانة'
    await run(`insert into users (email, first_name, last_name, user_name, phone, terms_accepted_at)
      select 'same' || n || '@example.com', '${name}', 'ع', '${name}', '', now() from generate_series(1, 2001) n`)
    await run(`update leads set name = '${name}'`)
    await run(`update orders set user_id = (select max(id) from users), created_at = now()
      where id = (select id from orders where status = 'expired' limit 1)`)
    const orders = await foundOrders(name)
    expect([orders.items.map(({ learner }) => learner?.name), orders.totalCount]).toEqual([[`${name} ع`], 1])
    expect(orders.totalIsCapped).toBe(true)
    await run(`update users set first_name = '${name}' where email like 'u%'`)
    const counts = (await statementsOf(() => foundOrders(name))).filter(({ text }) => /^\s*select count\(/.test(text))
    const looked = await scansOf(pool, counts, 'users')
    expect(looked.reduce((sum, { rows }) => sum + rows, 0)).toBe(2000)
    const leads = await foundLeads(name)
    expect([leads.items.length, leads.totalCount]).toEqual([50, COURSES])
  })
})
