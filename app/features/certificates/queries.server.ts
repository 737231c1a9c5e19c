/** Certificates and their numbers. */
import { sql } from 'kysely'
import { ownRuns } from '../../../db/own-runs.ts'
import type { Localized } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { numberOf } from './certificate-number.ts'

export type CertificateRow = {
  id: number
  year: number
  place: number
  code: string
  /** As it was when the certificate was issued; null once the account is erased. */
  name: string | null
  course: Localized
  runId: number | null
  issuedAt: Date
  revokedAt: Date | null
  revokeReason: string | null
}

const CERTIFICATE = sql`
  select c.id, c.year, c.place, c.code, c.holder as name, o.course_name as course,
    o.schedule_id as "runId", c.issued_at as "issuedAt", c.revoked_at as "revokedAt", c.revoke_reason as "revokeReason"
  from certificates c join orders o on o.id = c.order_id`

export type CertificateFilter = { query?: string | undefined; state?: 'valid' | 'revoked' | undefined }
export type CertificatePlace = { at: Date; id: number }

/** More people of one name are not looked at. */
const MAX_FOUND = 2000

const conditionsOf = ({ query, state }: CertificateFilter) => sql`
  ${state === undefined ? sql`true` : state === 'valid' ? sql`c.revoked_at is null` : sql`c.revoked_at is not null`}
  and ${
    query === undefined
      ? sql`true`
      : sql`c.id in (
          select id from certificates where year = ${numberOf(query)?.year ?? null} and place = ${numberOf(query)?.place ?? null}
          union select n.id from orders b join certificates n on n.order_id = b.id where b.user_id = any(array(
            select id from users where email = lower(${query}) and erased_at is null
            union (select id from users where search_name like name_pattern(${query}) and erased_at is null limit ${MAX_FOUND}))))`
  }`

/** By time; `after` is the last row of the page before. */
export async function findCertificates(
  db: Database,
  filter: CertificateFilter,
  page: { limit: number; after: CertificatePlace | undefined; isOldestFirst: boolean },
): Promise<CertificateRow[]> {
  const [direction, beyond] = page.isOldestFirst ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const place = page.after
    ? sql`(c.issued_at, c.id) ${beyond} (${page.after.at}::timestamptz, ${page.after.id}::int)`
    : sql`true`
  const { rows } = await sql<CertificateRow>`${CERTIFICATE}
    where ${conditionsOf(filter)} and ${place}
    order by c.issued_at ${direction}, c.id ${direction} limit ${page.limit}`.execute(db)
  return rows
}

export type NamedCertificate = { year: number; place: number; name: string | null; course: Localized }

/** The certificate of a number, and the newest ones of the people `userIds`. */
export async function findNamedCertificates(
  db: Database,
  { number, userIds }: { number: { year: number; place: number } | undefined; userIds: number[] },
  limit: number,
): Promise<NamedCertificate[]> {
  const { rows } = await sql<NamedCertificate>`
    with found as materialized (
      select id, issued_at, 0 as rank from certificates where year = ${number?.year ?? null} and place = ${number?.place ?? null}
      union all select c.id, c.issued_at, 1 from unnest(${userIds}::int[]) as person
        cross join lateral (select c.id, c.issued_at from orders b join certificates c on c.order_id = b.id
          where b.user_id = person order by c.issued_at desc limit ${limit}) as c)
    select c.year, c.place, c.holder as name, o.course_name as course
    from (select id, min(rank) as rank, max(issued_at) as issued_at from found group by id order by 2, 3 desc limit ${limit}) as best
      join certificates c on c.id = best.id join orders o on o.id = c.order_id
    order by best.rank, c.issued_at desc, c.id desc`.execute(db)
  return rows
}

/** Counts up to `max`. */
export async function countCertificates(db: Database, filter: CertificateFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from certificates c where ${conditionsOf(filter)} limit ${max}) as bounded`.execute(db)
  return rows[0]!.count
}

export async function certificatesOf(db: Database, userId: number): Promise<CertificateRow[]> {
  const { rows } = await sql<CertificateRow>`${CERTIFICATE}
    where o.user_id = ${userId} order by c.issued_at desc, c.id desc`.execute(db)
  return rows
}

export type CheckedRow = CertificateRow & { userId: number; hours: string; startsAt: Date | null; endsAt: Date | null }

/** Undefined for an unknown code. */
export async function certificateByCode(db: Database, code: string): Promise<CheckedRow | undefined> {
  const { rows } = await sql<CheckedRow>`
    select known.*, orders.user_id as "userId", courses.hours, s.starts_at as "startsAt", s.ends_at as "endsAt"
    from (${CERTIFICATE} where c.code = ${code}) as known
      join certificates on certificates.id = known.id join orders on orders.id = certificates.order_id
      join courses on courses.id = orders.course_id left join schedules s on s.id = orders.schedule_id`.execute(db)
  return rows[0]
}

/** A paid order of a recorded course without a valid certificate, with its learner's name. The order is locked. */
export async function lockRecorded(tx: Tx, orderId: string): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    select btrim(u.first_name || ' ' || u.last_name) as name from orders o join users u on u.id = o.user_id
    where o.id = ${orderId}::uuid and o.status = 'paid' and o.schedule_id is null
      and not exists (select from certificates c where c.order_id = o.id) for update of o`.execute(tx)
  return rows[0]
}

/** Of an ended run, its paid seats with how many of its sessions they attended. The seats are locked. */
export async function lockSeats(tx: Tx, runId: number, orderId: string | undefined) {
  const seats = sql`o.schedule_id = ${runId} and o.status = 'paid'
      and ${orderId === undefined ? sql`true` : sql`o.id = ${orderId}::uuid`}`
  // A statement of its own: the next one then sees what another transaction issued while this one waited for it.
  await sql`select o.id from orders o where ${seats} order by o.id for update`.execute(tx)
  const { rows } = await sql<{
    orderId: string
    name: string
    attended: number
    sessions: number
    hasOne: boolean
    wasRevoked: boolean
  }>`
    select o.id as "orderId", btrim(u.first_name || ' ' || u.last_name) as name,
      (select count(*)::int from attendance a join run_sessions n on n.id = a.session_id
        where a.order_id = o.id and a.state <> 'absent' and n.schedule_id = o.schedule_id) as attended,
      (select count(*)::int from run_sessions n where n.schedule_id = o.schedule_id) as sessions,
      exists (select from certificates c where c.order_id = o.id and c.revoked_at is null) as "hasOne",
      exists (select from certificates c where c.order_id = o.id and c.revoked_at is not null) as "wasRevoked"
    from orders o join users u on u.id = o.user_id
    where ${seats} order by name, o.reference`.execute(tx)
  return rows
}

/** The next number of the year; another transaction waits until this one has ended, so that there are no gaps. */
export async function nextPlace(tx: Tx, year: number): Promise<number> {
  const { last } = await tx
    .insertInto('certificate_counters')
    .values({ year, last: 1 })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet((row) => ({ last: row('certificate_counters.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

export type NewCertificate = {
  year: number
  place: number
  orderId: string
  /** The name that it shows permanently. */
  holder: string
  code: string
  at: Date
  by: number | null
}

/** @returns its id */
export async function insertCertificate(tx: Tx, { orderId, at, by, ...rest }: NewCertificate): Promise<number> {
  const row = await tx
    .insertInto('certificates')
    .values({ ...rest, order_id: orderId, issued_at: at, issued_by: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export type Receiver = {
  userId: number
  email: string
  firstName: string
  lang: 'ar' | 'en'
  course: Localized
  /** The address of the course. */
  slug: string
  isReviewed: boolean
}

/** Who is told of the certificate of an order; undefined once the account is erased. */
export async function findReceiver(tx: Tx, orderId: string): Promise<Receiver | undefined> {
  const { rows } = await sql<Receiver>`
    select u.id as "userId", u.email, u.first_name as "firstName", u.lang, o.course_name as course, c.slug,
      exists (select from reviews r where r.course_id = c.id and r.user_id = u.id) as "isReviewed"
    from orders o join users u on u.id = o.user_id join courses c on c.id = o.course_id
    where o.id = ${orderId}::uuid and u.erased_at is null`.execute(tx)
  return rows[0]
}

/** A notice on the site; the mail goes out by itself. */
export async function insertNotice(tx: Tx, notice: { userId: number; certificateId: number; at: Date }): Promise<void> {
  await tx
    .insertInto('notifications')
    .values({
      ...{ user_id: notice.userId, kind: 'certificate', certificate_id: notice.certificateId, created_at: notice.at },
    })
    .onConflict((conflict) => conflict.constraint('notifications_once').doNothing())
    .execute()
}

export const numbersOf = (db: Database, ids: number[]) =>
  db.selectFrom('certificates').select(['id', 'year', 'place']).where('id', 'in', ids).execute()

/** Undefined when there is no valid one with this id. */
export async function revoke(tx: Tx, id: number, change: { at: Date; by: number; reason: string }) {
  return tx
    .updateTable('certificates')
    .set({ revoked_at: change.at, revoked_by: change.by, revoke_reason: change.reason })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['year', 'place', 'order_id as orderId'])
    .executeTakeFirst()
}

/** The name of the learner of an order as it is now; undefined once the account is erased. */
export async function nameNow(tx: Tx, orderId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select btrim(u.first_name || ' ' || u.last_name) as name from orders o join users u on u.id = o.user_id
    where o.id = ${orderId}::uuid and u.erased_at is null`.execute(tx)
  return rows[0]?.name
}

/** Undefined while the institute has not set its own. */
export async function storedMinPercent(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ percent: number | null }>`
    select (data->>'certificatePercent')::int as percent from institute`.execute(db)
  return rows[0]?.percent ?? undefined
}

export type Issuer = { name: Localized; licence: Localized }

/** Who issues certificates, for the document itself. */
export async function findIssuer(db: Database): Promise<Issuer | undefined> {
  const { rows } = await sql<Issuer>`select data->'name' as name, data->'licence' as licence from institute`.execute(db)
  return rows[0]
}

/** An ended run that the account may see; every run for those without a limit. */
export async function findRun(db: Database, id: number, ownRunsOf: number | null) {
  const isVisible = ownRunsOf === null ? sql`true` : sql`s.id in (${ownRuns(ownRunsOf)})`
  const { rows } = await sql<{ endsAt: Date; reference: string }>`
    select s.ends_at as "endsAt", c.key || '/' || s.key as reference from schedules s join courses c on c.id = s.course_id
    where s.id = ${id} and ${isVisible}`.execute(db)
  return rows[0]
}

/** A second proposal is the new one. */
export async function saveProposal(tx: Tx, runId: number, { at, by }: { at: Date; by: number }): Promise<void> {
  const values = { proposed_at: at, proposed_by: by, done_at: null }
  await tx
    .insertInto('certificate_proposals')
    .values({ schedule_id: runId, ...values })
    .onConflict((conflict) => conflict.column('schedule_id').doUpdateSet(values))
    .execute()
}

export async function closeProposal(tx: Tx, runId: number, now: Date): Promise<void> {
  await tx
    .updateTable('certificate_proposals')
    .set({ done_at: now })
    .where('schedule_id', '=', runId)
    .where('done_at', 'is', null)
    .execute()
}
