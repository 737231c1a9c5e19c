/** The seats of companies' purchases. Seats that nobody uses yet are part of their run's held seats. */
import { sql } from 'kysely'
import { isOverdue } from '../../../../db/seats.ts'
import type { Localized } from '../../../../db/shapes.ts'
import type { Database, Tx } from '../../../platform/database/database.server.ts'
import type { OrderRow } from '../../orders/order-queries.server.ts'

/**
 * Takes seats of a run for a company, if that many are free; the run is locked by it until the transaction ends. Who
 * waits for a seat comes first.
 */
export async function holdSeats(tx: Tx, scheduleId: number, seats: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update schedules s set held_seats = held_seats + ${seats}::int, company_seats = company_seats + ${seats}::int
    where id = ${scheduleId} and starts_at > ${now}::timestamptz and cancelled_at is null
      and s.seats - s.held_seats - ${seats}::int >= (
        select count(*) from orders o where o.schedule_id = s.id and (o.status = 'paid'
          or (o.status = 'pending' and not ${isOverdue(now, 'o')}))) + (
        select count(*) from waiting_places w where w.schedule_id = s.id and w.order_id is null and w.left_at is null)`.execute(
    tx,
  )
  return (numAffectedRows ?? 0n) > 0n
}

/** Gives up seats that a company no longer holds: one is used, or they were withdrawn. */
export async function freeSeats(tx: Tx, scheduleId: number, seats: number): Promise<void> {
  await sql`update schedules set held_seats = held_seats - ${seats}::int, company_seats = company_seats - ${seats}::int
    where id = ${scheduleId}`.execute(tx)
}

export async function insertSeats(tx: Tx, quoteId: number, lineId: number, codes: readonly string[]): Promise<void> {
  await sql`insert into company_seats (quote_id, line_id, schedule_id, code)
    select ${quoteId}::int, l.id, l.schedule_id, code from unnest(${codes}::text[]) as code, quote_lines l
    where l.id = ${lineId}`.execute(tx)
}

export type SeatRow = {
  id: number
  lineId: number
  course: Localized
  code: string
  personName: string | null
  personEmail: string | null
  invitedAt: Date | null
  orderId: string | null
  usedAt: Date | null
  withdrawnAt: Date | null
  /** Null when the account was erased. */
  holder: { name: string; email: string } | null
  attended: number
  sessions: number
  certificate: { year: number; place: number; code: string } | null
}

export async function seatsOf(db: Database, quoteId: number, now: Date): Promise<SeatRow[]> {
  const { rows } = await sql<SeatRow>`
    select s.id, s.line_id as "lineId", c.name as course, s.code, s.person_name as "personName",
      s.person_email as "personEmail", s.invited_at as "invitedAt", s.order_id as "orderId", s.used_at as "usedAt",
      s.withdrawn_at as "withdrawnAt",
      case when u.id is not null and u.erased_at is null
        then jsonb_build_object('name', u.user_name, 'email', u.email) end as holder,
      case when o.id is null then 0 else (select count(*)::int from attendance a where a.order_id = o.id
        and a.state <> 'absent') end as attended,
      case when o.id is null then 0 else (select count(*)::int from run_sessions r where r.schedule_id = o.schedule_id
        and r.starts_at <= ${now}::timestamptz) end as sessions,
      (select jsonb_build_object('year', k.year, 'place', k.place, 'code', k.code) from certificates k
        where k.order_id = o.id and k.revoked_at is null limit 1) as certificate
    from company_seats s join quote_lines l on l.id = s.line_id join courses c on c.id = l.course_id
      left join orders o on o.id = s.order_id left join users u on u.id = o.user_id
    where s.quote_id = ${quoteId} order by s.line_id, s.id`.execute(db)
  return rows
}

type ShownOfRun = 'id' | 'startsAt' | 'endsAt' | 'weekdays' | 'fromTime' | 'toTime' | 'city' | 'venue'
type SeatRun = Pick<NonNullable<OrderRow['run']>, ShownOfRun> & { isCancelled: boolean }
/** Of a row `r` of schedules; null where the seat is of a recorded course. */
const RUN = sql`case when r.id is not null then jsonb_build_object('id', r.id, 'startsAt', r.starts_at,
  'endsAt', r.ends_at, 'weekdays', r.weekdays, 'fromTime', r.from_time, 'toTime', r.to_time, 'city', r.city,
  'venue', r.venue, 'isCancelled', r.cancelled_at is not null) end`

export type FoundSeat = {
  id: number
  quoteId: number
  courseId: number
  course: Localized
  slug: string
  run: SeatRun | null
  company: Localized
  quoteNumber: string
  personEmail: string | null
  unitHalalas: number
  isReleased: boolean
  isUsed: boolean
  /** Who used it, and by which order. */
  learnerId: number | null
  orderId: string | null
  isWithdrawn: boolean
}

export async function seatByCode(db: Database, code: string): Promise<FoundSeat | undefined> {
  const { rows } = await sql<FoundSeat>`
    select s.id, s.quote_id as "quoteId", l.course_id as "courseId", c.name as course, c.slug,
      ${RUN} as run,
      k.name as company, q.number as "quoteNumber", s.person_email as "personEmail", l.unit_halalas as "unitHalalas",
      q.released_at is not null as "isReleased", s.order_id is not null as "isUsed",
      s.order_id as "orderId", (select o.user_id from orders o where o.id = s.order_id) as "learnerId",
      s.withdrawn_at is not null as "isWithdrawn"
    from company_seats s join quote_lines l on l.id = s.line_id join courses c on c.id = l.course_id
      join quotes q on q.id = s.quote_id join companies k on k.id = q.company_id
      left join schedules r on r.id = s.schedule_id
    where s.code = ${code}`.execute(db)
  return rows[0]
}

/** When and where each of these seats is used; those of recorded courses are left out. */
export async function runsOfSeats(db: Database, ids: readonly number[]): Promise<Map<number, SeatRun>> {
  const { rows } = await sql<{ id: number; run: SeatRun }>`
    select s.id, ${RUN} as run from company_seats s join schedules r on r.id = s.schedule_id
    where s.id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map(({ id, run }) => [id, run]))
}

/** Locks the seat if it is free to be used; the lock of its run comes before. */
export async function lockFreeSeat(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from company_seats where id = ${id} and order_id is null and withdrawn_at is null
    for update`.execute(tx)
  return rows.length > 0
}

export async function markUsed(tx: Tx, id: number, orderId: string, now: Date): Promise<void> {
  await sql`update company_seats set order_id = ${orderId}::uuid, used_at = ${now} where id = ${id}`.execute(tx)
}

const isUnused = sql`order_id is null and withdrawn_at is null`

/**
 * Locks the runs in which a line has unused seats, in the order of their ids. A seat that went to another run with its
 * order and came back is in that one.
 */
export async function lockRunsOfLine(tx: Tx, lineId: number): Promise<void> {
  await sql`select from schedules where id in (select schedule_id from company_seats
    where line_id = ${lineId} and ${isUnused}) order by id for no key update`.execute(tx)
}

/**
 * Withdraws up to `count` unused seats of a line, those without a name first, and gives them up in their runs, which the
 * caller has locked.
 * @param runId only those in this run
 * @returns how many there were, and who had been invited to use one
 */
export async function withdrawUnused(
  tx: Tx,
  lineId: number,
  { count, runId, now }: { count: number; runId?: number | undefined; now: Date },
): Promise<{ seats: number; invited: Invited[] }> {
  const inRun = runId === undefined ? sql`` : sql`and schedule_id = ${runId}`
  const { rows } = await sql<{ runId: number | null; invited: Invited | null }>`
    update company_seats set withdrawn_at = ${now} where id in (
      select id from company_seats where line_id = ${lineId} and ${isUnused} ${inRun}
      order by person_email is not null, id desc limit ${count} for update)
    returning schedule_id as "runId", case when invited_at is not null and person_email is not null
      then jsonb_build_object('id', id, 'code', code, 'name', person_name, 'email', person_email) end as invited`.execute(
    tx,
  )
  const seatsIn = new Map<number, number>()
  for (const { runId: id } of rows) if (id !== null) seatsIn.set(id, (seatsIn.get(id) ?? 0) + 1)
  for (const [id, seats] of seatsIn) await freeSeats(tx, id, seats)
  return { seats: rows.length, invited: rows.flatMap(({ invited }) => invited ?? []) }
}

export async function countWithdrawn(tx: Tx, lineId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from company_seats
    where line_id = ${lineId} and withdrawn_at is not null`.execute(tx)
  return rows[0]!.count
}

/** Whether a purchase has seats that can still be used. */
export async function openSeatsLeft(tx: Tx, quoteId: number): Promise<boolean> {
  const { rows } = await sql`select from company_seats where quote_id = ${quoteId} and ${isUnused} limit 1`.execute(tx)
  return rows.length > 0
}

export type NamedPerson = { name: string; email: string }

/** Seats of a line that are neither used, withdrawn nor meant for somebody. */
export async function openSeatsOf(tx: Tx, lineId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from company_seats where line_id = ${lineId}
    and order_id is null and withdrawn_at is null and person_email is null order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The addresses that seats of a line are meant for already. */
export async function namedIn(tx: Tx, lineId: number): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`select person_email as email from company_seats
    where line_id = ${lineId} and person_email is not null and withdrawn_at is null`.execute(tx)
  return new Set(rows.map(({ email }) => email))
}

export async function nameSeats(tx: Tx, named: readonly (NamedPerson & { id: number })[]): Promise<void> {
  await sql`update company_seats s set person_name = n.name, person_email = n.email
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n(id int, name text, email text)
    where s.id = n.id`.execute(tx)
}

export type NamedSeat = NamedPerson & { lineId: number; isUsed: boolean }

/** Locks a seat that is meant for somebody. */
export async function lockNamedSeat(tx: Tx, quoteId: number, id: number): Promise<NamedSeat | undefined> {
  const { rows } = await sql<NamedSeat>`select person_name as name, person_email as email, line_id as "lineId",
      order_id is not null as "isUsed"
    from company_seats where id = ${id} and quote_id = ${quoteId} and person_email is not null and withdrawn_at is null
    for update`.execute(tx)
  return rows[0]
}

/** @param newCode in place of the one that was told; then nobody was invited with it */
export async function saveSeatPerson(
  tx: Tx,
  id: number,
  { person, newCode }: { person: NamedPerson | null; newCode: string | null },
): Promise<void> {
  await sql`update company_seats set person_name = ${person?.name ?? null}, person_email = ${person?.email ?? null},
    invited_at = case when ${newCode}::text is null then invited_at end, code = coalesce(${newCode}::text, code)
    where id = ${id}`.execute(tx)
}

export type Invited = { id: number; code: string; name: string; email: string }

/** The named seats whose people were not told yet, and marks them as told. */
export async function takeUninvited(tx: Tx, quoteId: number, now: Date): Promise<Invited[]> {
  const { rows } = await sql<Invited>`update company_seats set invited_at = ${now}
    where quote_id = ${quoteId} and invited_at is null and person_email is not null and order_id is null
      and withdrawn_at is null
    returning id, code, person_name as name, person_email as email`.execute(tx)
  return rows
}

export type SeatsOfPurchase = {
  lineId: number
  quoteId: number
  number: string
  company: Localized
  seatsLeft: number
  isNamed: boolean
  isReleased: boolean
}

const isOpenFor = (email: string) =>
  sql`s.order_id is null and s.withdrawn_at is null and (s.person_email is null or s.person_email = ${email})`

const MAX_PURCHASES = 50

/** Purchases with seats in a run or a recorded course that are meant for nobody or for this person, the oldest first. */
export async function purchasesWithSeats(
  db: Database,
  { courseId, scheduleId, email }: { courseId: number; scheduleId: number | null; email: string },
): Promise<SeatsOfPurchase[]> {
  const { rows } = await sql<SeatsOfPurchase>`
    select l.id as "lineId", q.id as "quoteId", q.number, k.name as company, open.left as "seatsLeft",
      open.named as "isNamed", q.released_at is not null as "isReleased"
    from quote_lines l join quotes q on q.id = l.quote_id and q.state = 'accepted' join companies k on k.id = q.company_id,
      lateral (select count(*)::int as left, coalesce(bool_or(s.person_email is not null), false) as named
        from company_seats s where s.line_id = l.id and s.schedule_id is not distinct from ${scheduleId}::int
          and ${isOpenFor(email)}) as open
    where l.course_id = ${courseId} and open.left > 0
    order by open.named desc, l.id limit ${MAX_PURCHASES}`.execute(db)
  return rows
}

export type LineOfSeats = {
  courseId: number
  scheduleId: number | null
  quoteNumber: string
  unitHalalas: number
  isReleased: boolean
}

/** A line of an accepted quote. */
export async function lineOfSeats(db: Database, lineId: number): Promise<LineOfSeats | undefined> {
  const { rows } = await sql<LineOfSeats>`
    select l.course_id as "courseId", l.schedule_id as "scheduleId", q.number as "quoteNumber",
      l.unit_halalas as "unitHalalas", q.released_at is not null as "isReleased"
    from quote_lines l join quotes q on q.id = l.quote_id where l.id = ${lineId} and q.state = 'accepted'`.execute(db)
  return rows[0]
}

/** Locks a seat that this person can use: the one that is meant for them, or one that is meant for nobody. */
export async function lockSeatFor(
  tx: Tx,
  { lineId, scheduleId, email }: { lineId: number; scheduleId: number | null; email: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select s.id from company_seats s where s.line_id = ${lineId}
    and s.schedule_id is not distinct from ${scheduleId}::int and ${isOpenFor(email)} order by s.person_email is null, s.id limit 1 for update`.execute(
    tx,
  )
  return rows[0]?.id
}
