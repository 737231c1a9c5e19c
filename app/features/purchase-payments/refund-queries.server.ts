/** Refunds of companies' card payments through the provider. Each change of state is one conditional statement. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { LOST } from './queries.server.ts'

export type PurchaseRefund = {
  id: string
  quoteId: number
  attemptId: string
  amountHalalas: number
  inAllHalalas: number
  status: 'sending' | 'unclear' | 'refused' | 'done'
  failureReason: string | null
  askedAt: Date | null
  at: Date
  by: string | null
  provider: string
  reference: string | null
}

const REFUND = sql`r.id, r.quote_id as "quoteId", r.attempt_id as "attemptId", r.amount_halalas as "amountHalalas",
  r.in_all_halalas as "inAllHalalas", r.status, r.failure_reason as "failureReason", r.asked_at as "askedAt", r.at,
  (select u.user_name from users u where u.id = r.by_staff) as by, a.provider, a.provider_reference as reference
  from purchase_refunds r join purchase_attempts a on a.id = r.attempt_id`

export async function findRefund(db: Database, id: string): Promise<PurchaseRefund | undefined> {
  const { rows } = await sql<PurchaseRefund>`select ${REFUND} where r.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Whether a refund of the payment is being sent, or nobody knows what became of it. */
export async function hasOpenRefund(tx: Tx, attemptId: string): Promise<boolean> {
  const { rows } = await sql`select from purchase_refunds
    where attempt_id = ${attemptId}::uuid and status in ('sending', 'unclear') limit 1`.execute(tx)
  return rows.length > 0
}

/** The newest first. */
export async function refundsOfPurchase(db: Database, quoteId: number): Promise<PurchaseRefund[]> {
  const { rows } = await sql<PurchaseRefund>`select ${REFUND} where r.quote_id = ${quoteId}
    order by r.at desc, r.id`.execute(db)
  return rows
}

type NewRefund = {
  id: string
  quoteId: number
  attemptId: string
  amountHalalas: number
  inAllHalalas: number
  staffId: number
  now: Date
}

/** False while another refund of the same payment is under way. */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<boolean> {
  const inserted = await tx
    .insertInto('purchase_refunds')
    .values({
      ...{ id: refund.id, quote_id: refund.quoteId, attempt_id: refund.attemptId, at: refund.now },
      ...{ amount_halalas: refund.amountHalalas, in_all_halalas: refund.inAllHalalas, by_staff: refund.staffId },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** False when it was asked for before. */
export async function recordAsked(db: Database, id: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update purchase_refunds set asked_at = ${at}
    where id = ${id}::uuid and status = 'sending' and asked_at is null`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** It was certainly not sent. */
export async function clearAsked(db: Database, id: string): Promise<void> {
  await sql`update purchase_refunds set asked_at = null where id = ${id}::uuid and status = 'sending'`.execute(db)
}

export async function endRefund(
  db: Database,
  id: string,
  end: { status: 'refused' | 'unclear'; failureReason: string | null },
): Promise<void> {
  await sql`update purchase_refunds set status = ${end.status}, failure_reason = ${end.failureReason}
    where id = ${id}::uuid and status = 'sending'`.execute(db)
}

/** Those that the provider's total of a payment covers. */
export async function finishRefunds(tx: Tx, attemptId: string, refundedHalalas: number, now: Date): Promise<void> {
  await sql`update purchase_refunds set status = 'done', done_at = ${now}
    where attempt_id = ${attemptId}::uuid and in_all_halalas <= ${refundedHalalas}::int
      and status in ('sending', 'unclear')`.execute(tx)
}

/** Refunds without progress, because the queue lost or gave up their job. */
export async function stuckRefunds(db: Database, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from purchase_refunds
    where status = 'sending' and at < ${before} order by at limit 100`.execute(db)
  return rows.map(({ id }) => id)
}

/** What of a booked card payment the provider still holds: its bank may have taken some of it back. */
export async function leftOfAttempt(tx: Tx, quoteId: number, attemptId: string) {
  const { rows } = await sql<{ leftHalalas: number; refundedHalalas: number }>`
    select a.paid_halalas - a.refunded_halalas - (${LOST})::int as "leftHalalas", a.refunded_halalas as "refundedHalalas"
    from purchase_attempts a where a.id = ${attemptId}::uuid and a.quote_id = ${quoteId} and a.status = 'paid'
      and exists (select from company_payments p where p.attempt_id = a.id and p.kind = 'received')`.execute(tx)
  return rows[0]
}
