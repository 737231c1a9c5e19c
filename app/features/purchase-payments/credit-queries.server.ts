/** What companies have paid too much for one purchase, and may use for another. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'

export type CreditSource = { id: number; number: string; halalas: number }

/** The credit of a company by the purchases that have it, the oldest first; without what is on its way back. */
export async function creditOf(db: Database, companyId: number, exceptQuote: number): Promise<CreditSource[]> {
  const { rows } = await sql<CreditSource>`
    select q.id, q.number, (-b.due_halalas - (select coalesce(sum(r.amount_halalas), 0) from purchase_refunds r
      where r.quote_id = q.id and r.status in ('sending', 'unclear')))::float8 as halalas
    from quotes q join purchase_balances b on b.quote_id = q.id
    where q.company_id = ${companyId} and q.id <> ${exceptQuote} and q.state = 'accepted' and b.due_halalas < 0
    order by b.due_at, q.id`.execute(db)
  return rows.filter(({ halalas }) => halalas > 0)
}
