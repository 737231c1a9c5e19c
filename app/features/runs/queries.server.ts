/** Runs and their sessions. */
import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { RunTimes } from './sessions.ts'

export type SessionRow = {
  id: number
  runId: number
  startsAt: Date
  endsAt: Date
  room: string | null
  joinLink: string | null
  trainer: { id: number; name: Localized } | null
}

export async function sessionsOfRun(db: Database, runId: number): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select n.id, n.schedule_id as "runId", n.starts_at as "startsAt", n.ends_at as "endsAt", n.room,
      n.join_link as "joinLink",
      case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name) end as trainer
    from run_sessions n left join trainers t on t.id = n.trainer_id
    where n.schedule_id = ${runId} order by n.starts_at`.execute(db)
  return rows
}

/** The run of a session; undefined when there is no such session. */
export async function runOfSession(db: Database, sessionId: number): Promise<number | undefined> {
  const row = await db.selectFrom('run_sessions').select('schedule_id').where('id', '=', sessionId).executeTakeFirst()
  return row?.schedule_id
}

/** Money that came in and went back for the orders of a run. */
export async function moneyOfRun(
  db: Database,
  runId: number,
): Promise<{ paidHalalas: number; refundedHalalas: number }> {
  const { rows } = await sql<{ paidHalalas: number; refundedHalalas: number }>`
    select coalesce(sum(l.amount_halalas) filter (where l.kind = 'payment'), 0)::float8 as "paidHalalas",
      coalesce(-sum(l.amount_halalas) filter (where l.kind = 'refund'), 0)::float8 as "refundedHalalas"
    from orders o join ledger l on l.order_id = o.id where o.schedule_id = ${runId}`.execute(db)
  return rows[0]!
}

export type LockedRun = {
  id: number
  key: string
  version: number
  courseId: number
  seats: number
  /** Set by staff: sold elsewhere. */
  heldSeats: number
  /** Bought by companies and not used yet. */
  companySeats: number
  minimum: number | null
  city: Localized | null
  venue: Localized | null
  startsAt: Date
  endsAt: Date
  enrolmentOpensAt: Date | null
  enrolmentClosesAt: Date
  priceHalalas: number | null
  cancelledAt: Date | null
  tags: string[]
}

const RUN = sql`select id, key, version, course_id as "courseId", seats, held_seats - company_seats as "heldSeats",
    company_seats as "companySeats", minimum_seats as minimum, city,
    venue, starts_at as "startsAt", ends_at as "endsAt", enrolment_opens_at as "enrolmentOpensAt",
    enrolment_closes_at as "enrolmentClosesAt", price_halalas as "priceHalalas", cancelled_at as "cancelledAt", tags
  from schedules`

/** Locks the run as an order of it does, so that nobody takes a seat meanwhile. */
export async function lockRun(db: Database, id: number): Promise<LockedRun | undefined> {
  const { rows } = await sql<LockedRun>`${RUN} where id = ${id} for no key update`.execute(db)
  return rows[0]
}

/** The same without a lock, to look at it. */
export async function readRun(db: Database, id: number): Promise<LockedRun | undefined> {
  const { rows } = await sql<LockedRun>`${RUN} where id = ${id}`.execute(db)
  return rows[0]
}

export type LastChange = {
  action: string
  userId: number | null
  at: Date
  before: unknown
  after: unknown
  detail: unknown
}

/** The newest entry about the run itself, not about its attendance or its waiting list. */
export async function lastChangeOf(db: Database, runId: number): Promise<LastChange | undefined> {
  const { rows } = await sql<LastChange>`
    select action, user_id as "userId", at, before, after, detail from audit_log
    where run_id = ${runId} and action like 'run.%' order by at desc, id desc limit 1`.execute(db)
  return rows[0]
}

const jsonOrNull = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)

export type NewRun = RunTimes & {
  key: string
  courseId: number
  seats: number
  heldSeats: number
  minimum: number | null
  enrolmentOpensAt: Date | null
  enrolmentClosesAt: Date
  priceHalalas: number | null
  city: Localized | null
  venue: Localized | null
}

export async function insertRun(db: Database, run: NewRun): Promise<number> {
  const { id } = await db
    .insertInto('schedules')
    .values({
      course_id: run.courseId,
      key: run.key,
      starts_at: run.startsAt,
      ends_at: run.endsAt,
      weekdays: run.weekdays,
      from_time: run.fromTime,
      to_time: run.toTime,
      city: jsonOrNull(run.city),
      venue: jsonOrNull(run.venue),
      seats: run.seats,
      held_seats: run.heldSeats,
      minimum_seats: run.minimum,
      enrolment_opens_at: run.enrolmentOpensAt,
      enrolment_closes_at: run.enrolmentClosesAt,
      price_halalas: run.priceHalalas,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type NewSession = {
  startsAt: Date
  endsAt: Date
  room: string | null
  joinLink: string | null
  trainerId: number | null
}

/** Replaces all sessions of a run; one that begins at the same moment as before stays the same session. */
export async function replaceSessions(db: Database, runId: number, sessions: readonly NewSession[]): Promise<void> {
  await db
    .deleteFrom('run_sessions')
    .where('schedule_id', '=', runId)
    .where(
      'starts_at',
      'not in',
      sessions.map(({ startsAt }) => startsAt),
    )
    .execute()
  await db
    .insertInto('run_sessions')
    .values(
      sessions.map((session) => ({
        schedule_id: runId,
        starts_at: session.startsAt,
        ends_at: session.endsAt,
        room: session.room,
        join_link: session.joinLink,
        trainer_id: session.trainerId,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['schedule_id', 'starts_at']).doUpdateSet((eb) => ({
        ends_at: eb.ref('excluded.ends_at'),
        room: eb.ref('excluded.room'),
        join_link: eb.ref('excluded.join_link'),
        trainer_id: eb.ref('excluded.trainer_id'),
      })),
    )
    .execute()
}

export async function updateSession(
  db: Database,
  id: number,
  changes: { room?: string | null; joinLink?: string | null; trainerId?: number | null },
): Promise<void> {
  await db
    .updateTable('run_sessions')
    .set({
      ...(changes.room === undefined ? {} : { room: changes.room }),
      ...(changes.joinLink === undefined ? {} : { join_link: changes.joinLink }),
      ...(changes.trainerId === undefined ? {} : { trainer_id: changes.trainerId }),
    })
    .where('id', '=', id)
    .execute()
}

export type RunChanges = {
  seats?: number
  heldSeats?: number
  minimum?: number | null
  city?: Localized | null
  venue?: Localized | null
  enrolmentOpensAt?: Date | null
  enrolmentClosesAt?: Date
  priceHalalas?: number | null
  tags?: string[]
}

/** Writes the changed columns and raises the version, also when only a session has changed. */
export async function updateRun(db: Database, id: number, changes: RunChanges): Promise<void> {
  await db
    .updateTable('schedules')
    .set((eb) => ({
      version: eb('version', '+', 1),
      ...(changes.seats === undefined ? {} : { seats: changes.seats }),
      ...(changes.heldSeats === undefined
        ? {}
        : { held_seats: sql<number>`${changes.heldSeats}::int + company_seats` }),
      ...(changes.minimum === undefined ? {} : { minimum_seats: changes.minimum }),
      ...(changes.city === undefined ? {} : { city: jsonOrNull(changes.city) }),
      ...(changes.venue === undefined ? {} : { venue: jsonOrNull(changes.venue) }),
      ...(changes.enrolmentOpensAt === undefined ? {} : { enrolment_opens_at: changes.enrolmentOpensAt }),
      ...(changes.enrolmentClosesAt === undefined ? {} : { enrolment_closes_at: changes.enrolmentClosesAt }),
      ...(changes.priceHalalas === undefined ? {} : { price_halalas: changes.priceHalalas }),
      ...(changes.tags === undefined ? {} : { tags: changes.tags }),
    }))
    .where('id', '=', id)
    .execute()
}

/** Those of these trainers that exist. */
export async function knownTrainers(db: Database, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('trainers').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

export async function courseOfRun(db: Database, id: number) {
  return db
    .selectFrom('courses')
    .select(['id', 'key', 'delivery_method as deliveryMethod'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function coursePrice(db: Database, courseId: number): Promise<number> {
  const row = await db
    .selectFrom('courses')
    .select('price_halalas as priceHalalas')
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow()
  return row.priceHalalas
}

export type Taught = { sessionId: number; trainerId: number | null }

/** Gives the trainer all sessions of a run that have not begun. @returns whose the others were */
export async function assignTrainer(db: Database, runId: number, trainerId: number, now: Date): Promise<Taught[]> {
  const { rows } = await sql<Taught>`
    with former as (
      select id, trainer_id from run_sessions
      where schedule_id = ${runId} and starts_at > ${now} and trainer_id is distinct from ${trainerId} for no key update
    )
    update run_sessions set trainer_id = ${trainerId} from former where former.id = run_sessions.id
    returning former.id as "sessionId", former.trainer_id as "trainerId"`.execute(db)
  return rows
}

/** Who teaches the sessions of a run that have not begun. */
export async function findTaught(db: Database, runId: number, now: Date): Promise<Taught[]> {
  const { rows } = await sql<Taught>`
    select id as "sessionId", trainer_id as "trainerId" from run_sessions
    where schedule_id = ${runId} and starts_at > ${now}`.execute(db)
  return rows
}

/** Gives sessions to those who taught them before. */
export async function setTaught(db: Database, runId: number, taught: readonly Taught[]): Promise<void> {
  await sql`
    update run_sessions set trainer_id = former.trainer_id
    from unnest(${taught.map(({ sessionId }) => sessionId)}::int[], ${taught.map(({ trainerId }) => trainerId)}::int[])
      as former (id, trainer_id)
    where run_sessions.id = former.id and schedule_id = ${runId}`.execute(db)
}
