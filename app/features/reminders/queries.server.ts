/** Due reminders: orders that expire soon, of which those sent are found in `messages`, and runs that begin soon. */
import { sql } from 'kysely'
import { givesAccess } from '../../../db/access.ts'
import { isUnderReview } from '../../../db/transfers.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { INSTALMENT_COMPANIES } from '../../platform/instalment-companies.ts'

export const aboutEnding = (orderId: string) => `order-ending:${orderId}`
/**
 * After a run was moved, its learners are reminded of the new dates, too, and so is a learner whose order was moved to
 * another run.
 * @param movedTo the run to which it was moved; null for the one that was ordered
 */
export const aboutStarting = (orderId: string, moves: number, movedTo: number | null) =>
  `run-starting:${orderId}${movedTo === null ? '' : `:run-${movedTo}`}${moves === 0 ? '' : `:${moves}`}`

const IS_MOVED = sql`exists (select from order_events e where e.order_id = o.id and e.event = 'movedToRun')`

export async function isMovedOrder(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select from orders o where o.id = ${id}::uuid and ${IS_MOVED}`.execute(db)
  return rows.length > 0
}

/** Paid on a provider's page, as a card is. */
const COMPANIES = sql.join(INSTALMENT_COMPANIES.map((company) => sql.lit(company)))

/** No reminder is sent later than this before the event. */
const MIN_TIME_LEFT = sql`interval '1 minute'`

/**
 * Unpaid orders that expire soon. Online: within eight minutes, and at least five minutes after they were placed.
 * Transfer: within a day, after half of the time has passed, unless a receipt is being checked. Whoever was asked for the
 * rest is reminded.
 */
const endsSoon = (now: Date) => sql`o.status = 'pending' and o.expires_at > ${now}::timestamptz + ${MIN_TIME_LEFT}
  and case
    when o.method in ('online', ${COMPANIES}) then o.expires_at <= ${now}::timestamptz + interval '8 minutes'
      and o.created_at <= ${now}::timestamptz - interval '5 minutes'
    else o.expires_at <= ${now}::timestamptz + interval '1 day'
      and o.created_at + (o.expires_at - o.created_at) / 2 <= ${now}::timestamptz
      and not exists (select from transfers t where t.order_id = o.id and ${isUnderReview})
  end`

export async function ordersEndingSoon(db: Database, now: Date, max: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o join users u on u.id = o.user_id and u.erased_at is null
    where ${endsSoon(now)} and not exists (select from messages m where m.about = 'order-ending:' || o.id)
    order by o.expires_at limit ${max}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks the order; false when no reminder is due any more, or another transaction has locked it. */
export async function lockEndingSoon(db: Database, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select o.id from orders o where o.id = ${id} and ${endsSoon(now)} for update skip locked`.execute(db)
  return rows.length > 0
}

/**
 * Paid seats in runs that begin within two days and were paid before that, whose learners were not reminded since the run
 * was last moved.
 */
const startsSoon = (now: Date) => sql`o.status = 'paid' and s.starts_at > ${now}::timestamptz + ${MIN_TIME_LEFT}
  and s.starts_at <= ${now}::timestamptz + interval '2 days' and s.cancelled_at is null and o.paid_at <= s.starts_at - interval '2 days'
  and coalesce(o.reminded_moves, -1) < s.moves`

export async function ordersStartingSoon(db: Database, now: Date, max: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from schedules s join orders o on o.schedule_id = s.id
      join users u on u.id = o.user_id and u.erased_at is null
    where ${startsSoon(now)}
    order by s.starts_at, o.id limit ${max}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function lockStartingSoon(db: Database, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select o.id from orders o join schedules s on s.id = o.schedule_id
    where o.id = ${id} and ${startsSoon(now)} for update of o skip locked`.execute(db)
  return rows.length > 0
}

/** Remembers that the learner was reminded of the run as it is now. */
export async function markStartReminded(db: Database, id: string): Promise<void> {
  await sql`update orders set reminded_moves = s.moves from schedules s
    where s.id = orders.schedule_id and orders.id = ${id}`.execute(db)
}

/**
 * Marks as told those who have the course since before its first lesson. Lessons of which nobody knows since when they are
 * there are news to nobody. @returns their orders
 */
export async function claimWaiting(tx: Database, courseId: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with waiting as (select o.id, o.user_id from orders o join users u on u.id = o.user_id
      where o.course_id = ${courseId} and ${givesAccess} and o.schedule_id is null and u.status = 'active'
        and exists (select from lessons l where l.course_id = o.course_id)
        and not exists (select from lessons l where l.course_id = o.course_id
          and (l.created_at is null or l.created_at <= o.paid_at))),
    told as (insert into told_of_lessons (user_id, course_id, told_at)
      select user_id, ${courseId}, ${now} from waiting on conflict do nothing returning user_id)
    select waiting.id from waiting join told using (user_id) order by waiting.id`.execute(tx)
  return rows.map(({ id }) => id)
}
