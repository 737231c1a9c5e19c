/** What a company has bought and owes, over all of its purchases. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'

export type CompanySums = {
  purchases: number
  /** Invoices and debit notes less credit notes. */
  boughtHalalas: number
  /** Money that came less what went back. */
  paidHalalas: number
  /** What is to be paid, and how much of it is late. */
  dueHalalas: number
  overdueHalalas: number
  /** What is to be sent back to the company. */
  owedHalalas: number
  /** Without those that were given back. */
  seats: number
  usedSeats: number
}

export async function sumsOfCompany(db: Database, companyId: number, now: Date): Promise<CompanySums> {
  const { rows } = await sql<CompanySums>`
    with purchases as (select id from quotes where company_id = ${companyId} and state = 'accepted')
    select documents.purchases, documents.halalas as "boughtHalalas", money.halalas as "paidHalalas", balances.*, seats.*
    from (
      select (select count(*)::int from purchases) as purchases,
        coalesce(sum(case i.kind when 'credit-note' then -1 else 1 end * (i.document #>> '{totals,totalHalalas}')::bigint),
          0)::float8 as halalas
      from invoices i where i.quote_id in (select id from purchases)) as documents, (
      select coalesce(sum(case p.kind when 'returned' then -p.amount_halalas else p.amount_halalas end), 0)::float8
        as halalas
      from company_payments p where p.quote_id in (select id from purchases)) as money, (
      select coalesce(sum(b.due_halalas) filter (where b.due_halalas > 0), 0)::float8 as "dueHalalas",
        coalesce(sum(b.due_halalas) filter (where b.due_halalas > 0 and b.due_at < ${now}::timestamptz), 0)::float8
          as "overdueHalalas",
        coalesce(-sum(b.due_halalas) filter (where b.due_halalas < 0), 0)::float8 as "owedHalalas"
      from purchase_balances b where b.quote_id in (select id from purchases)) as balances, (
      select count(*)::int as seats, count(s.order_id)::int as "usedSeats"
      from company_seats s where s.quote_id in (select id from purchases) and s.withdrawn_at is null) as seats`.execute(
    db,
  )
  return rows[0]!
}

export type CompanyDocument = {
  kind: 'invoice' | 'credit-note' | 'debit-note'
  number: string
  issuedAt: Date
  totalHalalas: number
  quoteId: number
  quoteNumber: string
}

/** The newest first. */
export async function documentsOfCompany(db: Database, companyId: number, max: number): Promise<CompanyDocument[]> {
  const { rows } = await sql<CompanyDocument>`
    select i.kind, i.number, i.issued_at as "issuedAt", (i.document #>> '{totals,totalHalalas}')::float8 as "totalHalalas",
      q.id as "quoteId", q.number as "quoteNumber"
    from quotes q join invoices i on i.quote_id = q.id where q.company_id = ${companyId}
    order by i.issued_at desc, i.number desc limit ${max}`.execute(db)
  return rows
}
