/** The refunds of an order. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'
import type { RefundStatus } from './refund-window.ts'

export type RefundRow = {
  id: string
  orderId: string
  attemptId: string | null
  /** Null until staff decide. */
  amountHalalas: number | null
  status: RefundStatus
  reason: string
  decisionReason: string | null
  byHand: boolean
  /** Not sent: it pays the order that took this one's place. */
  isCarried: boolean
  /** Not sent: the payer's bank took it back. */
  isChargeback: boolean
  answer: string | null
  failureReason: string | null
  keepsSeat: boolean
  requestedBy: number | null
  requestedAt: Date
  decidedBy: number | null
  decidedAt: Date | null
  /** When the provider was asked to send it; null also when it certainly did not. */
  askedAt: Date | null
  doneAt: Date | null
  /** The bank's reference of money that staff sent themselves. */
  bankReference: string | null
}

export const REFUND_COLUMNS = sql`r.id, r.order_id as "orderId", r.attempt_id as "attemptId", r.amount_halalas as "amountHalalas",
  r.status, r.reason, r.decision_reason as "decisionReason", r.by_hand as "byHand", r.is_carried as "isCarried",
  exists (select from chargebacks k where k.refund_id = r.id) as "isChargeback", r.answer, r.failure_reason as "failureReason", r.keeps_seat as "keepsSeat",
  r.requested_by as "requestedBy", r.requested_at as "requestedAt", r.decided_by as "decidedBy",
  r.decided_at as "decidedAt", r.asked_at as "askedAt", r.done_at as "doneAt", r.bank_reference as "bankReference"`

/** The oldest first; of one decision, the newest part first. */
export async function refundsOf(db: Database, orderId: string): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    select ${REFUND_COLUMNS} from refunds r where r.order_id = ${orderId}::uuid
    order by r.requested_at, (select a.part from payment_attempts a where a.id = r.attempt_id) desc, r.id`.execute(db)
  return rows
}
