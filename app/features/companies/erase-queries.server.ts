/** Ends the storage of companies' contacts and of the employees whom they named. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'
import { CONTACT_MONTHS, NAME_MONTHS, PURCHASE_YEARS, QUOTE_MONTHS } from './retention.ts'

const months = (count: number) => sql`make_interval(months => ${count}::int)`

/** Names of seats whose run ended long ago, and of recorded courses that were bought long ago. */
export async function eraseOldNames(db: Database, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update company_seats s set person_name = null, person_email = null
    from quotes q where q.id = s.quote_id and s.person_email is not null
      and coalesce((select r.ends_at from schedules r where r.id = s.schedule_id), q.answered_at, q.created_at)
        < ${now}::timestamptz - ${months(NAME_MONTHS)}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Who is named in quotes: the contact, and who answered. What was offered, bought and paid stays. A draft has no end of
 * its own: it is one from its creation.
 */
export async function eraseOldQuoteContacts(db: Database, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update quotes set contact_erased_at = ${now}, contact_name = '', contact_email = '', contact_phone = null, link_key = gen_random_uuid(),
      document = case when document is not null then jsonb_set(document, '{contact}', '{"name": "", "email": ""}') end,
      answer = case when answer is not null then answer || '{"name": "", "role": "", "note": "", "ip": null}' end
    where contact_erased_at is null and coalesce(answered_at, sent_at, created_at) < ${now}::timestamptz
      - case when state = 'accepted' then make_interval(years => ${PURCHASE_YEARS}::int) else ${months(QUOTE_MONTHS)} end`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

/** Contacts of companies that have asked for nothing since, and owe nothing and are owed nothing. */
export async function eraseOldContacts(db: Database, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from company_contacts c where c.created_at < ${now}::timestamptz - ${months(CONTACT_MONTHS)}
      and not exists (select from quotes q where q.company_id = c.company_id
        and (coalesce(q.answered_at, q.sent_at, q.created_at) >= ${now}::timestamptz - ${months(CONTACT_MONTHS)}
          or exists (select from purchase_balances b where b.quote_id = q.id and b.due_halalas <> 0)))`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
