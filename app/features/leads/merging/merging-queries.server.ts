import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.server.ts'
import type { LeadKind, LeadStatus } from '../enquiry-contract.ts'
import { isAllowed, type LeadAccess } from '../queries.server.ts'
import type { OfSender } from './merging-contract.ts'

type SenderRow = { reference: string; kind: LeadKind; status: LeadStatus; created_at: Date }

export const ofSenderOf = ({ reference, kind, status, created_at }: SenderRow): OfSender => ({
  ...{ reference, kind, status },
  receivedAt: created_at.toISOString(),
})

/** More are not offered for merging. */
const MAX_OF_SENDER = 20

/** What else its sender wrote, by address or phone, of what the account may see. */
export async function findOfSender(db: Database, leadId: number, access: LeadAccess): Promise<SenderRow[]> {
  const { rows } = await sql<SenderRow>`
    select reference, kind, status, created_at from leads
    where id in (
        select other.id from leads as one join leads as other on other.email = one.email where one.id = ${leadId}
        union select other.id from leads as one join leads as other on other.phone = one.phone where one.id = ${leadId})
      and id <> ${leadId} and merged_into is null and erased_at is null and ${isAllowed(access)}
    order by created_at desc, id desc limit ${MAX_OF_SENDER}`.execute(db)
  return rows
}

export async function findMerged(
  db: Database,
  leadId: number,
): Promise<(SenderRow & { fields: Record<string, unknown> })[]> {
  const { rows } = await sql<SenderRow & { fields: Record<string, unknown> }>`
    select reference, kind, status, created_at, fields from leads where merged_into = ${leadId} order by created_at, id`.execute(
    db,
  )
  return rows
}

export type LeadToMerge = {
  id: number
  reference: string
  kind: LeadKind
  status: LeadStatus
  email: string | null
  phone: string | null
  assignee_id: number | null
  created_at: Date
  closed_at: Date | null
  /** Since when the sender waits. */
  since: Date
  merged_into: number | null
  order_id: string | null
}

/** Both, locked in one order, so that two people who merge them the other way round do not wait for each other. */
export async function lockToMerge(
  db: Database,
  references: readonly string[],
  access: LeadAccess,
): Promise<LeadToMerge[]> {
  const { rows } = await sql<LeadToMerge>`
    select id, reference, kind, status, email, phone, assignee_id, created_at, closed_at, merged_into, order_id,
      coalesce(waiting_since, created_at) as since
    from leads where reference = any(${references}::text[]) and ${isAllowed(access)} order by id for update`.execute(db)
  return rows
}

/** Also those that were merged into it before. */
export async function setMerged(db: Database, leadId: number, into: number, now: Date): Promise<void> {
  await sql`update leads set merged_into = ${into}, merged_at = ${now}, updated_at = ${now}
    where id = ${leadId} or merged_into = ${leadId}`.execute(db)
}

export type SenderTrail = {
  /** Of the enquiry that goes on; null for one that was not merged. */
  status: LeadStatus | null
  history: { status: LeadStatus; at: Date }[]
  messages: { at: Date; fromSender: boolean; body: string }[]
}

/**
 * What a private link shows: the enquiry's own trail, and of the one that it was merged into what came since. Who sent an
 * enquiry is not proven by an address or a phone, so a link never shows what was written in another one before.
 */
export async function senderTrail(db: Database, leadId: number): Promise<SenderTrail> {
  const { rows } = await sql<SenderTrail>`
    with shown as (
      select id, '-infinity'::timestamptz as since from leads where id = ${leadId}
      union all select merged_into, merged_at from leads where id = ${leadId} and merged_into is not null)
    select
      (select kept.status from leads join leads as kept on kept.id = leads.merged_into where leads.id = ${leadId}) as status,
      coalesce((select json_agg(json_build_object('status', e.status, 'at', e.at) order by e.id)
        from lead_events e join shown on shown.id = e.lead_id and e.at >= shown.since where e.status is not null), '[]') as history,
      coalesce((select json_agg(json_build_object('at', m.at, 'fromSender', m.from_sender, 'body', m.body) order by m.id)
        from lead_messages m join shown on shown.id = m.lead_id and m.at >= shown.since), '[]') as messages`.execute(db)
  const { status, history, messages } = rows[0]!
  return {
    status,
    history: history.map((event) => ({ ...event, at: new Date(event.at) })),
    messages: messages.map((message) => ({ ...message, at: new Date(message.at) })),
  }
}
