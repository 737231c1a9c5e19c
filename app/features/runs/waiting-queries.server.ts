/** The waiting list of a full run. */
import { type RawBuilder, sql } from 'kysely'
import { preparedStatement } from '../../../db/prepared.ts'
import { seatsLeft } from '../../../db/seats.ts'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'

export type LinePerson = {
  /** Of the place in line. */
  id: number
  userId: number
  lang: 'ar' | 'en'
  email: string
  firstName: string
  runId: number
  courseId: number
  slug: string
  courseName: Localized
  startsAt: Date
}

const PERSON = sql`w.id, w.user_id as "userId", w.lang, u.email, u.first_name as "firstName", s.id as "runId",
  c.id as "courseId", c.slug, c.name as "courseName", s.starts_at as "startsAt"`
const JOINED = sql`join users u on u.id = w.user_id and u.erased_at is null
  join schedules s on s.id = w.schedule_id join courses c on c.id = s.course_id`
/** Neither offered a seat nor gone. */
const isWaiting = sql`w.order_id is null and w.left_at is null`

/** The places in line, the first one first. */
export async function peopleInLine(db: Database, runId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select w.id from waiting_places w where w.schedule_id = ${runId} and ${isWaiting} order by w.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ends the waiting for a run. @returns who was waiting */
export async function closeLine(db: Database, runId: number, now: Date): Promise<LinePerson[]> {
  const { rows } = await sql<LinePerson>`
    with w as (
      update waiting_places w set left_at = ${now} where w.schedule_id = ${runId} and ${isWaiting} returning w.*)
    select ${PERSON} from w ${JOINED} order by w.id`.execute(db)
  return rows
}

/** The run of a place in line; undefined when there is no such place. */
export async function runOfPlace(db: Database, placeId: number): Promise<number | undefined> {
  const row = await db.selectFrom('waiting_places').select('schedule_id').where('id', '=', placeId).executeTakeFirst()
  return row?.schedule_id
}

/** The runs for which somebody waits. */
export async function runsWithLine(db: Database): Promise<{ runId: number; courseId: number }[]> {
  const { rows } = await sql<{ runId: number; courseId: number }>`
    select s.id as "runId", s.course_id as "courseId" from schedules s
    where s.id in (select w.schedule_id from waiting_places w where ${isWaiting})`.execute(db)
  return rows
}

export type FirstInLine = LinePerson & { isActive: boolean; hasOrder: boolean }

/** The first who waits, locked; whether their account may order, and whether they have an order of this run already. */
export const firstInLine = (db: Database, runId: number) => lockInLine(db, sql`w.schedule_id = ${runId}`)

/** One who waits, as `firstInLine`. */
export const lockPlace = (db: Database, placeId: number) => lockInLine(db, sql`w.id = ${placeId}`)

async function lockInLine(db: Database, condition: RawBuilder<unknown>): Promise<FirstInLine | undefined> {
  const { rows } = await sql<FirstInLine>`
    select w.id, w.user_id as "userId", w.lang, u.email, u.first_name as "firstName", s.id as "runId",
      c.id as "courseId", c.slug, c.name as "courseName", s.starts_at as "startsAt",
      u.erased_at is null and u.status = 'active' as "isActive",
      exists (select from orders o where o.user_id = w.user_id and o.schedule_id = s.id and o.status in ('pending', 'paid'))
        as "hasOrder"
    from waiting_places w join users u on u.id = w.user_id
      join schedules s on s.id = w.schedule_id join courses c on c.id = s.course_id
    where ${condition} and ${isWaiting} order by w.id limit 1 for update of w`.execute(db)
  return rows[0]
}

export async function setOffered(db: Database, placeId: number, orderId: string): Promise<void> {
  await db.updateTable('waiting_places').set({ order_id: orderId }).where('id', '=', placeId).execute()
}

export async function setLeft(db: Database, placeId: number, now: Date, because: string | null = null): Promise<void> {
  await db
    .updateTable('waiting_places')
    .set({ left_at: now, removed_because: because })
    .where('id', '=', placeId)
    .execute()
}

/** False when the person was not waiting. */
export async function leaveLine(db: Database, runId: number, userId: number, now: Date): Promise<boolean> {
  const result = await sql`
    update waiting_places w set left_at = ${now}
    where w.schedule_id = ${runId} and w.user_id = ${userId} and ${isWaiting}`.execute(db)
  return Number(result.numAffectedRows ?? 0) > 0
}

/** A second request changes nothing. */
export async function joinLine(
  db: Database,
  place: { runId: number; userId: number; lang: string; now: Date },
): Promise<void> {
  await sql`insert into waiting_places (schedule_id, user_id, lang, joined_at)
    values (${place.runId}, ${place.userId}, ${place.lang}, ${place.now})
    on conflict (schedule_id, user_id) where order_id is null and left_at is null do nothing`.execute(db)
}

/** One's place in line, from 1 on; null when not waiting. */
export async function positionOf(db: Database, runId: number, userId: number): Promise<number | null> {
  const { rows } = await sql<{ position: number }>`
    select count(*)::int as position from waiting_places w join waiting_places own on own.schedule_id = w.schedule_id
    where own.schedule_id = ${runId} and own.user_id = ${userId} and own.order_id is null and own.left_at is null
      and ${isWaiting} and w.id <= own.id`.execute(db)
  return rows[0]?.position || null
}

/** Until when a seat is held for somebody who waited; null when none is. */
export async function offeredUntil(db: Database, runId: number, userId: number, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    select o.expires_at as until from waiting_places w join orders o on o.id = w.order_id
    where w.user_id = ${userId} and w.schedule_id = ${runId} and o.status = 'pending' and o.expires_at > ${now}`.execute(
    db,
  )
  return rows[0]?.until ?? null
}

export type OwnPlaceRow = {
  runId: number
  course: { id: number; slug: string; name: Localized }
  startsAt: Date
  position: number | null
  offeredUntil: Date | null
}

/** Where somebody waits, and the seats that are held for them. */
export const placesOf = preparedStatement(
  'own_places',
  (db: Database, { userId, now }: { userId: number; now: Date }) => ({
    compile: () =>
      sql<OwnPlaceRow>`
      select s.id as "runId", jsonb_build_object('id', c.id, 'slug', c.slug, 'name', c.name) as course,
        s.starts_at as "startsAt", o.expires_at as "offeredUntil",
        case when own.order_id is null then (select count(*)::int from waiting_places w
          where w.schedule_id = own.schedule_id and ${isWaiting} and w.id <= own.id) end as position
      from waiting_places own join schedules s on s.id = own.schedule_id join courses c on c.id = s.course_id
        left join orders o on o.id = own.order_id
      where own.user_id = ${userId} and own.left_at is null and s.cancelled_at is null
        and (own.order_id is null and s.enrolment_closes_at > ${now} or o.status = 'pending' and o.expires_at > ${now})
      order by s.starts_at, own.id limit 50`.compile(db),
  }),
)

/** The free seats of a run that are not reserved for the waiting list. */
export async function freeSeats(db: Database, runId: number, now: Date): Promise<number> {
  const row = await db
    .selectFrom('schedules')
    .select(seatsLeft(now).as('left'))
    .where('id', '=', runId)
    .executeTakeFirst()
  return row?.left ?? 0
}

/** Why a place in line is one no longer, or cannot be offered a seat. */
export type PlaceEnd = 'left' | 'removed' | 'offered' | 'taken' | 'passed' | 'blocked'

/** Whose place in line it is or was; undefined when there is no such place. */
export async function personOfPlace(
  db: Database,
  placeId: number,
): Promise<{ name: string; because: PlaceEnd } | undefined> {
  const { rows } = await sql<{ name: string; because: PlaceEnd }>`
    select u.user_name as name, case when o.status = 'paid' then 'taken' when o.status = 'pending' then 'offered'
      when o.id is not null then 'passed' when w.removed_because is not null then 'removed'
      when w.left_at is not null then 'left' else 'blocked' end as because
    from waiting_places w join users u on u.id = w.user_id left join orders o on o.id = w.order_id
    where w.id = ${placeId}`.execute(db)
  return rows[0]
}

export type TakenSeats = {
  seats: number
  /** By orders and by companies. */
  taken: number
  /** Of the taken ones: held for people of the waiting list until they pay. */
  offered: number
  /** Sold outside of this site. */
  held: number
}

export async function takenSeats(db: Database, runId: number): Promise<TakenSeats> {
  const { rows } = await sql<TakenSeats>`
    select s.seats, s.held_seats - s.company_seats as held, s.company_seats + (
        select count(*)::int from orders o where o.schedule_id = s.id and o.status in ('pending', 'paid')) as taken,
      (select count(*)::int from waiting_places w join orders o on o.id = w.order_id
        where w.schedule_id = s.id and o.schedule_id = s.id and o.status = 'pending') as offered
    from schedules s where s.id = ${runId}`.execute(db)
  return rows[0]!
}

export type LineRow = {
  id: number
  name: string
  email: string
  joinedAt: Date
  leftAt: Date | null
  removedBecause: string | null
  order: { id: string; reference: string; status: string; expiresAt: string } | null
}

/** Everybody who waited or waits, the first one first. */
export async function lineOf(
  db: Database,
  runId: number,
  { limit = 500, after = 0 }: { limit?: number; after?: number | undefined } = {},
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select w.id, u.user_name as name, u.email, w.joined_at as "joinedAt", w.left_at as "leftAt", w.removed_because as "removedBecause",
      case when o.id is not null then jsonb_build_object('id', o.id, 'reference', o.reference, 'status', o.status,
        'expiresAt', o.expires_at) end as order
    from waiting_places w ${JOINED} left join orders o on o.id = w.order_id
    where w.schedule_id = ${runId} and w.id > ${after} order by w.id limit ${limit}`.execute(db)
  return rows
}

export async function countLine(db: Database, runId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from waiting_places where schedule_id = ${runId}`.execute(db)
  return rows[0]!.count
}
