import { type RawBuilder, sql } from 'kysely'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { LeadKind, LeadStatus } from './contract.ts'
import { type DueOfKinds, isDue } from './promises/waiting-queries.server.ts'

export type NewLead = {
  kind: LeadKind
  name: string
  email: string
  phone: string
  fields: Record<string, unknown>
  lang: string
  consentVersion: string | null
  idempotencyKey: Buffer | null
  eraseAt: Date
  now: Date
  /** The year in the reference number, whose count starts again each year. */
  year: number
}

/** Enquiries by the same person within this time may be about the same. */
const SAME_WITHIN = sql`interval '14 days'`

/** Undefined when this submission was saved before. */
export async function insertLead(db: Database, lead: NewLead) {
  const { kind, email, phone, now } = lead
  const { rows } = await sql<{ id: number; reference: string }>`
    insert into leads (reference, kind, name, email, phone, fields, lang, consent_version, idempotency_key, same_as,
      created_at, updated_at, erase_at)
    select 'Q-' || ${lead.year}::text || '-' || lpad(nextval('lead_numbers')::text, 6, '0'), ${kind}, ${lead.name},
      ${email}, ${phone}, ${JSON.stringify(lead.fields)}::jsonb, ${lead.lang}, ${lead.consentVersion}, ${lead.idempotencyKey},
      (select id from leads where kind = ${kind} and (email = ${email} or phone = ${phone})
         and created_at > ${now}::timestamptz - ${SAME_WITHIN} order by created_at desc, id desc limit 1),
      ${now}, ${now}, ${lead.eraseAt}
    on conflict (idempotency_key) do nothing
    returning id, reference`.execute(db)
  return rows[0]
}

export async function findByIdempotencyKey(db: Database, keys: Buffer[]): Promise<string | undefined> {
  const row = await db.selectFrom('leads').select('reference').where('idempotency_key', 'in', keys).executeTakeFirst()
  return row?.reference
}

/** @throws when there is no such enquiry */
export async function referenceOf(db: Database, id: number): Promise<string> {
  const row = await db.selectFrom('leads').select('reference').where('id', '=', id).executeTakeFirstOrThrow()
  return row.reference
}

export async function setCv(db: Database, leadId: number, fileId: string): Promise<void> {
  await db.updateTable('leads').set({ cv_file: fileId }).where('id', '=', leadId).execute()
}

export type NewEvent = {
  leadId: number
  at: Date
  actorId: number | null
  status?: LeadStatus | undefined
  assigneeId?: number | undefined
  note?: string | undefined
  mergedWith?: number | undefined
}

export async function addEvent(db: Database, event: NewEvent): Promise<void> {
  await db
    .insertInto('lead_events')
    .values({
      lead_id: event.leadId,
      at: event.at,
      actor_id: event.actorId,
      status: event.status ?? null,
      assignee_id: event.assigneeId ?? null,
      note: event.note ?? null,
      merged_with: event.mergedWith ?? null,
    })
    .execute()
}

export type PersonRow = { id: number; name: string }

const nameOf = (table: string) => sql`json_build_object('id', ${sql.ref(`${table}.id`)},
  'name', ${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)})`

export type LeadRow = {
  id: number
  reference: string
  kind: LeadKind
  status: LeadStatus
  name: string | null
  email: string | null
  phone: string | null
  fields: Record<string, unknown>
  lang: 'ar' | 'en'
  consent_version: string | null
  cv_file: string | null
  same_as: string | null
  assignee: PersonRow | null
  created_at: Date
  updated_at: Date
  /** Since when the sender waits, when that is not since the enquiry came. */
  waiting_since: Date | null
  erase_at: Date
  merged_into: string | null
  order: { id: string; reference: string } | null
}

const LEAD = sql`
  select leads.id, leads.reference, leads.kind, leads.status, leads.name, leads.email, leads.phone, leads.fields,
    leads.lang, leads.consent_version, leads.cv_file,
    (select reference from leads as earlier
      where earlier.id = leads.same_as and earlier.merged_into is distinct from leads.id) as same_as,
    leads.created_at, leads.updated_at, leads.waiting_since, leads.erase_at,
    (select reference from leads as kept where kept.id = leads.merged_into) as merged_into,
    case when leads.order_id is not null then (select json_build_object('id', orders.id, 'reference', orders.reference)
      from orders where orders.id = leads.order_id) end as "order",
    case when assignee.id is not null then ${nameOf('assignee')} end as assignee
  from leads
  left join users as assignee on assignee.id = leads.assignee_id`

export async function findLead(db: Database, reference: string, access: LeadAccess): Promise<LeadRow | undefined> {
  const { rows } = await sql<LeadRow>`${LEAD} where leads.reference = ${reference} and ${isAllowed(access)}`.execute(db)
  return rows[0]
}

/** Letters of a message by which its sender knows it again. */
const MAX_BEGINNING = 200

/** What was sent from an account's address, or from that of one that was merged into it, the newest first. One that was merged is followed by its own number, too. */
export function findLeadsOf(db: Database, { id, email }: { id: number; email: string }, limit: number) {
  return db
    .selectFrom('leads')
    .select(['reference', 'kind', 'status', 'created_at as createdAt'])
    .select(
      sql<
        string | null
      >`left(coalesce(nullif(fields ->> 'message', ''), fields ->> 'institutionName'), ${MAX_BEGINNING})`.as(
        'beginning',
      ),
    )
    .where(
      sql<boolean>`email = any(array(
        select ${email.toLowerCase()}::text union all select email from former_addresses where user_id = ${id}))`,
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .$castTo<{ reference: string; kind: LeadKind; status: LeadStatus; createdAt: Date; beginning: string | null }>()
    .execute()
}

export type LeadFilter = {
  kind: LeadKind | undefined
  status: LeadStatus | undefined
  /** Null: those that nobody handles. */
  assigneeId: number | null | undefined
  /** Only those whose promise ends by then. */
  due: DueOfKinds | undefined
  access: LeadAccess
  /** The enquiries to which a search leads; undefined without a search. */
  found: { search: string; ids: number[] | 'many' } | undefined
}

/** The enquiries that may be seen: all, or those for a quote and those that are assigned to the account. */
export type LeadAccess = { all: boolean; quotes: boolean; assignedTo: number | null }
export const ALL_LEADS: LeadAccess = { all: true, quotes: true, assignedTo: null }

export const isAllowed = ({ all, quotes, assignedTo }: LeadAccess) =>
  all ? sql<boolean>`true` : sql<boolean>`((${quotes} and leads.kind = 'quote') or leads.assignee_id = ${assignedTo})`

/** More enquiries with the same name are not collected: the newest ones are looked through instead. */
const MAX_FOUND_LEADS = 2000

/** The enquiries to which a search leads; `many` when their number is too large to collect them. */
export async function searchLeads(db: Database, search: string): Promise<number[] | 'many'> {
  const { rows } = await sql<{ id: number }>`
    select id from leads where reference = upper(${search})
    union select id from leads where email = lower(${search})
    union select id from leads where phone = ${search}
    union select id from (
      select id from leads where search_name like name_pattern(${search}) limit ${MAX_FOUND_LEADS + 1}) as named`.execute(
    db,
  )
  return rows.length > MAX_FOUND_LEADS ? 'many' : rows.map(({ id }) => id)
}

/** More enquiries with the same name are not looked at by `findNamedLeads`. */
const MAX_CANDIDATES = 200

/** Enquiries by number, address, phone or a part of the name: of the first that are found, the newest. */
export async function findNamedLeads(
  db: Database,
  { text, phone }: { text: string; phone: string | undefined },
  access: LeadAccess,
  limit: number,
): Promise<{ reference: string; name: string | null }[]> {
  const { rows } = await sql<{ reference: string; name: string | null }>`
    select reference, name from leads where id in (
      select id from leads where reference = upper(${text})
      union select id from leads where email = lower(${text})
      union select id from leads where phone = ${phone ?? text}
      union select id from (
        select id from leads where search_name like name_pattern(${text}) and ${isAllowed(access)}
        limit ${MAX_CANDIDATES}) as named)
      and ${isAllowed(access)}
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

const isHandledBy = (assigneeId: number | null) =>
  assigneeId === null ? sql`leads.assignee_id is null` : sql`leads.assignee_id = ${assigneeId}`

const isOwn = ({ kind, status, assigneeId, due, access }: LeadFilter): RawBuilder<unknown> => sql`
  ${isAllowed(access)}
  and ${kind === undefined ? sql`true` : sql`leads.kind = ${kind}`}
  and ${status === undefined ? sql`true` : sql`leads.status = ${status}`}
  and ${assigneeId === undefined ? sql`true` : isHandledBy(assigneeId)}
  and ${due === undefined ? sql`true` : isDue(due)}`

/** For a name that very many enquiries have, the newest ten thousand are looked through. */
function matching(filter: LeadFilter): RawBuilder<unknown> {
  const { found } = filter
  if (found?.ids === 'many')
    return sql`select id, created_at from (
        select id, created_at, search_name from leads where ${isOwn(filter)}
        order by created_at desc, id desc limit ${COUNT_CAP}) as newest
      where search_name like name_pattern(${found.search})`
  if (found)
    return sql`select id, created_at from leads where id = any(${found.ids}::int[]) and ${isOwn(filter)} offset 0`
  // One that was merged is found by its number, and stands in the list as the one that goes on.
  return sql`select id, created_at from leads where ${isOwn(filter)} and merged_into is null`
}

type LeadPage = { limit: number; offset?: number; after?: LeadRow | undefined; isOldestFirst?: boolean }

/** By time, the newest first: a page by its number, or those after the last one that was read. */
export async function findLeads(
  db: Database,
  filter: LeadFilter,
  { limit, offset = 0, after, isOldestFirst = false }: LeadPage,
): Promise<LeadRow[]> {
  const [direction, beyond] = isOldestFirst ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const place = after ? sql`(created_at, id) ${beyond} (${after.created_at}::timestamptz, ${after.id}::int)` : sql`true`
  const { rows } = await sql<LeadRow>`
    with page as materialized (
      select id, created_at from (${matching(filter)}) as matching where ${place}
      order by created_at ${direction}, id ${direction} limit ${limit} offset ${offset})
    ${LEAD} join page on page.id = leads.id order by page.created_at ${direction}, page.id ${direction}`.execute(db)
  return rows
}

/** Counts up to `most`. */
export async function countLeads(db: Database, filter: LeadFilter, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from (${matching(filter)}) as matching limit ${most}) as bounded`.execute(db)
  return rows[0]!.count
}

export type LeadCounts = Record<LeadStatus, number>

/** How many are in each state, whatever state was asked for; counts up to `most`. */
export async function countLeadsByStatus(
  db: Database,
  filter: LeadFilter,
  statuses: readonly LeadStatus[],
  most: number,
): Promise<LeadCounts> {
  const ofStatus = (status: LeadStatus) => sql`select ${status}::text as status, (select count(*)::int
    from (select from (${matching({ ...filter, status })}) as matching limit ${most}) as bounded) as count`
  const parts = filter.found
    ? sql`select status, least(count(*), ${most})::int as count from leads
        where id in (select id from (${matching({ ...filter, status: undefined })}) as matching) group by status`
    : sql.join(statuses.map(ofStatus), sql` union all `)
  const { rows } = await sql<{ status: LeadStatus; count: number }>`${parts}`.execute(db)
  const counted = new Map(rows.map(({ status, count }) => [status, count]))
  return Object.fromEntries(statuses.map((status) => [status, counted.get(status) ?? 0])) as LeadCounts
}

export type EventRow = {
  at: Date
  actor: PersonRow | null
  status: LeadStatus | null
  assignee: PersonRow | null
  note: string | null
  /** The number of another enquiry of the same sender. */
  mergedWith: string | null
}

/**
 * In the order in which they took effect: each gets its number while its writer holds the lock of the enquiry. With the
 * notes of enquiries that were merged into it.
 */
export async function findEvents(db: Database, leadId: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select lead_events.at, lead_events.status, lead_events.note,
      (select reference from leads as other where other.id = lead_events.merged_with) as "mergedWith", case when actor.id is not null then ${nameOf('actor')} end as actor,
      case when assignee.id is not null then ${nameOf('assignee')} end as assignee
    from lead_events
    left join users as actor on actor.id = lead_events.actor_id
    left join users as assignee on assignee.id = lead_events.assignee_id
    where lead_id = ${leadId}
      or note is not null and lead_id in (select id from leads where merged_into = ${leadId})
    order by lead_events.id`.execute(db)
  return rows
}

export type LeadChange = {
  status: LeadStatus
  assigneeId: number | null
  closedAt: Date | null
  eraseAt: Date
  now: Date
}

/** Locks the row, so that concurrent changes happen one after the other. */
export async function lockLead(db: Database, reference: string, access: LeadAccess) {
  return db
    .selectFrom('leads')
    .select(['id', 'kind', 'status', 'assignee_id', 'created_at', 'closed_at', 'name', 'email', 'lang', 'merged_into'])
    .where('reference', '=', reference)
    .where(isAllowed(access))
    .forUpdate()
    .executeTakeFirst()
}

export async function changeLead(db: Database, id: number, change: LeadChange): Promise<void> {
  await db
    .updateTable('leads')
    .set({
      status: change.status,
      assignee_id: change.assigneeId,
      closed_at: change.closedAt,
      erase_at: change.eraseAt,
      updated_at: change.now,
    })
    .where('id', '=', id)
    .execute()
}

/** Whether the account has one of the roles. */
export async function hasRole(db: Database, userId: number, roles: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(sql<boolean>`roles && ${roles}::text[]`)
    .executeTakeFirst()
  return Boolean(row)
}

/** First and last name of an account. */
export async function personName(db: Database, userId: number): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select(sql<string>`first_name || ' ' || last_name`.as('name'))
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.name ?? ''
}

/** The active accounts with one of the roles, by name. */
export async function findAssignees(db: Database, roles: readonly string[]): Promise<PersonRow[]> {
  return db
    .selectFrom('users')
    .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where(sql<boolean>`roles && ${roles}::text[]`)
    .where('status', '=', 'active')
    .where('erased_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Erases the personal data of expired enquiries. @returns their CVs, which the caller deletes */
export async function eraseDue(
  db: Database,
  now: Date,
  most: number,
): Promise<{ reference: string; cvFile: string | null }[]> {
  const { rows } = await sql<{ reference: string; cvFile: string | null }>`
    with due as (
      select id, cv_file from leads where erased_at is null and erase_at <= ${now}
      order by erase_at limit ${most} for update skip locked
    ), notes as (
      delete from lead_events where status is null and assignee_id is null and lead_id in (select id from due)
    ), unsaid as (
      delete from lead_messages where lead_id in (select id from due)
    ), unjudged as (
      delete from lead_reviews where lead_id in (select id from due)
    ), emptied as (
      update lead_events set note = null
      where note is not null and num_nonnulls(status, assignee_id) > 0 and lead_id in (select id from due)
    )
    update leads set name = null, email = null, phone = null, fields = '{}', idempotency_key = null, cv_file = null,
      erased_at = ${now}
    from due where leads.id = due.id returning leads.reference, due.cv_file as "cvFile"`.execute(db)
  return rows
}

export async function specializationName(db: Database, id: number) {
  const row = await db.selectFrom('specializations').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name
}
