/** Finding companies by any part of what is known of them. */
import { type RawBuilder, sql } from 'kysely'

/** As the indexes have them, see `db/migrations/420-companies-found.sql`. */
const OF_COMPANY = sql`(' ' || ar_norm((name ->> 'ar') || ' ' || coalesce(name ->> 'en', '') || ' ' ||
  coalesce(vat_number, '') || ' ' || coalesce(register_number, '')))`
const OF_CONTACT = sql`(' ' || ar_norm(name || ' ' || email))`
const MAX_WORDS = 8

/**
 * The ids of the companies in whose names and numbers, or in those of one contact, every word of the text stands; a word
 * of one or two letters at the beginning of another.
 */
export function foundCompanies(text: string): RawBuilder<{ id: number }> {
  const words = text.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  const every = (of: RawBuilder<unknown>) =>
    sql.join(
      words.map((word) => sql`${of} like name_pattern(${word})`),
      sql` and `,
    )
  return sql`select id from companies where ${every(OF_COMPANY)}
    union select company_id from company_contacts where ${every(OF_CONTACT)}`
}
