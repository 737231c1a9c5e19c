/** What waits for staff, the oldest first. Each statement reads an index of what is open. */
import { type RawBuilder, sql } from 'kysely'
import { mayOweParts } from '../../../db/access.ts'
import { isRestAsked } from '../../../db/transfers.ts'
import type { Database } from '../../platform/database/database.server.ts'

export type Waiting = {
  /** The record's number or id, for its page. */
  id: string
  reference: string
  /** The name of a person, or of what kind it is. */
  subject: string | null
  amountHalalas: number | null
  since: Date
}

/** Bank transfers whose receipt nobody has looked at. */
export async function transfersToMatch(db: Database, max: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select o.id, o.reference, u.first_name || ' ' || u.last_name as subject,
      o.total_halalas - o.unpaid_halalas as "amountHalalas",
      t.receipt_at as since
    from orders o join transfers t on t.order_id = o.id join users u on u.id = o.user_id
    where o.status = 'pending' and o.method = 'transfer' and t.receipt_at is not null and t.answer is null
      and not ${isRestAsked}
    order by t.receipt_at limit ${max}`.execute(db)
  return rows
}

/** Receipts of later parts whose transfer nobody has recorded. */
export async function partsToMatch(db: Database, max: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select o.id, o.reference, u.first_name || ' ' || u.last_name as subject, p.amount_halalas as "amountHalalas",
      p.receipt_at as since
    from order_parts p join orders o on o.id = p.order_id join users u on u.id = o.user_id
    where p.receipt_at is not null and p.receipt_answer is null and p.paid_at is null and ${mayOweParts}
    order by p.receipt_at limit ${max}`.execute(db)
  return rows
}

/** Chargebacks without an end, by the day until which the company takes an answer. */
export async function openChargebacks(db: Database, max: number): Promise<(Waiting & { isOfCompany: boolean })[]> {
  const { rows } = await sql<Waiting & { isOfCompany: boolean }>`
    select coalesce(o.id::text, q.id::text) as id, coalesce(o.reference, q.number) as reference,
      coalesce(u.first_name || ' ' || u.last_name, (select name ->> 'ar' from companies where id = q.company_id)) as subject,
      c.amount_halalas as "amountHalalas", q.id is not null as "isOfCompany",
      coalesce(c.due_on::timestamp at time zone 'Asia/Riyadh', c.created_at) as since
    from chargebacks c left join orders o on o.id = c.order_id left join users u on u.id = o.user_id
      left join quotes q on q.id = c.quote_id
    where c.status in ('open', 'answered')
    order by since, c.id limit ${max}`.execute(db)
  return rows
}

/** Parts of orders that hold which are not paid seven days after their day; without those whose access is paused. */
export async function partsMissed(db: Database, now: Date, max: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select o.id, o.reference, u.first_name || ' ' || u.last_name as subject, p.amount_halalas as "amountHalalas",
      p.due_at as since
    from order_parts p join orders o on o.id = p.order_id join users u on u.id = o.user_id
    where p.paid_at is null and p.due_at <= ${now}::timestamptz - interval '7 days' and ${mayOweParts}
      and o.access_paused_at is null and not exists (select from order_parts b
        where b.order_id = p.order_id and b.part < p.part and b.paid_at is null)
    order by p.due_at limit ${max}`.execute(db)
  return rows
}

/** Purchases of companies that are not paid by their day, and those from which money is to be sent back. */
export async function overduePurchases(db: Database, now: Date, max: number): Promise<Waiting[]> {
  const of = (condition: RawBuilder<unknown>) => sql`(
    select b.due_halalas, b.due_at, q.id, q.number, q.company_id
    from purchase_balances b join quotes q on q.id = b.quote_id and q.state = 'accepted'
    where ${condition} order by b.due_at, b.quote_id limit ${max})`
  const { rows } = await sql<Waiting>`
    select p.id, p.number as reference, c.name ->> 'ar' as subject, p.due_halalas::float8 as "amountHalalas",
      p.due_at as since
    from (${of(sql`b.due_halalas < 0`)} union all
      ${of(sql`b.due_halalas > 0 and b.due_at < ${now}::timestamptz`)}) as p
      join companies c on c.id = p.company_id
    order by p.due_at, p.id limit ${max}`.execute(db)
  return rows
}

/** Whose enquiries: of all, those for a quote, and those assigned to the account. */
export type EnquiryScope = { all: boolean; quotes: boolean; assignedTo: number }

export async function openEnquiries(db: Database, scope: EnquiryScope, max: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select reference as id, reference, kind as subject, null as "amountHalalas", created_at as since
    from leads where status in ('received', 'handling') and erased_at is null and merged_into is null
      and (${scope.all} or (${scope.quotes} and kind = 'quote') or assignee_id = ${scope.assignedTo})
    order by created_at, id limit ${max}`.execute(db)
  return rows
}

/** Ended runs whose trainer proposes the certificates. */
export async function proposedCertificates(db: Database, lang: 'ar' | 'en', max: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select s.id::text, coalesce(c.name->>${lang}, c.name->>'ar') as reference,
      u.first_name || ' ' || u.last_name as subject, null as "amountHalalas", p.proposed_at as since
    from certificate_proposals p join schedules s on s.id = p.schedule_id join courses c on c.id = s.course_id
      left join users u on u.id = p.proposed_by
    where p.done_at is null order by p.proposed_at limit ${max}`.execute(db)
  return rows
}

/** The open cases together: they are worked through in one queue. */
export async function openReports(db: Database, max: number): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(opened_at) as since
    from (select opened_at from moderation_cases where decided_at is null order by opened_at limit ${max}) as open_cases`.execute(
    db,
  )
  return rows[0]!
}

/** What trainers propose for their courses; a course may wait once for each of them. */
export async function waitingProposals(db: Database, lang: string, max: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select c.id::text as id, coalesce(c.name ->> ${lang}, c.name ->> 'ar') as reference,
      u.first_name || ' ' || u.last_name as subject, null as "amountHalalas", p.proposed_at as since
    from course_proposals p join courses c on c.id = p.course_id left join users u on u.id = p.proposed_by
    where p.decided_at is null order by p.proposed_at limit ${max}`.execute(db)
  return rows
}

export type OwnDraft = {
  kind: 'course' | 'article' | 'page'
  key: string
  name: string
  since: Date
  isMissed: boolean
}

/** What a person began and has neither published nor scheduled, and what could not be published at its time. */
export async function draftsOf(db: Database, userId: number, lang: string, max: number): Promise<OwnDraft[]> {
  const { rows } = await sql<OwnDraft>`
    select d.kind, d.key, coalesce(named.name ->> ${lang}, named.name ->> 'ar', d.key) as name,
      coalesce(d.missed_at, d.updated_at) as since, d.missed_at is not null as "isMissed"
    from drafts d left join lateral (
      select name from courses where id = case when d.kind = 'course' then d.key::int end
      union all select title from articles where id = case when d.kind = 'article' then d.key::int end
      union all select coalesce(pages.title, page_seo.meta_title)
        from pages full join page_seo using (code) where d.kind = 'page' and code = d.key) as named on true
    where d.updated_by = ${userId} and (d.publish_at is null or d.missed_at is not null)
    order by since limit ${max}`.execute(db)
  return rows
}

/** Mails and SMS of the last days that will not be sent any more. */
export async function failedMessages(
  db: Database,
  after: Date,
  max: number,
): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(given_up_at) as since
    from (select given_up_at from messages where given_up_at >= ${after} and dismissed_at is null
      order by given_up_at limit ${max}) as failed`.execute(db)
  return rows[0]!
}

/** Jobs that have failed as often as they may. */
export async function failedJobs(db: Database): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(updated_at) as since from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null`.execute(db)
  return rows[0]!
}

/**
 * Runs that are taught online, of which a session between these times has no link to join: the first such session of
 * each. A session with a room is taught there.
 */
export async function missingLinks(
  db: Database,
  time: { endsAfter: Date; startsBefore: Date },
  lang: 'ar' | 'en',
  max: number,
): Promise<{ runId: number; course: string; startsAt: Date }[]> {
  const { rows } = await sql<{ runId: number; course: string; startsAt: Date }>`
    select * from (
      select distinct on (s.id) s.id as "runId", coalesce(c.name->>${lang}, c.name->>'ar') as course, n.starts_at as "startsAt"
      from run_sessions n join schedules s on s.id = n.schedule_id join courses c on c.id = s.course_id
      where n.starts_at < ${time.startsBefore} and n.ends_at > ${time.endsAfter}
        and n.starts_at > ${time.endsAfter}::timestamptz - interval '1 day'
        and n.join_link is null and n.room is null and s.city is null and s.cancelled_at is null
      order by s.id, n.starts_at) as runs
    order by "startsAt" limit ${max}`.execute(db)
  return rows
}

export type MoneyOfMonth = { inHalalas: number; backHalalas: number }

/** What came in and went back since then, by the ledger; without what only passed from one order to another. */
export async function moneySince(db: Database, from: Date): Promise<MoneyOfMonth> {
  const { rows } = await sql<MoneyOfMonth>`
    select coalesce(sum(amount_halalas) filter (where kind = 'payment'), 0)::float8 as "inHalalas",
      coalesce(-sum(amount_halalas) filter (where kind = 'refund'), 0)::float8 as "backHalalas"
    from ledger where at >= ${from} and provider <> 'carried'`.execute(db)
  return rows[0]!
}

/** Sold and offered seats of the runs that are still to begin. */
export async function seatsAhead(db: Database, now: Date): Promise<{ sold: number; seats: number }> {
  const { rows } = await sql<{ sold: number; seats: number }>`
    select coalesce(sum(held_seats + (select count(*) from orders
        where orders.schedule_id = schedules.id and orders.status = 'paid')), 0)::int as sold,
      coalesce(sum(seats), 0)::int as seats
    from schedules where starts_at > ${now} and cancelled_at is null`.execute(db)
  return rows[0]!
}
