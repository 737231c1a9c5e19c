/** Sums of a month over documents, orders and the ledger; closings are written once. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'
import type { Comparison, Figures, MoneySum, NumberRange, OpenItem } from './figures.ts'

/** From `from` until before `until`. */
export type Span = { from: Date; until: Date }

/** Nobody else writes into the books until this transaction ends. */
export async function closeBooksAlone(db: Database): Promise<void> {
  await sql`select close_books_alone()`.execute(db)
}

/** When the first document was issued, or the first money came; null while there is neither. */
export async function booksBegin(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select least((select min(issued_at) from invoices), (select min(at) from ledger)) as at`.execute(db)
  return rows[0]!.at
}

export type Signed = { figures: Figures; comparisons: Comparison[]; open: OpenItem[] }

export type ClosingRow = {
  /** Such as `2026-10`. */
  month: string
  closedAt: Date
  closedBy: string | null
  note: string
  signed: Signed
}

const CLOSING = sql`select to_char(c.month, 'YYYY-MM') as month, c.closed_at as "closedAt",
  case when u.erased_at is null then concat_ws(' ', u.first_name, nullif(u.last_name, '')) end as "closedBy", c.note,
  c.figures as signed
  from month_closings c join users u on u.id = c.closed_by`

/** The newest first. */
export async function findClosings(db: Database): Promise<ClosingRow[]> {
  const { rows } = await sql<ClosingRow>`${CLOSING} order by c.month desc`.execute(db)
  return rows
}

/** The last month that was closed. */
export async function lastClosed(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ month: string | null }>`
    select to_char(max(month), 'YYYY-MM') as month from month_closings`.execute(db)
  return rows[0]!.month ?? undefined
}

export async function findClosing(db: Database, month: string): Promise<ClosingRow | undefined> {
  const { rows } = await sql<ClosingRow>`${CLOSING} where c.month = ${`${month}-01`}::date`.execute(db)
  return rows[0]
}

export async function insertClosing(
  db: Database,
  closing: { month: string; until: Date; at: Date; by: number; note: string; signed: Signed },
): Promise<void> {
  await sql`insert into month_closings (month, ends_at, closed_at, closed_by, note, figures)
    values (${`${closing.month}-01`}::date, ${closing.until}, ${closing.at}, ${closing.by}, ${closing.note},
      ${JSON.stringify(closing.signed)}::jsonb)`.execute(db)
}

/** Consecutive numbers: usually one row of each kind. */
export async function numberRanges(db: Database, { from, until }: Span): Promise<NumberRange[]> {
  const { rows } = await sql<NumberRange>`
    with numbered as (select kind, number, substring(number from '[0-9]+$')::int as n from invoices
      where issued_at >= ${from} and issued_at < ${until}),
    ranges as (select *, n - row_number() over (partition by kind order by n) as range from numbered)
    select kind, min('' || number) filter (where n = first) as first, min('' || number) filter (where n = last) as last,
      count(*)::int as count
    from (select *, min(n) over (partition by kind, range) as first, max(n) over (partition by kind, range) as last
      from ranges) as bounded
    group by kind, range order by kind desc, min(n)`.execute(db)
  return rows
}

/** Of orders in the ledger, and of companies' purchases, by the way it came. */
export async function sumMoney(db: Database, { from, until }: Span): Promise<MoneySum[]> {
  const { rows } = await sql<MoneySum>`
    select provider, currency, (count(*) filter (where kind = 'payment'))::int as payments,
      coalesce(sum(amount_halalas) filter (where kind = 'payment'), 0)::float8 as "inHalalas",
      (count(*) filter (where kind = 'refund'))::int as refunds,
      coalesce(-sum(amount_halalas) filter (where kind = 'refund'), 0)::float8 as "backHalalas"
    from ledger where at >= ${from} and at < ${until} group by 1, 2
    union all
    select 'company-' || method, 'SAR', (count(*) filter (where kind = 'received'))::int,
      coalesce(sum(amount_halalas) filter (where kind = 'received'), 0)::float8,
      (count(*) filter (where kind = 'returned'))::int,
      coalesce(sum(amount_halalas) filter (where kind = 'returned'), 0)::float8
    -- Credit comes from another purchase: it is money that came in before.
    from company_payments where method <> 'credit' and at >= ${from} and at < ${until} group by 1
    order by 1, 2`.execute(db)
  return rows
}

export type Pair = { count: number; halalas: number }

export type SalesComparison = {
  documents: { totalHalalas: number; vatHalalas: number }
  orders: { totalHalalas: number; vatHalalas: number }
  paidNotInvoiced: Pair & { vatHalalas: number }
  invoicedNotPaid: Pair & { vatHalalas: number }
  /** What was added to invoices afterwards; the documents have it, no order does. */
  debited: Pair & { vatHalalas: number }
}

/**
 * The invoices and debit notes of the month beside the orders that were paid in it, or their parts, and the quotes that
 * companies accepted.
 */
export async function compareSales(db: Database, { from, until }: Span): Promise<SalesComparison> {
  const { rows } = await sql<Record<string, number>>`
    with documents as (select i.id, coalesce(i.order_id || '/' || i.part, 'quote ' || i.quote_id) as sale,
        sum(v.vat_halalas) as vat, sum(v.total_halalas) as total
      from invoice_vat v join invoices i on i.id = v.invoice_id
      where v.kind = 'invoice' and v.issued_at >= ${from} and v.issued_at < ${until} group by i.id),
    debited as (select count(distinct invoice_id) as count, coalesce(sum(vat_halalas), 0) as vat,
        coalesce(sum(total_halalas), 0) as total
      from invoice_vat where kind = 'debit-note' and issued_at >= ${from} and issued_at < ${until}),
    paid as (select id || '/1' as id, vat_halalas as vat, total_halalas as total from orders
        where paid_at >= ${from} and paid_at < ${until}
          and not exists (select from company_seats s where s.order_id = orders.id)
          and not exists (select from order_parts p where p.order_id = orders.id)
      union all select order_id || '/' || part, vat_halalas, amount_halalas from order_parts
        where paid_at >= ${from} and paid_at < ${until}
      union all select 'quote ' || id, (document #>> '{totals,vatHalalas}')::bigint,
        (document #>> '{totals,totalHalalas}')::bigint
        from quotes where state = 'accepted' and answered_at >= ${from} and answered_at < ${until})
    select coalesce(sum(d.total), 0)::float8 as documents, coalesce(sum(d.vat), 0)::float8 as documents_vat,
      coalesce(sum(p.total), 0)::float8 as orders, coalesce(sum(p.vat), 0)::float8 as orders_vat,
      (count(*) filter (where d.id is null))::int as not_invoiced,
      coalesce(sum(p.total) filter (where d.id is null), 0)::float8 as not_invoiced_total,
      coalesce(sum(p.vat) filter (where d.id is null), 0)::float8 as not_invoiced_vat,
      (count(*) filter (where p.id is null))::int as not_paid,
      coalesce(sum(d.total) filter (where p.id is null), 0)::float8 as not_paid_total,
      coalesce(sum(d.vat) filter (where p.id is null), 0)::float8 as not_paid_vat,
      (select count from debited)::int as debited, (select vat from debited)::float8 as debited_vat,
      (select total from debited)::float8 as debited_total
    from documents d full join paid p on p.id = d.sale`.execute(db)
  const row = rows[0] as Record<string, number>
  return {
    documents: {
      totalHalalas: row.documents! + row.debited_total!,
      vatHalalas: row.documents_vat! + row.debited_vat!,
    },
    orders: { totalHalalas: row.orders!, vatHalalas: row.orders_vat! },
    paidNotInvoiced: {
      count: row.not_invoiced!,
      halalas: row.not_invoiced_total!,
      vatHalalas: row.not_invoiced_vat!,
    },
    invoicedNotPaid: { count: row.not_paid!, halalas: row.not_paid_total!, vatHalalas: row.not_paid_vat! },
    debited: { count: row.debited!, halalas: row.debited_total!, vatHalalas: row.debited_vat! },
  }
}

export type MoneyComparison = {
  ordersHalalas: number
  ledgerHalalas: number
  boughtNothing: Pair
  paidWithoutMoney: Pair
  moneyOfOtherMonth: Pair
}

/** The orders that were paid in the month, or their parts, beside the payments in the ledger. */
export async function compareMoney(db: Database, { from, until }: Span): Promise<MoneyComparison> {
  const { rows } = await sql<Record<string, number>>`
    with received as (select min(l.id) as id, sum(l.amount_halalas) as amount, case when a.status = 'paid' or (a.status = 'refunded'
        and exists (select from refunds r where r.attempt_id = a.id and r.status = 'done' and r.of_seat))
        then l.order_id || '/' || a.part end as bought
      from ledger l join payment_attempts a on a.id = l.attempt_id
      where l.kind = 'payment' and l.at >= ${from} and l.at < ${until}
      -- What was carried from another order and what was paid to it are one payment.
      group by a.id, l.order_id),
    paid as (select id || '/1' as id, total_halalas as total from orders
        where paid_at >= ${from} and paid_at < ${until} and total_halalas > 0
          and not exists (select from order_parts p where p.order_id = orders.id)
      union all select order_id || '/' || part, amount_halalas from order_parts
        where paid_at >= ${from} and paid_at < ${until})
    select coalesce(sum(p.total), 0)::float8 as orders, coalesce(sum(r.amount), 0)::float8 as ledger,
      (count(*) filter (where r.id is not null and r.bought is null))::int as useless,
      coalesce(sum(r.amount) filter (where r.id is not null and r.bought is null), 0)::float8 as useless_total,
      (count(*) filter (where r.id is null))::int as no_money,
      coalesce(sum(p.total) filter (where r.id is null), 0)::float8 as no_money_total,
      (count(*) filter (where r.bought is not null and p.id is null))::int as other_month,
      coalesce(sum(r.amount) filter (where r.bought is not null and p.id is null), 0)::float8 as other_month_total
    from received r full join paid p on p.id = r.bought`.execute(db)
  const row = rows[0] as Record<string, number>
  return {
    ordersHalalas: row.orders!,
    ledgerHalalas: row.ledger!,
    boughtNothing: { count: row.useless!, halalas: row.useless_total! },
    paidWithoutMoney: { count: row.no_money!, halalas: row.no_money_total! },
    moneyOfOtherMonth: { count: row.other_month!, halalas: row.other_month_total! },
  }
}

export type RefundsComparison = {
  documentsHalalas: number
  ledgerHalalas: number
  refundBoughtNothing: Pair
  refundNotCredited: Pair
  creditedOtherwise: Pair
  /** Seats that companies gave back: what they are owed is sent apart. */
  creditedToCompanies: Pair
  debitTakenBack: Pair
}

/** The credit notes of the month beside the refunds in the ledger. */
export async function compareRefunds(db: Database, { from, until }: Span): Promise<RefundsComparison> {
  const { rows } = await sql<Record<string, number>>`
    with notes as (select i.id, i.refund_id, sum(v.total_halalas) as total, case
        when exists (select from invoices o where o.id = i.original_id and o.kind = 'debit-note') then 'debit'
        when i.quote_id is not null then 'company' else 'order' end as what
      from invoice_vat v join invoices i on i.id = v.invoice_id
      where v.kind = 'credit-note' and v.issued_at >= ${from} and v.issued_at < ${until} group by i.id),
    back as (select l.id, -l.amount_halalas as amount, case when r.of_seat then r.id end as of_seat
      from ledger l join refunds r on r.id = l.refund_id
      where l.kind = 'refund' and l.at >= ${from} and l.at < ${until})
    select coalesce(sum(n.total), 0)::float8 as documents, coalesce(sum(b.amount), 0)::float8 as ledger,
      (count(*) filter (where b.id is not null and b.of_seat is null))::int as useless,
      coalesce(sum(b.amount) filter (where b.id is not null and b.of_seat is null), 0)::float8 as useless_total,
      (count(*) filter (where b.of_seat is not null and n.id is null))::int as not_credited,
      coalesce(sum(b.amount) filter (where b.of_seat is not null and n.id is null), 0)::float8 as not_credited_total,
      (count(*) filter (where b.id is null and n.what = 'order'))::int as otherwise,
      coalesce(sum(n.total) filter (where b.id is null and n.what = 'order'), 0)::float8 as otherwise_total,
      (count(*) filter (where n.what = 'company'))::int as to_companies,
      coalesce(sum(n.total) filter (where n.what = 'company'), 0)::float8 as to_companies_total,
      (count(*) filter (where n.what = 'debit'))::int as taken_back,
      coalesce(sum(n.total) filter (where n.what = 'debit'), 0)::float8 as taken_back_total
    from notes n full join back b on b.of_seat = n.refund_id`.execute(db)
  const row = rows[0] as Record<string, number>
  return {
    documentsHalalas: row.documents!,
    ledgerHalalas: row.ledger!,
    refundBoughtNothing: { count: row.useless!, halalas: row.useless_total! },
    refundNotCredited: { count: row.not_credited!, halalas: row.not_credited_total! },
    creditedOtherwise: { count: row.otherwise!, halalas: row.otherwise_total! },
    creditedToCompanies: { count: row.to_companies!, halalas: row.to_companies_total! },
    debitTakenBack: { count: row.taken_back!, halalas: row.taken_back_total! },
  }
}

export type MonthDocument = {
  kind: string
  number: string
  issuedAt: Date
  reference: string
  /** Null when the account had been deleted. */
  buyer: string | null
  netHalalas: number
  vatHalalas: number
  totalHalalas: number
}

/** In the order of their times. */
export async function monthDocuments(
  db: Database,
  { from, until }: Span,
  { limit, offset }: { limit: number; offset: number },
): Promise<MonthDocument[]> {
  const { rows } = await sql<MonthDocument>`
    select kind, number, issued_at as "issuedAt", document #>> '{order,reference}' as reference,
      document #>> '{buyer,name}' as buyer, (document #>> '{totals,netHalalas}')::float8 as "netHalalas",
      (document #>> '{totals,vatHalalas}')::float8 as "vatHalalas",
      (document #>> '{totals,totalHalalas}')::float8 as "totalHalalas"
    from invoices where issued_at >= ${from} and issued_at < ${until}
    order by issued_at, counter limit ${limit} offset ${offset}`.execute(db)
  return rows
}
