/** Which enquiries wait for an answer, and since when, as SQL. */
import { type RawBuilder, sql } from 'kysely'
import type { LeadKind } from '../enquiry-contract.ts'

/** For each kind, since before when its senders wait whose promise ends by then. */
export type DueOfKinds = Record<LeadKind, Date>

export const SINCE = sql`coalesce(waiting_since, created_at)`
export const IS_WAITING = sql`status in ('received', 'handling') and erased_at is null and merged_into is null`

/** Whether the promise of an enquiry ends by then. */
export function isDue(due: DueOfKinds): RawBuilder<unknown> {
  const kinds = Object.entries(due).map(([kind, before]) => sql`(kind = ${kind} and ${SINCE} < ${before}::timestamptz)`)
  return sql`(${IS_WAITING} and (${sql.join(kinds, sql` or `)}))`
}
