/** Refunds in the database. Each status change is one conditional statement, so a repeated change has no effect. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'
import { CARRIED, sentByProvider, TRANSFER } from '../orders/attempt-queries.server.ts'
import { REFUND_COLUMNS, type RefundRow } from '../orders/refund-row-queries.server.ts'

export async function findRefund(db: Database, id: string): Promise<RefundRow | undefined> {
  const { rows } = await sql<RefundRow>`select ${REFUND_COLUMNS} from refunds r where r.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** The refund of an attempt that is requested, being sent or unclear: there is at most one. */
export async function findOpenRefund(db: Database, attemptId: string): Promise<RefundRow | undefined> {
  const { rows } = await sql<RefundRow>`
    select ${REFUND_COLUMNS} from refunds r where r.attempt_id = ${attemptId}::uuid and r.status in ('requested', 'sending', 'unclear')`.execute(
    db,
  )
  return rows[0]
}

export type RefundToSend = {
  provider: string
  reference: string | null
  /** The total refunded amount of the payment after this refund. */
  inAllHalalas: number
  /** When the provider was asked; null while nothing was sent. */
  askedAt: Date | null
}

/**
 * What to request from the provider; undefined when the refund is not being sent. Read in one statement: the refunded
 * total and the refund's status change together, and a total that includes this refund already would send it twice.
 */
export async function findRefundToSend(db: Database, id: string): Promise<RefundToSend | undefined> {
  const { rows } = await sql<RefundToSend>`
    select a.provider, a.provider_reference as reference, ${sentByProvider} + r.amount_halalas as "inAllHalalas",
      r.asked_at as "askedAt"
    from refunds r join payment_attempts a on a.id = r.attempt_id
    where r.id = ${id}::uuid and r.status = 'sending'`.execute(db)
  return rows[0]
}

/**
 * Records what the provider will be asked for, before it is asked.
 * @returns false when it was asked already, or the refund is not being sent any more
 */
export async function recordAsked(
  db: Database,
  id: string,
  asked: { amountHalalas: number; inAllHalalas: number; at: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('refunds')
    .set({ asked_at: asked.at, asked_halalas: asked.amountHalalas, asked_total_halalas: asked.inAllHalalas })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .where('asked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

const NOT_ASKED = { asked_at: null, asked_halalas: null, asked_total_halalas: null }

/** The provider certainly did not do what it was asked for at this time: it may be asked again. */
export async function clearAsked(db: Database, id: string, askedAt: Date): Promise<void> {
  await db
    .updateTable('refunds')
    .set(NOT_ASKED)
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .where('asked_at', '=', askedAt)
    .execute()
}

/** A refund that the provider refused or left unclear is sent once more; false when it is in another status. */
export async function resendRefund(db: Database, id: string): Promise<boolean> {
  const result = await db
    .updateTable('refunds')
    .set({ status: 'sending', failure_reason: null, ...NOT_ASKED })
    .where('id', '=', id)
    .where('status', 'in', ['refused', 'unclear'])
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Nobody can tell whether the provider will still send it: staff must find out. */
export async function markUnclear(db: Database, id: string): Promise<boolean> {
  const result = await db
    .updateTable('refunds')
    .set({ status: 'unclear' })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .where('asked_at', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Refunds through the provider that were decided before `before` and are still being sent. */
export async function findStuck(db: Database, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from refunds r join payment_attempts a on a.id = r.attempt_id
    where r.status = 'sending' and coalesce(r.decided_at, r.requested_at) < ${before} and a.provider not in ('transfer', 'cash', 'carried')
    order by coalesce(r.decided_at, r.requested_at) limit 1000`.execute(db)
  return rows.map(({ id }) => id)
}

export type NewRefund = {
  id: string
  orderId: string
  attemptId: string | null
  reason: string
  now: Date
} & (
  | { status: 'requested'; requestedBy: number }
  | { status: 'sending'; amountHalalas: number; decidedBy: number | null; keepsSeat: boolean }
)

/** False when the same payment has another refund that is requested or being sent. */
export async function insertRefund(db: Database, refund: NewRefund): Promise<boolean> {
  const isDecided = refund.status === 'sending'
  const inserted = await db
    .insertInto('refunds')
    .values({
      id: refund.id,
      order_id: refund.orderId,
      attempt_id: refund.attemptId,
      status: refund.status,
      reason: refund.reason,
      amount_halalas: isDecided ? refund.amountHalalas : null,
      requested_by: isDecided ? null : refund.requestedBy,
      requested_at: refund.now,
      decided_by: isDecided ? refund.decidedBy : null,
      decided_at: isDecided ? refund.now : null,
      keeps_seat: isDecided && refund.keepsSeat,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Accepts the learner's request: the refund is being sent. */
export async function grantRefund(
  db: Database,
  id: string,
  decision: {
    amountHalalas: number
    attemptId: string | null
    keepsSeat: boolean
    staffId: number | null
    reason: string
    now: Date
  },
): Promise<boolean> {
  const result = await db
    .updateTable('refunds')
    .set({
      status: 'sending',
      amount_halalas: decision.amountHalalas,
      attempt_id: decision.attemptId,
      keeps_seat: decision.keepsSeat,
      decision_reason: decision.reason,
      decided_by: decision.staffId,
      decided_at: decision.now,
    })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function declineRefund(
  db: Database,
  id: string,
  decision: { answer: string; staffId: number; now: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('refunds')
    .set({
      status: 'declined',
      answer: decision.answer,
      decided_by: decision.staffId,
      decided_at: decision.now,
    })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The learner takes their request back; false when it was decided meanwhile. */
export async function withdrawRefund(db: Database, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('refunds')
    .set({ status: 'withdrawn', decided_at: now })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Records that the provider refuses the refund. */
export async function refuseRefund(db: Database, id: string, failureReason: string): Promise<boolean> {
  const result = await db
    .updateTable('refunds')
    .set({ status: 'refused', failure_reason: failureReason, ...NOT_ASKED })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

const hasEnoughLeft = sql<boolean>`(attempt_id is null or exists (
  select from payment_attempts a where a.id = refunds.attempt_id
    and a.refunded_halalas + refunds.amount_halalas + coalesce((select sum(o.amount_halalas) from refunds o
      where o.attempt_id = a.id and o.status in ('sending', 'unclear') and o.id <> refunds.id), 0) <= a.paid_halalas))`

/** Money that was carried over is sent back by a transfer: what is booked as carried goes out and in at once. */
const SENT_BACK_BY = sql`case when provider = ${CARRIED} then ${TRANSFER} else provider end`

/**
 * Marks a refund done and updates the attempt, the order's total and the ledger. The order's total counts only the
 * payment that bought the seat.
 * @param isCarried the money stays here and pays another order
 * @returns false when it was done before, or when less than its amount is left of the payment beside another refund that
 * is being sent
 */
export async function completeRefund(
  db: Database,
  refund: RefundRow,
  { boughtSeat, isCarried = false, now }: { boughtSeat: boolean; isCarried?: boolean; now: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('refunds')
    .set({ status: 'done', done_at: now, failure_reason: null, decided_by: refund.decidedBy, of_seat: boughtSeat })
    .set({
      is_carried: isCarried,
      by_hand: refund.byHand,
      decision_reason: refund.decisionReason,
      bank_reference: refund.bankReference,
    })
    .where('id', '=', refund.id)
    .where('status', 'in', ['sending', 'unclear', 'refused'])
    .where(hasEnoughLeft)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) return false
  if (refund.attemptId === null || refund.amountHalalas === null || refund.amountHalalas === 0) return true
  await sql`
    with refunded as (
      update payment_attempts a set refunded_halalas = a.refunded_halalas + ${refund.amountHalalas},
        status = case when a.refunded_halalas + ${refund.amountHalalas} >= a.paid_halalas then 'refunded' else a.status end,
        updated_at = ${now}
      where a.id = ${refund.attemptId}::uuid returning a.*),
    summed as (
      update orders o set refunded_halalas = o.refunded_halalas + ${refund.amountHalalas}
      from refunded where o.id = refunded.order_id and ${boughtSeat})
    insert into ledger (kind, order_id, attempt_id, refund_id, provider, provider_reference, amount_halalas, currency, at)
    select 'refund', order_id, id, ${refund.id}::uuid, ${isCarried ? sql`${CARRIED}::text` : SENT_BACK_BY}, provider_reference, ${-refund.amountHalalas}::int,
      paid_currency, greatest(${now}::timestamptz, open_books_from())
    from refunded`.execute(db)
  return true
}

export type Refundable = {
  /** A payment that bought the seat, or a part of it; null for an order that cost nothing. */
  attemptId: string | null
  provider: string | null
  leftHalalas: number
}

/**
 * What can still be refunded of an order, by its payments, the newest part first: the cards of old payments have often
 * expired. Empty when it was never paid or is fully refunded.
 */
export async function findRefundable(db: Database, orderId: string): Promise<Refundable[]> {
  const { rows } = await sql<Refundable>`
    select a.id as "attemptId", a.provider, coalesce(a.paid_halalas - a.refunded_halalas, 0) as "leftHalalas"
    from orders o left join payment_attempts a on a.order_id = o.id and a.status = 'paid'
    where o.id = ${orderId}::uuid and (o.status = 'paid' or (o.status = 'refunded' and a.id is not null))
      and (o.total_halalas = 0 or a.paid_halalas > a.refunded_halalas) order by a.part desc`.execute(db)
  return rows
}

/** The language in which the order was placed. */
export async function findOrderLang(db: Database, orderId: string): Promise<string> {
  const { lang } = await db.selectFrom('orders').select('lang').where('id', '=', orderId).executeTakeFirstOrThrow()
  return lang
}
