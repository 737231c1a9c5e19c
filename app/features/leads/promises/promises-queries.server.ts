import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.server.ts'
import type { LeadKind } from '../enquiry-contract.ts'
import { isAllowed, type LeadAccess } from '../queries.server.ts'
import { type DueOfKinds, IS_WAITING, SINCE } from './waiting-queries.server.ts'

export type WaitingLead = {
  id: number
  reference: string
  kind: LeadKind
  name: string | null
  since: Date
}

/** One part for each kind, since each has a time of its own; an index answers each in its order. */
const ofEachKind = (due: DueOfKinds, part: (kind: string, before: Date) => RawBuilder<unknown>) =>
  sql.join(
    Object.entries(due).map(([kind, before]) => sql`(${part(kind, before)})`),
    sql` union all `,
  )

/** Whose promise ends by then, the oldest first. */
export async function findDueLeads(
  db: Database,
  due: DueOfKinds,
  access: LeadAccess,
  max: number,
): Promise<WaitingLead[]> {
  const { rows } = await sql<WaitingLead>`
    select id, reference, kind, name, since from (${ofEachKind(
      due,
      (kind, before) => sql`
      select id, reference, kind, name, ${SINCE} as since from leads
      where ${IS_WAITING} and kind = ${kind} and ${SINCE} < ${before}::timestamptz and ${isAllowed(access)}
      order by ${SINCE} limit ${max}`,
    )}) as due order by since, id limit ${max}`.execute(db)
  return rows
}

/** Enquiries whose promise ends by then and of which nobody was reminded, without those that ended long ago. */
export async function findToRemind(db: Database, due: DueOfKinds, tooLate: DueOfKinds, max: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (${ofEachKind(
      due,
      (kind, before) => sql`
      select id, ${SINCE} as since from leads
      where ${IS_WAITING} and kind = ${kind} and ${SINCE} < ${before}::timestamptz
        and ${SINCE} >= ${tooLate[kind as LeadKind]}::timestamptz and reminded_since is distinct from ${SINCE}
      order by ${SINCE} limit ${max}`,
    )}) as due order by since, id limit ${max}`.execute(db)
  return rows.map(({ id }) => id)
}

export type LeadToRemind = WaitingLead & { assignee_id: number | null }

/** Locks it when its sender still waits and nobody was reminded; undefined otherwise, or while another process has it. */
export async function lockToRemind(db: Database, id: number): Promise<LeadToRemind | undefined> {
  const { rows } = await sql<LeadToRemind>`
    select id, reference, kind, name, assignee_id, ${SINCE} as since from leads
    where id = ${id} and ${IS_WAITING} and reminded_since is distinct from ${SINCE} for update skip locked`.execute(db)
  return rows[0]
}

export async function markReminded(db: Database, id: number, since: Date): Promise<void> {
  await db.updateTable('leads').set({ reminded_since: since }).where('id', '=', id).execute()
}
