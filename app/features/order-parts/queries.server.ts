/** Parts that are due, and what staff decide about them. */
import { sql } from 'kysely'
import { mayOweParts } from '../../../db/access.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'

/** @returns false when the part was paid, or its order has ended */
export async function setDueAt(
  tx: Tx,
  { orderId, part, dueAt }: { orderId: string; part: number; dueAt: Date },
): Promise<boolean> {
  const result = await sql`
    update order_parts p set due_at = ${dueAt}, reminded = 0 from orders o
    where o.id = p.order_id and o.status = 'paid' and p.order_id = ${orderId}::uuid and p.part = ${part}
      and p.paid_at is null`.execute(tx)
  return Number(result.numAffectedRows ?? 0) > 0
}

export async function setAccessPaused(tx: Tx, orderId: string, at: Date | null): Promise<void> {
  await tx.updateTable('orders').set({ access_paused_at: at }).where('id', '=', orderId).execute()
}

/** An open payment page of the part at this provider that was created after `since`. */
export function recentAttemptOf(db: Database, orderId: string, part: number, provider: string, since: Date) {
  return db
    .selectFrom('payment_attempts')
    .select(['id', 'created_at as createdAt'])
    .where('order_id', '=', orderId)
    .where('part', '=', part)
    .where('provider', '=', provider)
    .where('status', '=', 'created')
    .where('created_at', '>=', since)
    .executeTakeFirst()
}

export type DueReminder = { orderId: string; part: number; dueAt: Date; step: number }

/** Of the calendar in Riyadh: the last part can be due at any time of its day, when the run ends. */
const daysLeft = (now: Date) =>
  sql`((p.due_at at time zone 'Asia/Riyadh')::date - (${now}::timestamptz at time zone 'Asia/Riyadh')::date)`

/** Which reminder a part is due for: seven days before, on its day, and three and seven days after it; 0 for none. */
const STEP = (now: Date) => sql<number>`(case
  when ${daysLeft(now)} <= -7 then 4
  when ${daysLeft(now)} <= -3 then 3
  when ${daysLeft(now)} <= 0 then 2
  -- Not on the day of the order, whose confirmation says it.
  when ${daysLeft(now)} <= 7 and o.created_at + interval '1 day' <= ${now}::timestamptz then 1
  else 0 end)`

/** Not of a part whose receipt has just come, and was not declined: staff have some days to find its transfer. */
const dueFor = (
  now: Date,
) => sql`p.paid_at is null and p.part > 1 and p.due_at - interval '8 days' < ${now}::timestamptz
  and (p.receipt_at is null or p.receipt_answer is not null or p.receipt_at <= ${now}::timestamptz - interval '3 days')
  and ${mayOweParts} and ${STEP(now)} > p.reminded`

export async function dueReminders(
  db: Database,
  now: Date,
  max: number,
): Promise<Pick<DueReminder, 'orderId' | 'part'>[]> {
  const { rows } = await sql<Pick<DueReminder, 'orderId' | 'part'>>`
    select p.order_id as "orderId", p.part from order_parts p join orders o on o.id = p.order_id
      join users u on u.id = o.user_id and u.erased_at is null
    where ${dueFor(now)} order by p.due_at, p.order_id, p.part limit ${max}`.execute(db)
  return rows
}

/** Marks it as reminded, and says which reminder it is; undefined when none is due any more. */
export async function claimReminder(
  tx: Tx,
  { orderId, part }: Pick<DueReminder, 'orderId' | 'part'>,
  now: Date,
): Promise<DueReminder | undefined> {
  const { rows } = await sql<DueReminder>`
    with due as (
      select p.order_id, p.part, ${STEP(now)} as step from order_parts p join orders o on o.id = p.order_id
      where p.order_id = ${orderId}::uuid and p.part = ${part} and ${dueFor(now)} for update of p skip locked)
    update order_parts p set reminded = due.step from due where p.order_id = due.order_id and p.part = due.part
    returning p.order_id as "orderId", p.part, p.due_at as "dueAt", due.step`.execute(tx)
  return rows[0]
}
