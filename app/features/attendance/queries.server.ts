/** Attendance and badges. A learner with a paid order of the run is enrolled. */
import { type RawBuilder, sql } from 'kysely'
import { ownRuns } from '../../../db/own-runs.ts'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { MarkState, Verdict } from './contract.ts'

/** The runs that the account may see; every run for those without a limit. */
const visible = (run: RawBuilder<unknown>, ownRunsOf: number | null) =>
  ownRunsOf === null ? sql`true` : sql`${run} in (${ownRuns(ownRunsOf)})`

export type SessionRow = {
  id: number
  runId: number
  course: Localized
  startsAt: Date
  endsAt: Date
  room: string | null
  enrolled: number
  attended: number
}

const SESSION = sql`
  select n.id, n.schedule_id as "runId", c.name as course, n.starts_at as "startsAt", n.ends_at as "endsAt", n.room,
    (select count(*)::int from orders o where o.schedule_id = n.schedule_id and o.status = 'paid') as enrolled,
    (select count(*)::int from attendance a join orders o on o.id = a.order_id
      where a.session_id = n.id and a.state <> 'absent' and o.schedule_id = n.schedule_id and o.status = 'paid') as attended
  from run_sessions n join schedules s on s.id = n.schedule_id join courses c on c.id = s.course_id`

export async function sessionsBetween(
  db: Database,
  from: Date,
  to: Date,
  ownRunsOf: number | null,
): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`${SESSION}
    where n.starts_at >= ${from} and n.starts_at < ${to} and s.cancelled_at is null
      and ${visible(sql`n.schedule_id`, ownRunsOf)}
    order by n.starts_at, n.id`.execute(db)
  return rows
}

export async function findSession(db: Database, id: number, ownRunsOf: number | null): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`${SESSION}
    where n.id = ${id} and ${visible(sql`n.schedule_id`, ownRunsOf)}`.execute(db)
  return rows[0]
}

export type AttendeeRow = { orderId: string; reference: string; name: string; state: MarkState | null }

export async function attendeesOfSession(db: Database, sessionId: number, runId: number): Promise<AttendeeRow[]> {
  const { rows } = await sql<AttendeeRow>`
    select o.id as "orderId", o.reference, u.first_name || ' ' || u.last_name as name, a.state
    from orders o join users u on u.id = o.user_id
      left join attendance a on a.order_id = o.id and a.session_id = ${sessionId}
    where o.schedule_id = ${runId} and o.status = 'paid'
    order by name, o.reference`.execute(db)
  return rows
}

export type Mark = {
  sessionId: number
  orderId: string
  state: MarkState
  at: Date
  markedAt: Date
  markedBy: number
}

/**
 * A mark that was made before the one that is saved changes nothing: devices without a connection send theirs late.
 * @returns the previous mark, undefined for the first one, and the one that is in force
 */
export async function saveMark(db: Database, mark: Mark): Promise<{ before: MarkState | undefined; after: MarkState }> {
  const saved = await db
    .selectFrom('attendance')
    .select(['state', 'at'])
    .where('session_id', '=', mark.sessionId)
    .where('order_id', '=', mark.orderId)
    .forUpdate()
    .executeTakeFirst()
  const before = saved?.state as MarkState | undefined
  if (before && saved!.at > mark.at) return { before, after: before }
  const values = { state: mark.state, at: mark.at, marked_at: mark.markedAt, marked_by: mark.markedBy }
  await db
    .insertInto('attendance')
    .values({ session_id: mark.sessionId, order_id: mark.orderId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'order_id']).doUpdateSet(values).where('attendance.at', '<=', mark.at),
    )
    .execute()
  return { before, after: mark.state }
}

/** Marks a learner present by a scan; false when they were marked already. */
export async function markPresent(db: Database, mark: Omit<Mark, 'state'>): Promise<boolean> {
  const { rows } = await sql`
    insert into attendance (session_id, order_id, state, at, marked_at, marked_by)
    values (${mark.sessionId}, ${mark.orderId}, 'present', ${mark.at}, ${mark.markedAt}, ${mark.markedBy})
    on conflict (session_id, order_id) do update
      set state = 'present', at = excluded.at, marked_at = excluded.marked_at, marked_by = excluded.marked_by
      where attendance.state = 'absent'
    returning 1`.execute(db)
  return rows.length > 0
}

export async function enrolledName(db: Database, orderId: string, runId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select u.first_name || ' ' || u.last_name as name from orders o join users u on u.id = o.user_id
    where o.id = ${orderId}::uuid and o.schedule_id = ${runId} and o.status = 'paid'`.execute(db)
  return rows[0]?.name
}

export type BadgeOwner = { orderId: string; runId: number | null; status: string; name: string }

export async function ownerOfBadge(db: Database, code: string): Promise<BadgeOwner | undefined> {
  const { rows } = await sql<BadgeOwner>`
    select o.id as "orderId", o.schedule_id as "runId", o.status, u.first_name || ' ' || u.last_name as name
    from badges b join orders o on o.id = b.order_id join users u on u.id = o.user_id
    where b.code = ${code}`.execute(db)
  return rows[0]
}

export type Scan = { id: string; sessionId: number; orderId: string | null; verdict: Verdict; at: Date; by: number }

/** The scan that has this number, with the name of whose badge it was. */
export async function findScan(db: Database, id: string) {
  const { rows } = await sql<{ verdict: Verdict; name: string | null }>`
    select s.verdict, u.first_name || ' ' || u.last_name as name
    from attendance_scans s left join orders o on o.id = s.order_id left join users u on u.id = o.user_id
    where s.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** False when a scan with this number was stored meanwhile. */
export async function insertScan(db: Database, scan: Scan): Promise<boolean> {
  const { id, sessionId, orderId, verdict, at, by } = scan
  const inserted = await db
    .insertInto('attendance_scans')
    .values({ id, session_id: sessionId, order_id: orderId, verdict, at, scanned_by: by })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

type RunRow = {
  id: number
  course: Localized
  startsAt: Date
  endsAt: Date
  city: Localized | null
  venue: Localized | null
}

export async function findRun(db: Database, id: number, ownRunsOf: number | null) {
  const { rows } = await sql<RunRow>`
    select s.id, c.name as course, s.starts_at as "startsAt", s.ends_at as "endsAt", s.city, s.venue
    from schedules s join courses c on c.id = s.course_id
    where s.id = ${id} and ${visible(sql`s.id`, ownRunsOf)}`.execute(db)
  return rows[0]
}

export type RunAttendeeRow = {
  orderId: string
  reference: string
  name: string
  email: string
  phone: string
  attended: number
  ended: number
  certificate: { year: number; place: number; code: string } | null
  wasRevoked: boolean
}

/** Everybody with a paid seat, by name. */
export async function attendeesOfRun(db: Database, runId: number, now: Date): Promise<RunAttendeeRow[]> {
  const { rows } = await sql<RunAttendeeRow>`
    select o.id as "orderId", o.reference, u.first_name || ' ' || u.last_name as name, u.email, u.phone,
      (select count(*)::int from attendance a join run_sessions n on n.id = a.session_id
        where a.order_id = o.id and a.state <> 'absent' and n.schedule_id = o.schedule_id) as attended,
      (select count(*)::int from run_sessions n where n.schedule_id = o.schedule_id and n.ends_at <= ${now}) as ended,
      (select jsonb_build_object('year', c.year, 'place', c.place, 'code', c.code) from certificates c
        where c.order_id = o.id and c.revoked_at is null) as certificate,
      exists (select from certificates c where c.order_id = o.id and c.revoked_at is not null) as "wasRevoked"
    from orders o join users u on u.id = o.user_id
    where o.schedule_id = ${runId} and o.status = 'paid'
    order by name, o.reference`.execute(db)
  return rows
}

/** Undefined when nobody has proposed the certificates of the run, or they were issued since. */
export async function openProposal(db: Database, runId: number): Promise<{ at: Date; by: string | null } | undefined> {
  const { rows } = await sql<{ at: Date; by: string | null }>`
    select p.proposed_at as at, u.user_name as by from certificate_proposals p left join users u on u.id = p.proposed_by
    where p.schedule_id = ${runId} and p.done_at is null`.execute(db)
  return rows[0]
}

/** Gives each seat of the run that has none a badge; `newCode` makes its code. */
export async function addBadges(db: Database, runId: number, newCode: () => string): Promise<void> {
  const missing = await db
    .selectFrom('orders')
    .leftJoin('badges', 'badges.order_id', 'orders.id')
    .select('orders.id')
    .where('orders.schedule_id', '=', runId)
    .where('orders.status', '=', 'paid')
    .where('badges.order_id', 'is', null)
    .execute()
  if (missing.length === 0) return
  await db
    .insertInto('badges')
    .values(missing.map(({ id }) => ({ order_id: id, code: newCode() })))
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute()
}

export async function badgesOfRun(db: Database, runId: number) {
  const { rows } = await sql<{ orderId: string; name: string; code: string }>`
    select o.id as "orderId", u.first_name || ' ' || u.last_name as name, b.code
    from orders o join badges b on b.order_id = o.id join users u on u.id = o.user_id
    where o.schedule_id = ${runId} and o.status = 'paid'
    order by name, o.reference`.execute(db)
  return rows
}
