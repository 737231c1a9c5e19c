/** The parts in which an order is paid. Each change is one statement, under the lock of the order. */
import { sql } from 'kysely'
import { mayOweParts } from '../../../../db/access.ts'
import type { Database, Tx } from '../../../platform/database/database.server.ts'
import { earliestDueAt } from './earliest-due.ts'

/** @property part from 1, the deposit, on */
export type NewPart = { part: number; amountHalalas: number; netHalalas: number; vatHalalas: number; dueAt: Date }

export type PartRow = NewPart & { paidAt: Date | null }

export async function insertParts(tx: Database, orderId: string, parts: readonly NewPart[]): Promise<void> {
  if (parts.length === 0) return
  await tx
    .insertInto('order_parts')
    .values(
      parts.map(({ part, amountHalalas, netHalalas, vatHalalas, dueAt }) => ({
        ...{ order_id: orderId, part, amount_halalas: amountHalalas, net_halalas: netHalalas },
        ...{ vat_halalas: vatHalalas, due_at: dueAt },
      })),
    )
    .execute()
}

/** In the order in which they are paid; none of an order that is paid at once. */
export async function partsOf(db: Database, orderId: string): Promise<PartRow[]> {
  return db
    .selectFrom('order_parts')
    .select(['part', 'amount_halalas as amountHalalas', 'net_halalas as netHalalas', 'vat_halalas as vatHalalas'])
    .select(['due_at as dueAt', 'paid_at as paidAt'])
    .where('order_id', '=', orderId)
    .orderBy('part')
    .execute()
}

/** Stores the receipt of a part and returns the one that it replaces. The caller holds the lock of the order. */
export async function savePartReceipt(
  tx: Tx,
  { orderId, part, file, now }: { orderId: string; part: number; file: string; now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ before: string | null }>`
    with before as (
      select receipt_file from order_parts where order_id = ${orderId}::uuid and part = ${part} and paid_at is null)
    update order_parts p set receipt_file = ${file}::uuid, receipt_at = ${now}, receipt_answer = null from before
    where p.order_id = ${orderId}::uuid and p.part = ${part}
    returning before.receipt_file as before`.execute(tx)
  return rows[0]?.before ?? null
}

/** Stores why the receipt of a part was declined; false where none waits for a decision. The caller holds the lock. */
export async function savePartDecline(
  tx: Tx,
  { orderId, part, answer }: { orderId: string; part: number; answer: string },
): Promise<boolean> {
  const result = await sql`
    update order_parts set receipt_answer = ${answer} where order_id = ${orderId}::uuid and part = ${part}
      and paid_at is null and receipt_at is not null and receipt_answer is null`.execute(tx)
  return Number(result.numAffectedRows ?? 0) > 0
}

/** The part that is paid next; undefined when nothing is owed, or the order ends. */
export async function nextPartOf(db: Database, orderId: string): Promise<PartRow | undefined> {
  const { rows } = await sql<PartRow>`
    select p.part, p.amount_halalas as "amountHalalas", p.net_halalas as "netHalalas", p.vat_halalas as "vatHalalas",
      p.due_at as "dueAt", p.paid_at as "paidAt"
    from order_parts p join orders o on o.id = p.order_id
    where p.order_id = ${orderId}::uuid and p.paid_at is null and ${mayOweParts} order by p.part limit 1`.execute(db)
  return rows[0]
}

/**
 * The first part is paid when its order is. A deposit can arrive long after the order: the others are due some days after
 * it at the earliest, and never after the end of the run. The caller has just made the order paid.
 */
export async function claimFirstPart(tx: Tx, orderId: string, now: Date): Promise<void> {
  const earliest = earliestDueAt(now)
  await sql`update order_parts p set paid_at = case when p.part = 1 then o.paid_at end,
      due_at = case when p.part = 1 then p.due_at
        else greatest(p.due_at, least(${earliest}::timestamptz, s.ends_at)) end
    from orders o left join schedules s on s.id = o.schedule_id
    where p.order_id = ${orderId}::uuid and o.id = p.order_id`.execute(tx)
}

/**
 * Marks a later part paid, if its order still holds and it is the next one. Access that was paused comes back when no
 * other part is overdue. The caller holds the lock of the order.
 */
export async function claimPart(tx: Tx, orderId: string, part: number, now: Date): Promise<boolean> {
  const result = await sql`
    with claimed as (
      update order_parts p set paid_at = greatest(${now}::timestamptz, open_books_from())
      from orders o where o.id = p.order_id and ${mayOweParts} and p.order_id = ${orderId}::uuid and p.part = ${part}
        and p.paid_at is null and not exists (select from order_parts b
          where b.order_id = p.order_id and b.part < p.part and b.paid_at is null)
      returning p.order_id, p.amount_halalas)
    update orders o set unpaid_halalas = o.unpaid_halalas - claimed.amount_halalas,
      access_paused_at = case when exists (select from order_parts r where r.order_id = o.id and r.part > ${part}
        and r.paid_at is null and r.due_at <= ${now}::timestamptz) then o.access_paused_at end
    from claimed where o.id = claimed.order_id`.execute(tx)
  return Number(result.numAffectedRows ?? 0) > 0
}
