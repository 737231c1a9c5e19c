/** What the command palette finds: the few best of each kind, with the least that tells them apart. */
import { sql } from 'kysely'
import { isFoundBy } from '../../../db/found-courses.ts'
import { isEndOfNumber, peopleFoundBy } from '../../../db/found-people.ts'
import { ownRuns } from '../../../db/own-runs.ts'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'

export type Term = {
  text: string
  /** The term as a mobile number, if it is one. */
  phone: string | undefined
}

/** The best are chosen among so many: more would take long for a name that very many people have. */
const MAX_CANDIDATES = 200

const fullName = sql<string>`u.first_name || ' ' || u.last_name`

/** Accounts by the beginning of an address, a phone number or a part of the name, without an order. */
export async function peopleFound(db: Database, { text, phone }: Term): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${peopleFoundBy(text, phone, MAX_CANDIDATES)}`.execute(db)
  return rows.map(({ id }) => id)
}

export type PersonFound = { id: number; name: string; email: string }

/** Of the accounts `ids`: names that begin with the term come first. */
export async function bestPeople(db: Database, ids: number[], text: string, limit: number): Promise<PersonFound[]> {
  const { rows } = await sql<PersonFound>`
    select u.id, ${fullName} as name, u.email from users u where u.id = any(${ids}::int[])
    order by starts_with(u.search_name, ' ' || ar_norm(${text})) desc, u.search_name, u.id limit ${limit}`.execute(db)
  return rows
}

export type AttendeeFound = { orderId: string; runId: number; name: string; course: Localized; startsAt: Date }

/** People with a paid seat in a run of the trainer `userId`, by a part of the name alone. */
export async function ownAttendeesFound(
  db: Database,
  text: string,
  { userId, limit }: { userId: number; limit: number },
): Promise<AttendeeFound[]> {
  const { rows } = await sql<AttendeeFound>`
    select o.id as "orderId", s.id as "runId", ${fullName} as name, o.course_name as course, s.starts_at as "startsAt"
    from schedules s join orders o on o.schedule_id = s.id and o.status = 'paid' join users u on u.id = o.user_id
    where s.id in (${ownRuns(userId)}) and u.search_name like name_pattern(${text}) and u.erased_at is null
    order by s.starts_at desc, u.search_name, o.id limit ${limit}`.execute(db)
  return rows
}

export type OrderFound = { id: string; reference: string; course: Localized; name: string | null }

/** An order by its number, by the end of it, and the newest ones of the accounts `userIds`. */
export async function ordersFound(
  db: Database,
  { text, userIds }: { text: string; userIds: number[] },
  limit: number,
): Promise<OrderFound[]> {
  const { rows } = await sql<OrderFound>`
    with found as materialized (
      select id, created_at, 0 as place from orders where reference = upper(${text})
      union all (select id, created_at, 0 from orders where ${isEndOfNumber(text)} limit ${MAX_CANDIDATES})
      union all select o.id, o.created_at, 1 from unnest(${userIds}::int[]) as person
        cross join lateral (select id, created_at from orders where user_id = person
          order by created_at desc limit ${limit}) as o),
    best as materialized (select * from found order by place, created_at desc, id limit ${limit})
    select o.id, o.reference, o.course_name as course, case when u.erased_at is null then ${fullName} end as name
    from best join orders o on o.id = best.id join users u on u.id = o.user_id
    order by best.place, best.created_at desc, o.id`.execute(db)
  return rows
}

export type RunFound = { id: number; course: Localized; startsAt: Date }

/** Runs by their course: those that have not ended first, the nearest first. */
export async function runsFound(
  db: Database,
  text: string,
  { ownRunsOf, now, limit }: { ownRunsOf: number | null; now: Date; limit: number },
): Promise<RunFound[]> {
  const distance = sql`s.ends_at < ${now}, abs(extract(epoch from s.starts_at - ${now}::timestamptz)), s.id`
  const visible = ownRunsOf === null ? sql`true` : sql`s.id in (${ownRuns(ownRunsOf)})`
  const { rows } = await sql<RunFound>`
    select s.id, c.name as course, s.starts_at as "startsAt" from (
      select id, name from courses where ${sql.join(isFoundBy(text), sql` and `)} limit ${MAX_CANDIDATES}) as c
    cross join lateral (
      select s.id, s.starts_at, s.ends_at from schedules s
      where s.course_id = c.id and s.cancelled_at is null and ${visible} order by ${distance} limit ${limit}) as s
    order by ${distance} limit ${limit}`.execute(db)
  return rows
}

export type NameFound = { id: number; name: Localized }

const NAMES = sql`ar_norm((name ->> 'ar') || ' ' || coalesce(name ->> 'en', ''))`
const named = (text: string) => sql`${NAMES} like '%' || ar_norm(${literally(text)}) || '%'`
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

export type TrainerFound = NameFound & { title: Localized }

export async function trainersFound(
  db: Database,
  text: string,
  { ofAccount, limit }: { ofAccount: number | null; limit: number },
): Promise<TrainerFound[]> {
  const { rows } = await sql<TrainerFound>`
    select id, name, title from trainers
    where ${named(text)} and (${ofAccount}::int is null or user_id = ${ofAccount})
    order by ${NAMES}, id limit ${limit}`.execute(db)
  return rows
}

export async function specializationsFound(db: Database, text: string, limit: number): Promise<NameFound[]> {
  const { rows } = await sql<NameFound>`
    select id, name from specializations where ${named(text)} order by ${NAMES}, id limit ${limit}`.execute(db)
  return rows
}

export type QuestionFound = { id: number; question: Localized; group: Localized }

export async function questionsFound(db: Database, text: string, limit: number): Promise<QuestionFound[]> {
  const { rows } = await sql<QuestionFound>`
    select id, question, title as "group" from faq_questions join faq_groups on key = group_key
    where ar_norm(concat_ws(' ', question ->> 'ar', question ->> 'en')) like '%' || ar_norm(${literally(text)}) || '%'
    order by faq_groups.position, faq_questions.position limit ${limit}`.execute(db)
  return rows
}

export type CouponFound = { id: number; code: string; note: Localized }

/** Codes that begin so: those of a series have their beginning in common. */
export async function couponsFound(db: Database, text: string, limit: number): Promise<CouponFound[]> {
  const { rows } = await sql<CouponFound>`
    select id, code, note from coupons where code like ${`${literally(text.toUpperCase())}%`}
    order by code limit ${limit}`.execute(db)
  return rows
}

export type InvoiceFound = { number: string; issuedAt: Date }

export async function invoicesFound(db: Database, text: string): Promise<InvoiceFound[]> {
  const { rows } = await sql<InvoiceFound>`
    select number, issued_at as "issuedAt" from invoices where number = upper(${text})`.execute(db)
  return rows
}

export type QuoteFound = { id: number; number: string; company: Localized }

export async function quotesFound(db: Database, text: string): Promise<QuoteFound[]> {
  const { rows } = await sql<QuoteFound>`
    select q.id, q.number, c.name as company from quotes q join companies c on c.id = q.company_id
    where q.number = upper(${text})`.execute(db)
  return rows
}
