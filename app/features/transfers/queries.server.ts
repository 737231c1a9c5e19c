/** Bank transfers in the database: an order's payment method, its receipt, and the decision of staff. */
import { sql } from 'kysely'
import { mayOweParts } from '../../../db/access.ts'
import type { Localized } from '../../../db/shapes.ts'
import { isRestAsked } from '../../../db/transfers.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { AttemptStatus } from '../orders/attempt-queries.server.ts'
import { TRANSFER } from '../orders/attempt-queries.server.ts'
import type { OrderStatus } from '../orders/order-contract.ts'
import type { PaymentMethod } from '../orders/order-parts-contract.ts'
import type { OrderSource } from '../orders/order-sources.ts'

export type OrderToPay = {
  id: string
  reference: string
  userId: number
  status: OrderStatus
  method: PaymentMethod
  /** What pays it now: its total, or its first part. */
  dueHalalas: number
  createdAt: Date
  expiresAt: Date
  /** Null of one that an older version wrote. */
  source: OrderSource | null
  scheduleId: number | null
  runStartsAt: Date | null
}

/** Reads the order and locks its row, so that changes of its method and its status cannot overlap. */
export async function lockOrderToPay(db: Database, id: string): Promise<OrderToPay | undefined> {
  const { rows } = await sql<OrderToPay>`
    select o.id, o.reference, o.user_id as "userId", o.status, o.method,
      o.total_halalas - o.unpaid_halalas as "dueHalalas", o.created_at as "createdAt", o.expires_at as "expiresAt", o.source, s.id as "scheduleId", s.starts_at as "runStartsAt"
    from orders o left join schedules s on s.id = o.schedule_id where o.id = ${id} for update of o`.execute(db)
  return rows[0]
}

export async function setMethod(
  db: Database,
  order: { id: string; method: PaymentMethod; expiresAt: Date },
): Promise<void> {
  const { id, method, expiresAt } = order
  await db.updateTable('orders').set({ method, expires_at: expiresAt }).where('id', '=', id).execute()
}

export async function setExpiry(db: Database, id: string, expiresAt: Date): Promise<void> {
  await db.updateTable('orders').set({ expires_at: expiresAt }).where('id', '=', id).execute()
}

/** Serializes the learner's new transfers, so that their limit is counted correctly. */
export async function lockTransfersOf(db: Database, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('transfers'), ${userId})`.execute(db)
}

/** The number of the learner's open orders by transfer, without `orderId`. */
export async function countOpenTransfers(
  db: Database,
  userId: number,
  now: Date,
  orderId: string | null,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from orders where user_id = ${userId} and status = 'pending' and method = 'transfer'
      and expires_at > ${now} and id is distinct from ${orderId}::uuid`.execute(db)
  return rows[0]!.count
}

/** When the learner first ordered this run by transfer, whatever the status of that order. */
export async function firstTransferOf(db: Database, userId: number, scheduleId: number): Promise<Date | null> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(o.created_at) as first from orders o join payment_attempts a on a.order_id = o.id and a.provider = ${TRANSFER}
    where o.user_id = ${userId} and o.schedule_id = ${scheduleId}`.execute(db)
  return rows[0]!.first
}

/** The attempt by transfer of an order, or of its first part: there is at most one. */
export function transferAttempt(db: Database, orderId: string) {
  return db
    .selectFrom('payment_attempts')
    .select(['id', 'provider_reference as reference', 'amount_halalas as amountHalalas'])
    .select(sql<AttemptStatus>`status`.as('status'))
    .where('order_id', '=', orderId)
    .where('provider', '=', TRANSFER)
    .where('part', '=', 1)
    .executeTakeFirst()
}

/** An open attempt at this provider that was created after `since`. */
export function recentAttempt(db: Database, orderId: string, provider: string, since: Date) {
  return db
    .selectFrom('payment_attempts')
    .select(['id', 'created_at as createdAt'])
    .where('order_id', '=', orderId)
    .where('provider', '=', provider)
    .where('status', '=', 'created')
    .where('created_at', '>=', since)
    .executeTakeFirst()
}

/** Stores the new receipt and returns the file of the one it replaces. */
export async function saveReceipt(db: Database, orderId: string, file: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ before: string | null }>`
    with before as (select receipt_file from transfers where order_id = ${orderId}::uuid)
    insert into transfers (order_id, receipt_file, receipt_at) values (${orderId}::uuid, ${file}::uuid, ${now})
    on conflict (order_id) do update
      set receipt_file = excluded.receipt_file, receipt_at = excluded.receipt_at, answer = null, declined_at = null
    returning (select receipt_file from before) as before`.execute(db)
  return rows[0]?.before ?? null
}

/** Detaches up to `max` receipts from orders that ended unpaid before then, and returns their files. */
export async function detachOldReceipts(tx: Tx, before: Date, max: number): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    with old as (
      select t.order_id, t.receipt_file from transfers t join orders o on o.id = t.order_id
      where t.receipt_file is not null and o.status in ('cancelled', 'expired', 'failed') and o.ended_at < ${before}
      limit ${max} for update of t skip locked
    )
    update transfers t set receipt_file = null from old where t.order_id = old.order_id
    returning old.receipt_file as file`.execute(tx)
  return rows.map(({ file }) => file)
}

/** Stores why a receipt was declined, and returns how often that has happened. */
export async function saveDecline(db: Database, orderId: string, answer: string, now: Date): Promise<number> {
  const { rows } = await sql<{ declines: number }>`
    insert into transfers (order_id, answer, declined_at, declines) values (${orderId}::uuid, ${answer}, ${now}, 1)
    on conflict (order_id) do update set answer = excluded.answer, declined_at = excluded.declined_at,
      declines = transfers.declines + 1
    returning declines`.execute(db)
  return rows[0]!.declines
}

/** What arrived of the total while staff wait for the rest. */
export async function receivedOf(db: Database, orderId: string): Promise<number> {
  const row = await db
    .selectFrom('transfers')
    .select('received_halalas')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row?.received_halalas ?? 0
}

/** A decline that came before is settled by the money that arrived. */
export async function saveReceived(
  db: Database,
  orderId: string,
  { receivedHalalas, now }: { receivedHalalas: number; now: Date },
): Promise<void> {
  const received = { received_halalas: receivedHalalas, rest_asked_at: now }
  await db
    .insertInto('transfers')
    .values({ order_id: orderId, ...received })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ ...received, answer: null, declined_at: null }))
    .execute()
}

/** Reduces the total of an unpaid order and its transfer by a discount; false when it is paid, or paid in parts. */
export async function reduceTotal(
  db: Database,
  { id, totalHalalas, netHalalas }: { id: string; totalHalalas: number; netHalalas: number },
): Promise<boolean> {
  const result = await sql`
    with reduced as (
      update orders set discount_halalas = price_halalas - ${totalHalalas}::int, total_halalas = ${totalHalalas}::int,
        net_halalas = ${netHalalas}::int, vat_halalas = ${totalHalalas}::int - ${netHalalas}::int
      where id = ${id}::uuid and paid_at is null and unpaid_halalas = 0 returning id)
    update payment_attempts a set amount_halalas = ${totalHalalas}::int
    from reduced where a.order_id = reduced.id and a.provider = ${TRANSFER}`.execute(db)
  return Number(result.numAffectedRows ?? 0) > 0
}

/** Parts of a total whose order does not wait for the rest any more. */
export async function findPartTransfers(
  db: Database,
): Promise<{ attemptId: string; reference: string; receivedHalalas: number }[]> {
  const { rows } = await sql<{ attemptId: string; reference: string; receivedHalalas: number }>`
    select a.id as "attemptId", a.provider_reference as reference, t.received_halalas as "receivedHalalas"
    from transfers t join orders o on o.id = t.order_id
      join payment_attempts a on a.order_id = o.id and a.provider = ${TRANSFER} and a.part = 1
    where t.received_halalas > 0 and not t.is_settled and o.status <> 'pending'
      and a.status in ('created', 'abandoned', 'failed')
    limit 100`.execute(db)
  return rows
}

export type TransferToCheckRow = {
  id: string
  reference: string
  courseName: Localized
  learner: { id: number; name: string; email: string; phone: string } | null
  totalHalalas: number
  receivedHalalas: number
  declines: number
  /** Until when the seat is held; null where it is the learner's already. */
  expiresAt: Date | null
  receiptAt: Date
  /** The later part of an order that the receipt is for; null where it is for the order, or for its first part. */
  part: number | null
}

/**
 * Open orders whose newest receipt nobody has looked at, few among the pending orders, which an index finds; and later
 * parts with a receipt that nobody has declined or recorded, which another one finds.
 */
const TO_CHECK = sql`from (
    select o.id, o.reference, o.course_name, o.user_id, null::int as part, o.total_halalas - o.unpaid_halalas as due_halalas,
      t.received_halalas, t.declines, o.expires_at, t.receipt_at
    from orders o join transfers t on t.order_id = o.id
    where o.status = 'pending' and o.method = 'transfer' and t.receipt_at is not null and t.answer is null
      and not ${isRestAsked}
    union all
    select o.id, o.reference, o.course_name, o.user_id, p.part::int, p.amount_halalas, 0, 0, null, p.receipt_at
    from order_parts p join orders o on o.id = p.order_id
    where p.receipt_at is not null and p.receipt_answer is null and p.paid_at is null and ${mayOweParts}) as w`

/** The oldest receipt first: a page by its number, or those after the last one that was read. */
export async function findTransfersToCheck(
  db: Database,
  { limit, offset = 0, after }: { limit: number; offset?: number; after?: TransferToCheckRow | undefined },
): Promise<TransferToCheckRow[]> {
  const place = after ? sql`(w.receipt_at, w.id) > (${after.receiptAt}::timestamptz, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<TransferToCheckRow>`
    select w.id, w.reference, w.course_name as "courseName", w.due_halalas as "totalHalalas", w.part,
      case when u.erased_at is null then jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name,
        'email', u.email, 'phone', u.phone) end as learner,
      w.received_halalas as "receivedHalalas", w.declines, w.expires_at as "expiresAt", w.receipt_at as "receiptAt"
    ${TO_CHECK} join users u on u.id = w.user_id where ${place} order by w.receipt_at, w.id limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows
}

/** Counts up to `max`. */
export async function countTransfersToCheck(db: Database, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select ${TO_CHECK} limit ${max}) as bounded`.execute(db)
  return rows[0]!.count
}
