/** The quotes that were written from an enquiry. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'
import type { QuoteState } from '../quotes/terms.ts'
import type { PersonRow } from './queries.server.ts'

export type LeadQuoteRow = {
  id: number
  number: string
  state: QuoteState
  validUntil: string
  createdAt: Date
  createdBy: PersonRow | null
  sentAt: Date | null
  answeredAt: Date | null
}

/** Also those of enquiries that were merged into it, the newest first. */
export async function findQuotesOfLead(db: Database, leadId: number): Promise<LeadQuoteRow[]> {
  const { rows } = await sql<LeadQuoteRow>`
    select q.id, q.number, q.state, q.valid_until::text as "validUntil", q.created_at as "createdAt",
      q.sent_at as "sentAt", q.answered_at as "answeredAt", case when u.id is not null
        then json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) end as "createdBy"
    from quotes q left join users u on u.id = q.created_by
    where q.lead_id in (select ${leadId}::int union all select id from leads where merged_into = ${leadId})
    order by q.id desc limit 50`.execute(db)
  return rows
}
