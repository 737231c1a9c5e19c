/** Orders that movements name, and what of their money was booked before its movement came. */
import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { OrderStatus } from '../orders/order-contract.ts'

/** Which of these numbers orders have. */
export async function knownReferences(db: Database, references: readonly string[]): Promise<Set<string>> {
  if (references.length === 0) return new Set()
  const { rows } = await sql<{ reference: string }>`
    select reference from orders where reference = any(${references}::text[])`.execute(db)
  return new Set(rows.map(({ reference }) => reference))
}

/**
 * What was booked for the order `o` as transferred, less what movements were used for: what is left was booked by hand,
 * and its movement is still to come. Before the whole amount is there, it is what staff recorded as received.
 */
export const ORDER_BOOKED_WITHOUT_MOVEMENT = sql<number>`greatest(0,
  coalesce((select sum(l.amount_halalas) from ledger l
    where l.order_id = o.id and l.kind = 'payment' and l.provider = 'transfer'), 0)
  + coalesce((select sum(p.amount_halalas) from unmatched_payments p
    where p.order_id = o.id and p.kind = 'excess' and p.provider = 'transfer'), 0)
  + case when exists (select from ledger l join payment_attempts a on a.id = l.attempt_id
      where l.order_id = o.id and l.kind = 'payment' and l.provider = 'transfer' and a.part = 1) then 0
    else coalesce((select t.received_halalas from transfers t where t.order_id = o.id), 0) end
  - coalesce((select sum(u.amount_halalas) from bank_line_uses u where u.order_id = o.id), 0))::float8`

export type NamedOrder = {
  id: string
  reference: string
  status: OrderStatus
  learnerName: string
  course: Localized
  /** Of its money by transfer, what no movement was used for. */
  bookedHalalas: number
}

/** The orders with these numbers, whatever has become of them. */
export async function namedOrders(db: Database, references: readonly string[]): Promise<NamedOrder[]> {
  if (references.length === 0) return []
  const { rows } = await sql<NamedOrder>`
    select o.id, o.reference, o.status, u.first_name || ' ' || u.last_name as "learnerName", o.course_name as course,
      ${ORDER_BOOKED_WITHOUT_MOVEMENT} as "bookedHalalas"
    from orders o join users u on u.id = o.user_id where o.reference = any(${references}::text[])`.execute(db)
  return rows
}

/** Of an order's money by transfer, what no movement was used for. */
export async function bookedWithoutMovement(tx: Tx, orderId: string): Promise<number> {
  const { rows } = await sql<{ booked: number }>`
    select ${ORDER_BOOKED_WITHOUT_MOVEMENT} as booked from orders o where o.id = ${orderId}::uuid`.execute(tx)
  return rows[0]!.booked
}
