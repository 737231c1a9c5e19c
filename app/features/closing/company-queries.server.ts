/** The money of companies in two ways of adding up. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'
import type { Pair, Span } from './queries.server.ts'

export type CompaniesComparison = {
  documentsHalalas: number
  paidHalalas: number
  companiesOwe: Pair
  owedToCompanies: Pair
}

/**
 * What the documents of companies' purchases come to until the month's end, beside what they have paid. The difference is
 * what each owes then by its balance, which triggers keep apart: less what was issued and paid since.
 */
export async function compareCompanies(db: Database, { until }: Pick<Span, 'until'>): Promise<CompaniesComparison> {
  const { rows } = await sql<Record<string, number>>`
    with documents as (select i.quote_id, v.issued_at, case v.kind when 'credit-note' then -1 else 1 end * v.total_halalas as amount
      from invoice_vat v join invoices i on i.id = v.invoice_id where i.quote_id is not null),
    paid as (select quote_id, at, case kind when 'returned' then -1 else 1 end * amount_halalas as amount from company_payments),
    -- Summed once: looked up for each purchase, they would be read as often as there are purchases.
    issued_since as (select quote_id, sum(amount) as amount from documents where issued_at >= ${until} group by quote_id),
    paid_since as (select quote_id, sum(amount) as amount from paid where at >= ${until} group by quote_id),
    balances as (select b.due_halalas - coalesce(i.amount, 0) + coalesce(p.amount, 0) as due
      from purchase_balances b left join issued_since i on i.quote_id = b.quote_id
        left join paid_since p on p.quote_id = b.quote_id)
    select (select coalesce(sum(amount), 0) from documents where issued_at < ${until})::float8 as documents,
      (select coalesce(sum(amount), 0) from paid where at < ${until})::float8 as paid,
      (count(*) filter (where due > 0))::int as owe, coalesce(sum(due) filter (where due > 0), 0)::float8 as owe_total,
      (count(*) filter (where due < 0))::int as owed, coalesce(-sum(due) filter (where due < 0), 0)::float8 as owed_total
    from balances`.execute(db)
  const row = rows[0] as Record<string, number>
  return {
    documentsHalalas: row.documents!,
    paidHalalas: row.paid!,
    companiesOwe: { count: row.owe!, halalas: row.owe_total! },
    owedToCompanies: { count: row.owed!, halalas: row.owed_total! },
  }
}

export type CompanyCardsComparison = {
  bookedHalalas: number
  reportedHalalas: number
  bookedByHand: Pair
}

/** Companies' card payments that were booked in the month, beside what the provider says was paid. */
export async function compareCompanyCards(db: Database, { from, until }: Span): Promise<CompanyCardsComparison> {
  const { rows } = await sql<Record<string, number>>`
    with booked as (select id, attempt_id, amount_halalas as amount from company_payments
      where kind = 'received' and method = 'card' and at >= ${from} and at < ${until}),
    -- One that is booked in no month was reported when it last changed; money that nobody owed waits beside the orders'.
    reported as (select a.id, a.paid_halalas as amount from purchase_attempts a
      where a.status = 'paid' and (exists (select from booked b where b.attempt_id = a.id) or (
        a.updated_at >= ${from} and a.updated_at < ${until}
        and not exists (select from company_payments p where p.attempt_id = a.id and p.kind = 'received')
        and not exists (select from unmatched_payments u
          where u.provider = a.provider and u.provider_reference = a.provider_reference))))
    select (select coalesce(sum(amount), 0) from booked)::float8 as booked,
      (select coalesce(sum(amount), 0) from reported)::float8 as reported,
      (select count(*) from booked where attempt_id is null)::int as by_hand,
      (select coalesce(sum(amount), 0) from booked where attempt_id is null)::float8 as by_hand_total`.execute(db)
  const row = rows[0] as Record<string, number>
  return {
    bookedHalalas: row.booked!,
    reportedHalalas: row.reported!,
    bookedByHand: { count: row.by_hand!, halalas: row.by_hand_total! },
  }
}
