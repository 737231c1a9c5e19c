/** What moving an order to another course, run or person reads and writes. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../../platform/database/database.server.ts'

export type MoveFacts = {
  isAttended: boolean
  isCertified: boolean
  /** A bank disputes its payment. */
  isDisputed: boolean
  /** Its seat was bought by a company. */
  isOfCompany: boolean
}

export async function moveFactsOf(db: Database, orderId: string): Promise<MoveFacts> {
  const { rows } = await sql<MoveFacts>`
    select exists (select from attendance where order_id = ${orderId}::uuid) as "isAttended",
      exists (select from certificates where order_id = ${orderId}::uuid and revoked_at is null) as "isCertified",
      exists (select from chargebacks where order_id = ${orderId}::uuid and status in ('open', 'answered')) as "isDisputed",
      exists (select from company_seats where order_id = ${orderId}::uuid) as "isOfCompany"`.execute(db)
  return rows[0]!
}

type Place = { courseId: number; scheduleId: number | null }

/**
 * Locks two seats as placing an order locks one: courses before runs, each in the order of their ids, so that no two
 * moves wait for each other.
 */
export async function lockPlaces(tx: Tx, places: readonly Place[]): Promise<void> {
  const courses = places.filter(({ scheduleId }) => scheduleId === null).map(({ courseId }) => courseId)
  const runs = places.map(({ scheduleId }) => scheduleId).filter((id) => id !== null)
  await sql`select from courses where id = any(${courses}::int[]) order by id for no key update`.execute(tx)
  await sql`select from schedules where id = any(${runs}::int[]) order by id for no key update`.execute(tx)
}

export type MoneyLeft = { attemptId: string | null; provider: string | null; leftHalalas: number }

/** The payments of the order, the first part first, and what is left of each; empty when the order is not paid. */
export async function moneyLeftOf(db: Database, orderId: string): Promise<MoneyLeft[]> {
  const { rows } = await sql<MoneyLeft>`
    select a.id as "attemptId", a.provider, coalesce(a.paid_halalas - a.refunded_halalas, 0) as "leftHalalas"
    from orders o left join payment_attempts a on a.order_id = o.id and a.status = 'paid'
    where o.id = ${orderId}::uuid and o.status = 'paid' order by a.part`.execute(db)
  return rows
}

export async function setMovedFrom(tx: Tx, orderId: string, formerId: string): Promise<void> {
  await tx.updateTable('orders').set({ moved_from: formerId }).where('id', '=', orderId).execute()
}
