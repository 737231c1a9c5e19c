import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { countInconsistencies } from '../../../tests/support/order-model/run.ts'
import { eventually } from '../../../tests/support/orders/orders.ts'
import { fillDemonstration } from './fill.server.ts'

describe('the demonstration', () => {
  let app: TestApp
  let failures: string[]
  beforeAll(async () => {
    app = await startTestApp({ institute: true })
    failures = await fillDemonstration(app.services)
    // The cancelled runs are worked through by the queue.
    await eventually(
      () => rows<{ open: number }>('select count(*)::int as open from run_action_items where outcome is null'),
      (found) => expect(found).toEqual([{ open: 0 }]),
    )
  })
  afterAll(() => app.stop())

  const rows = async <T>(query: string): Promise<T[]> => (await sql<T>`${sql.raw(query)}`.execute(app.db)).rows
  const counts = async (query: string) => {
    const found = await rows<{ name: string; count: number }>(query)
    return Object.fromEntries(found.map(({ name, count }) => [name, Number(count)]))
  }

  it('is told to its end, once', async () => {
    expect(failures).toEqual([])
    const [before] = await rows('select count(*) from orders')
    expect(await fillDemonstration(app.services)).toEqual([])
    expect(await rows('select count(*) from orders')).toEqual([before])
  })

  it('keeps every invariant of orders, money, seats and invoices', async () => {
    expect(await countInconsistencies(app.services)).toEqual({
      ...{ oversold: 0, gaps: 0, brokenChain: 0, mailsTwice: 0, moreBackThanPaid: 0 },
    })
    expect(
      await rows(`select o.reference from orders o where o.status = 'paid' and o.total_halalas > 0
        and o.total_halalas - o.unpaid_halalas - o.refunded_halalas <> (select sum(amount_halalas) from ledger l where l.order_id = o.id)`),
    ).toEqual([])
    expect(
      await rows(`select o.reference from orders o where o.status = 'refunded'
        and (select coalesce(sum(amount_halalas), 0) from ledger l where l.order_id = o.id) <> 0
        and not exists (select from refunds r where r.order_id = o.id and r.status <> 'done')`),
    ).toEqual([])
    expect(
      await rows(`select o.reference from orders o where o.status in ('paid', 'refunded') and o.total_halalas > 0
        and not exists (select from invoices i where i.order_id = o.id and i.kind = 'invoice')`),
    ).toEqual([])
  })

  it('has members whom a post can mention', async () => {
    const { notifications } = apiAs(app, await learner(app.db))
    const writers = await rows<{ name: string }>(`select distinct user_name as name from users
      join authors on authors.user_id = users.id join posts on posts.author_id = authors.id
      where posts.state = 'shown' and users.status = 'active'`)
    expect(writers.length).toBeGreaterThan(2)
    for (const { name } of writers) {
      const found = await notifications.suggestMembers({ q: name.split(' ')[0]! })
      expect(found.map((member) => member.name)).toContain(name)
    }
  })

  it('has nothing that happened in a wrong order, or will have happened', async () => {
    expect(await rows('select reference from orders where paid_at < created_at or ended_at < created_at')).toEqual([])
    const times = [
      ['orders', 'created_at'],
      ['order_events', 'at'],
      ['audit_log', 'at'],
      ['attendance', 'marked_at'],
      ['certificates', 'issued_at'],
      ['leads', 'created_at'],
      ['posts', 'created_at'],
      ['messages', 'created_at'],
    ]
    for (const [table, column] of times)
      expect(await rows(`select ${column} from ${table} where ${column} > now() + interval '1 minute'`), table).toEqual(
        [],
      )
    expect(
      await rows(`select id from (select counter, issued_at, id, lag(issued_at) over (order by counter) as before
        from invoices) i where issued_at < before - interval '2 minutes'`),
    ).toEqual([])
  })

  it('shows every state that the desk has work with', async () => {
    const orders = await counts('select status as name, count(*) from orders group by 1')
    expect(Object.keys(orders).sort()).toEqual(['cancelled', 'expired', 'failed', 'paid', 'pending', 'refunded'])
    expect(orders.paid).toBeGreaterThan(20)
    const leads = await counts('select kind as name, count(*) from leads group by 1')
    expect(Object.keys(leads).sort()).toEqual(['complaint', 'contact', 'partnership', 'quote', 'support', 'trainer'])
    expect(Object.keys(await counts('select status as name, count(*) from leads group by 1'))).toHaveLength(4)
    const courses = await rows<{ draft: number; scheduled: number; archived: number; stale: number }>(`select
      count(*) filter (where published_at is null and publish_at is null and archived_at is null)::int as draft,
      count(publish_at)::int as scheduled, count(archived_at)::int as archived,
      count(*) filter (where english_stale <> '{}')::int as stale from courses`)
    expect(courses).toEqual([{ draft: 1, scheduled: 1, archived: 1, stale: 1 }])
    const tags = await rows<{ count: number }>(
      'select count(*)::int as count from schedules, unnest(tags) as tag where ends_at > now() group by tag',
    )
    // The filter of the coming runs has several to choose from.
    expect(tags.length).toBeGreaterThan(2)
    const [figures] = await rows<Record<string, number>>(`select
      (select count(*) from certificates where revoked_at is null)::int as valid,
      (select count(*) from certificates where revoked_at is not null)::int as revoked,
      (select count(*) from invoices where kind = 'credit-note')::int as "creditNotes",
      (select count(*) from waiting_places where order_id is null)::int as waiting,
      (select count(*) from waiting_places where order_id is not null)::int as offered,
      (select count(*) from transfers where receipt_file is not null)::int as receipts,
      (select count(*) from run_action_items where outcome = 'moved')::int as moved,
      (select count(*) from schedules where cancelled_at is not null)::int as cancelled,
      (select count(*) from moderation_cases where decided_at is null)::int as reported,
      (select count(*) from notifications)::int as notices,
      (select count(*) from comments where reply_to is not null)::int as replies,
      (select count(*) from useful_marks)::int as useful,
      (select count(*) from posts join authors on authors.id = author_id join users on users.id = authors.user_id
        where email = 'learner@maahad.example')::int as "ownPosts",
      (select count(*) from messages where given_up_at > now() - interval '1 day')::int as undelivered,
      (select count(*) from leads where cv_file is not null)::int as cvs,
      (select count(*) from quotes where state = 'accepted' and released_at is not null)::int as purchases,
      (select count(*) from unmatched_payments where kind = 'surplus' and status = 'open')::int as surplus,
      (select count(*) from unmatched_payments where kind = 'unmatched' and status = 'open')::int as "paidByNobody",
      (select count(*) from purchase_balances where due_halalas > 0)::int as owing,
      (select count(*) from drafts where kind = 'course')::int as drafts,
      (select count(*) from attendance where state = 'present')::int as present,
      (select count(*) from attendance where state <> 'present')::int as "notPresent",
      (select count(*) from company_seats where order_id is not null)::int as "usedSeats",
      (select count(*) from payouts where bank_line_id is not null)::int as arrived,
      (select count(*) from search_misses)::int as misses,
      (select count(*) from chargebacks where status in ('open', 'answered'))::int as chargebacks,
      (select count(*) from payouts where bank_line_id is null)::int as "onTheirWay",
      (select count(*) from payout_lines where attempt_id is not null)::int as settled,
      (select count(*) from payout_lines where attempt_id is null)::int as "ofNobody",
      (select count(*) from bank_lines where amount_halalas > 0 and used_halalas = 0)::int as movements,
      (select count(distinct user_id) from audit_log where at > now() - interval '80 days')::int as staff`)
    expect(figures).toMatchObject({
      drafts: 1,
      ownPosts: 1,
      replies: 2,
      useful: 18,
      revoked: 1,
      waiting: 5,
      offered: 1,
      undelivered: 2,
      cvs: 2,
      purchases: 2,
      surplus: 1,
      paidByNobody: 1,
      owing: 1,
      usedSeats: 2,
      arrived: 1,
      chargebacks: 2,
      misses: 4,
      onTheirWay: 1,
      ofNobody: 1,
      movements: 2,
      moved: 2,
      cancelled: 2,
      staff: 5,
    })
    for (const name of ['valid', 'creditNotes', 'receipts', 'reported', 'notices', 'present', 'notPresent', 'settled'])
      expect(figures![name], name).toBeGreaterThan(1)
  })

  it('is no part of a production', async () => {
    const services = { ...app.services, settings: { ...app.services.settings, demo: false } }
    await expect(fillDemonstration(services)).rejects.toThrow('Only a demonstration')
  })
})
