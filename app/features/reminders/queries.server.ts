/** Whom to remind: orders whose time runs out, and runs that begin. What was told already is in the messages. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database.server.ts'

export const aboutEnding = (orderId: string) => `order-ending:${orderId}`
export const aboutStarting = (orderId: string) => `run-starting:${orderId}`

/** What a mail announces must lie before its reader for a while yet. */
const STILL_WORTH = sql`interval '1 minute'`

/**
 * Unpaid orders that end soon and were not spoken of: online ones within eight minutes, once five have passed since
 * they were placed; transfers within a day, once half of their time has passed, unless their receipt is being checked.
 */
const endsSoon = (now: Date) => sql`o.status = 'pending' and o.expires_at > ${now}::timestamptz + ${STILL_WORTH}
  and case o.method
    when 'online' then o.expires_at <= ${now}::timestamptz + interval '8 minutes'
      and o.created_at <= ${now}::timestamptz - interval '5 minutes'
    else o.expires_at <= ${now}::timestamptz + interval '1 day'
      and o.created_at + (o.expires_at - o.created_at) / 2 <= ${now}::timestamptz
      and not exists (select from transfers t where t.order_id = o.id and t.receipt_at is not null and t.answer is null)
  end`

export async function ordersEndingSoon(db: Database, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o join users u on u.id = o.user_id and u.erased_at is null
    where ${endsSoon(now)} and not exists (select from messages m where m.about = 'order-ending:' || o.id)
    order by o.expires_at limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks the order; false when its end is no longer near, or somebody else is at it. */
export async function lockEndingSoon(db: Database, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select o.id from orders o where o.id = ${id} and ${endsSoon(now)} for update skip locked`.execute(db)
  return rows.length > 0
}

/** Paid seats in runs that begin within two days, of those who ordered before that. */
const startsSoon = (now: Date) => sql`o.status = 'paid' and s.starts_at > ${now}::timestamptz + ${STILL_WORTH}
  and s.starts_at <= ${now}::timestamptz + interval '2 days' and o.paid_at <= s.starts_at - interval '2 days'`

export async function ordersStartingSoon(db: Database, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from schedules s join orders o on o.schedule_id = s.id
      join users u on u.id = o.user_id and u.erased_at is null
    where ${startsSoon(now)} and not exists (select from messages m where m.about = 'run-starting:' || o.id)
    order by s.starts_at, o.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function lockStartingSoon(db: Database, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select o.id from orders o join schedules s on s.id = o.schedule_id
    where o.id = ${id} and ${startsSoon(now)} for update of o skip locked`.execute(db)
  return rows.length > 0
}
