/** The lines of settlement reports, and how each agrees with our payments. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'
import type { LINE_STATES } from './contract.ts'
import type { LineKind } from './report.ts'

/** Finds our payments of lines by the company's number, our attempt or the order; returns how many were found. */
export async function findPaymentsOfLines(db: Database): Promise<number> {
  return (await findPaymentsOfOrders(db)) + (await findPaymentsOfPurchases(db))
}

/** The line `u` of the payout `p` names our attempt by this id; null when its number is none. */
const NAMED_ATTEMPT = sql`case when u.reference ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then u.reference::uuid end`

/** Payments of companies: by the same numbers, or by that of the quote. */
async function findPaymentsOfPurchases(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    update payout_lines l set purchase_attempt_id = found.id from (
      select u.id as line, coalesce(
        (select a.id from purchase_attempts a where a.provider = p.provider and a.provider_reference = u.reference
          and u.reference <> ''),
        (select a.id from purchase_attempts a where a.provider = p.provider and a.id = ${NAMED_ATTEMPT}),
        (select a.id from quotes q join purchase_attempts a on a.quote_id = q.id
          where q.number = u.order_reference and a.provider = p.provider and a.status = 'paid'
          order by a.created_at limit 1)) as id
      from payout_lines u join payouts p on p.id = u.payout_id
      where u.attempt_id is null and u.purchase_attempt_id is null and u.kind <> 'adjustment') as found
    where l.id = found.line and found.id is not null`.execute(db)
  return Number(numAffectedRows ?? 0)
}

async function findPaymentsOfOrders(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    update payout_lines l set attempt_id = found.id from (
      select u.id as line, coalesce(
        (select a.id from payment_attempts a where a.provider = p.provider and a.provider_reference = u.reference
          and u.reference <> ''),
        (select a.id from payment_attempts a where a.provider = p.provider and a.id = ${NAMED_ATTEMPT}),
        (select a.id from orders o join payment_attempts a on a.order_id = o.id
          where o.reference = u.order_reference and a.provider = p.provider and a.paid_halalas is not null
          order by a.status = 'paid' desc, a.paid_halalas = u.amount_halalas desc, a.created_at limit 1)) as id
      from payout_lines u join payouts p on p.id = u.payout_id
      where u.attempt_id is null and u.purchase_attempt_id is null and u.kind <> 'adjustment') as found
    where l.id = found.line and found.id is not null`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export type LineState = (typeof LINE_STATES)[number]

/**
 * How a line agrees with ours. Equal refunds of one payment are counted one by one, so that the second line of one refund
 * is unknown. A fee may be stated with its VAT in it.
 */
export const COMPARED = sql`
  payout_lines l join payouts p on p.id = l.payout_id
  left join payment_attempts a on a.id = l.attempt_id
  left join purchase_attempts c on c.id = l.purchase_attempt_id
  left join lateral (select count(*) as before from payout_lines s
    where (s.attempt_id = l.attempt_id or s.purchase_attempt_id = l.purchase_attempt_id)
    and s.kind = l.kind and (l.kind <> 'refund' or s.amount_halalas = l.amount_halalas) and s.id < l.id) as same on true
  left join lateral (select count(*) filter (where g.amount_halalas = l.amount_halalas) as equal, sum(g.amount_halalas) as sum
    from ledger g join refunds r on r.id = g.refund_id and not r.by_hand
    where l.kind = 'refund' and g.order_id = a.order_id and g.attempt_id = a.id and g.kind = 'refund') as back on true
  left join lateral (select count(*) filter (where g.halalas = l.amount_halalas) as equal, sum(g.halalas) as sum
    from (select -r.amount_halalas as halalas from company_payments r
        where r.attempt_id = c.id and r.kind = 'returned'
      union all select -c.refunded_halalas where c.refunded_halalas > 0 and not exists (
        select from company_payments r where r.attempt_id = c.id and r.kind = 'returned')) as g
    where l.kind = 'refund' and c.id is not null) as company_back on true
  left join lateral (select round(l.amount_halalas * t.basis_points / 10000.0)::bigint + t.fixed_halalas as fee
    from payout_terms t where l.kind = 'payment' and t.provider = p.provider
      and (l.scheme = '' or t.scheme = case when l.scheme ~* 'mada|مدى' then 'mada' else 'card' end)
    order by abs(round(l.amount_halalas * t.basis_points / 10000.0) + t.fixed_halalas - l.fee_halalas)
    limit 1) as agreed on true
  cross join lateral (select
    case l.kind when 'payment' then coalesce(a.paid_halalas, c.paid_halalas)::bigint
      when 'refund' then case
        when greatest(back.equal, company_back.equal) > same.before then l.amount_halalas
        when greatest(back.equal, company_back.equal) = 0 then coalesce(back.sum, company_back.sum) end
      end as ours,
    l.fee_halalas + l.fee_vat_halalas as taken) as sums
  cross join lateral (select case
    when l.kind = 'adjustment' then 'other'
    when coalesce(a.id, c.id) is null then 'unknown'
    when l.kind = 'payment' and (coalesce(a.paid_halalas, c.paid_halalas) is null or same.before > 0) then 'unknown'
    when l.kind = 'chargeback' and not exists (select from chargebacks d
      where (d.attempt_id = a.id or d.purchase_attempt_id = c.id) and d.amount_halalas = abs(l.amount_halalas)) then 'unknown'
    when l.kind = 'refund' and sums.ours is null then 'unknown'
    when l.kind in ('payment', 'refund') and sums.ours <> l.amount_halalas then 'amountDiffers'
    when l.has_fee and agreed.fee is not null and not (
      (abs(l.fee_halalas - agreed.fee) <= 1 and abs(l.fee_vat_halalas - round(l.fee_halalas * 0.15)) <= 1)
      or (l.fee_vat_halalas = 0 and abs(l.fee_halalas - round(agreed.fee * 1.15)) <= 1)) then 'feeDiffers'
    else 'matched' end as state) as compared`

export type LineRow = {
  id: number
  kind: LineKind
  state: LineState
  day: string
  reference: string
  orderReference: string
  scheme: string
  amountHalalas: number
  feeHalalas: number
  feeVatHalalas: number
  ourHalalas: number | null
  expectedFeeHalalas: number | null
  order: { id: string; reference: string } | null
  /** The company's purchase that it paid. */
  quote: { id: number; number: string } | null
}

const isState = (state: LineState | undefined): RawBuilder<unknown> =>
  state === undefined ? sql`true` : sql`compared.state = ${state}`

export async function findReportLines(
  db: Database,
  { payoutId, state }: { payoutId: string; state?: LineState | undefined },
  { limit, after }: { limit: number; after: number | undefined },
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.id::float8 as id, l.kind, compared.state, to_char(l.day, 'YYYY-MM-DD') as day, l.reference,
      l.order_reference as "orderReference", l.scheme, l.amount_halalas::float8 as "amountHalalas",
      l.fee_halalas::float8 as "feeHalalas", l.fee_vat_halalas::float8 as "feeVatHalalas",
      sums.ours::float8 as "ourHalalas", agreed.fee::float8 as "expectedFeeHalalas",
      (select jsonb_build_object('id', o.id, 'reference', o.reference) from orders o where o.id = a.order_id) as order,
      (select jsonb_build_object('id', q.id, 'number', q.number) from quotes q where q.id = c.quote_id) as quote
    from ${COMPARED} where l.payout_id = ${payoutId}::uuid and ${isState(state)}
      and ${after === undefined ? sql`true` : sql`l.id > ${after}::bigint`}
    order by l.id limit ${limit}`.execute(db)
  return rows
}

export async function countReportLines(
  db: Database,
  { payoutId, state }: { payoutId: string; state?: LineState | undefined },
  max: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from ${COMPARED} where l.payout_id = ${payoutId}::uuid and ${isState(state)} limit ${max}) as bounded`.execute(
    db,
  )
  return rows[0]!.count
}

export type MissingRow = {
  order: { id: string; reference: string } | null
  quote: { id: number; number: string } | null
  provider: string
  reference: string | null
  amountHalalas: number
  at: Date
}

/**
 * Payments before then that no report names, from the first day that reports of their company tell of. Lines are looked
 * for once more: a payment that is recorded while its report is read may be noted as without one.
 */
export async function paymentsWithoutLine(db: Database, before: Date, max: number): Promise<MissingRow[]> {
  const { rows } = await sql<MissingRow>`
    select case when o.id is not null then jsonb_build_object('id', o.id, 'reference', o.reference) end as order,
      case when q.id is not null then jsonb_build_object('id', q.id, 'number', q.number) end as quote, w.provider,
      coalesce(g.provider_reference, c.provider_reference) as reference,
      coalesce(g.amount_halalas, c.paid_halalas)::float8 as "amountHalalas", w.at
    from payout_first_days as first cross join lateral (
      select * from payments_without_line n
      where n.provider = first.provider and n.at >= (first.day::timestamp at time zone 'Asia/Riyadh') and n.at < ${before}
        and not exists (select from payout_lines l where l.attempt_id = n.attempt_id and l.kind = 'payment')
        and not exists (select from payout_lines l where l.purchase_attempt_id = n.purchase_attempt_id and l.kind = 'payment')
      order by n.at limit ${max}) as w
    left join ledger g on g.attempt_id = w.attempt_id and g.provider = w.provider and g.kind = 'payment'
    left join orders o on o.id = g.order_id
    left join purchase_attempts c on c.id = w.purchase_attempt_id
    left join quotes q on q.id = c.quote_id
    order by w.at limit ${max}`.execute(db)
  return rows
}
