/** Money that waits for a person. */
import { type RawBuilder, sql } from 'kysely'
import { isEndOfNumber } from '../../../db/found-people.ts'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { FoundLearners } from '../orders/staff-queries.server.ts'

/**
 * Why it waits: a request to decide; a refund that the provider refused, left unclear or does not confirm; one of a bank
 * transfer, which staff send; a payment that bought no order.
 */
export type WaitingReason = 'requested' | 'refused' | 'unclear' | 'unconfirmed' | 'transfer' | 'unmatched'

export type WaitingMoney = {
  reason: WaitingReason
  /** The number of the order, or else the provider's reference. */
  reference: string
  /** Null for a payment that belongs to no order. */
  orderId: string | null
  amountHalalas: number
  currency: string
  since: Date
}

const WAITS_FOR = sql`case when r.status = 'sending' and a.provider in ('transfer', 'cash', 'carried') then 'transfer'
  when r.status = 'sending' then 'unconfirmed' else r.status end`
const SINCE = sql`coalesce(r.decided_at, r.requested_at)`
const LEFT = sql`coalesce(r.amount_halalas, o.total_halalas - o.unpaid_halalas - o.refunded_halalas)`

/** A refused refund waits until another one of the same payment follows it. */
const WAITING_REFUNDS = sql`from refunds r join orders o on o.id = r.order_id left join payment_attempts a on a.id = r.attempt_id
  where (r.status in ('requested', 'sending', 'unclear', 'refused') and not r.is_followed)`

/** What has waited since before then, the longest first. */
export async function findWaitingMoney(db: Database, before: Date, max: number): Promise<WaitingMoney[]> {
  const { rows } = await sql<WaitingMoney>`
    select * from (
      (select ${WAITS_FOR} as reason, o.reference, o.id as "orderId", ${LEFT} as "amountHalalas",
        coalesce(a.paid_currency, 'SAR') as currency, ${SINCE} as since
      ${WAITING_REFUNDS} and ${SINCE} < ${before} order by ${SINCE} limit ${max})
      union all
      (select 'unmatched', coalesce(o.reference, p.provider_reference), o.id, p.amount_halalas, p.currency, p.seen_at
      from unmatched_payments p left join orders o on o.id = p.order_id
      where p.status in ('open', 'sending') and p.seen_at < ${before} order by p.seen_at limit ${max})
    ) as waiting order by since limit ${max}`.execute(db)
  return rows
}

export type RefundWaits = Exclude<WaitingReason, 'unmatched'>

export type WaitingRefundRow = {
  id: string
  waitsFor: RefundWaits
  orderId: string
  reference: string
  courseName: Localized
  learner: { id: number; name: string; email: string; phone: string } | null
  amountHalalas: number
  currency: string
  since: Date
  reason: string
  failureReason: string | null
}

export type WaitingRefundFilter = {
  /** A reference, or the learners to whom the search leads. */
  found: FoundLearners | undefined
  waitsFor: RefundWaits | undefined
  /** The provider confirms most refunds at once: one that was sent later does not wait for a person yet. */
  unconfirmedBefore: Date
}

/** The waiting refunds are few among all: an index finds them by their status. */
const matching = ({ found, waitsFor, unconfirmedBefore }: WaitingRefundFilter) => sql`
  ${WAITING_REFUNDS} and (r.status <> 'sending' or a.provider in ('transfer', 'cash', 'carried') or ${SINCE} < ${unconfirmedBefore})
    and ${waitsFor === undefined ? sql`true` : sql`${WAITS_FOR} = ${waitsFor}`} and ${isFound(found)}`

function isFound(found: FoundLearners | undefined): RawBuilder<unknown> {
  if (!found) return sql`true`
  const isOfLearner =
    found.ids === 'many'
      ? sql`(select u.search_name like name_pattern(${found.search}) and u.erased_at is null
          from users u where u.id = o.user_id)`
      : sql`o.user_id = any(${found.ids}::int[])`
  return sql`(o.reference = upper(${found.search}) or ${isEndOfNumber(found.search, 'o')} or ${isOfLearner})`
}

/** How many wait for what. */
export async function countsOfWaiting(db: Database, unconfirmedBefore: Date): Promise<Record<RefundWaits, number>> {
  const filter = { found: undefined, waitsFor: undefined, unconfirmedBefore }
  const { rows } = await sql<{ waitsFor: RefundWaits; count: number }>`
    select "waitsFor", count(*)::int as count from (select ${WAITS_FOR} as "waitsFor" ${matching(filter)}) as waiting
    group by "waitsFor"`.execute(db)
  const none = { requested: 0, refused: 0, unclear: 0, unconfirmed: 0, transfer: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ waitsFor, count }) => [waitsFor, count])) }
}

/** The longest first: a page by its number, or those after the last one that was read. */
export async function findWaitingRefunds(
  db: Database,
  filter: WaitingRefundFilter,
  { limit, offset = 0, after }: { limit: number; offset?: number; after?: WaitingRefundRow | undefined },
): Promise<WaitingRefundRow[]> {
  const place = after ? sql`(${SINCE}, r.id) > (${after.since}::timestamptz, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<WaitingRefundRow>`
    select waiting.*, case when u.erased_at is null then jsonb_build_object('id', u.id,
      'name', u.first_name || ' ' || u.last_name, 'email', u.email, 'phone', u.phone) end as learner
    from (
      select r.id, ${WAITS_FOR} as "waitsFor", o.id as "orderId", o.reference, o.course_name as "courseName", o.user_id,
        ${LEFT} as "amountHalalas", coalesce(a.paid_currency, 'SAR') as currency, ${SINCE} as since,
        coalesce(r.decision_reason, r.reason) as reason, r.failure_reason as "failureReason"
      ${matching(filter)} and ${place} order by since, r.id limit ${limit} offset ${offset}) as waiting
    join users u on u.id = waiting.user_id order by waiting.since, waiting.id`.execute(db)
  return rows
}

/** Counts up to `max`. */
export async function countWaitingRefunds(db: Database, filter: WaitingRefundFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select ${matching(filter)} limit ${max}) as bounded`.execute(db)
  return rows[0]!.count
}

export type PayerAccount = { account: string; name: string; day: string }

/** The accounts from which orders were paid by transfer, as long as bank movements keep them, the newest first. */
export async function payerAccountsOf(db: Database, orderIds: readonly string[]): Promise<Map<string, PayerAccount[]>> {
  const { rows } = await sql<{ orderId: string; accounts: PayerAccount[] }>`
    select "orderId", jsonb_agg(jsonb_build_object('account', account, 'name', name, 'day', day)
      order by day desc, account) as accounts
    from (
      select distinct on (u.order_id, l.payer_account) u.order_id as "orderId", l.payer_account as account,
        l.payer_name as name, to_char(l.day, 'YYYY-MM-DD') as day
      from bank_line_uses u join bank_lines l on l.id = u.line_id
      where u.order_id = any(${orderIds}::uuid[]) and u.done_at is not null and l.payer_account <> ''
      order by u.order_id, l.payer_account, l.day desc) as paid
    group by "orderId"`.execute(db)
  return new Map(rows.map(({ orderId, accounts }) => [orderId, accounts]))
}
