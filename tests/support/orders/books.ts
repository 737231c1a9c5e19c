/** Sales as they stand in the books: the order, its money, its invoice, and what went back. */
import { randomUUID } from 'node:crypto'
import { issueCreditNote, issueInvoice } from '../../../app/features/invoices/invoicing.server.ts'
import type { Database } from '../../../app/platform/database/database.server.ts'
import { learner, order } from '../factories.ts'

type Sale = {
  courseId: number
  scheduleId?: number
  totalHalalas: number
  at: Date
  vatTreatment?: 'exempt'
  /** When its invoice was issued, where that was later. */
  invoicedAt?: Date
}

/** An order that was paid and invoiced at a time. */
export async function bookedSale(db: Database, { at, invoicedAt = at, ...facts }: Sale) {
  const user = await learner(db)
  const made = await order(db, { ...facts, userId: user.id, createdAt: at })
  const attemptId = await bookedPayment(db, made.id, facts.totalHalalas, at)
  await db.transaction().execute((tx) => issueInvoice(tx, made.id, invoicedAt))
  return { ...made, userId: user.id, attemptId }
}

/** A payment of an order. @param status `refund-due`: it bought nothing */
export async function bookedPayment(
  db: Database,
  orderId: string,
  amountHalalas: number,
  at: Date,
  status: 'paid' | 'refund-due' = 'paid',
): Promise<string> {
  const id = randomUUID()
  const reference = `p-${id}`
  await db
    .insertInto('payment_attempts')
    .values({
      ...{ id, order_id: orderId, provider: 'sandbox', provider_reference: reference, status },
      ...{ amount_halalas: amountHalalas, paid_halalas: amountHalalas, paid_currency: 'SAR' },
      ...{ created_at: at, updated_at: at },
    })
    .execute()
  await db
    .insertInto('ledger')
    .values({
      ...{ kind: 'payment', order_id: orderId, attempt_id: id, provider: 'sandbox', provider_reference: reference },
      ...{ amount_halalas: amountHalalas, currency: 'SAR', at },
    })
    .execute()
  return id
}

/** A refund that is done, with its credit note if it is of what bought the seat. */
export async function bookedRefund(
  db: Database,
  sale: { id: string; userId: number; attemptId: string },
  { amountHalalas, at, ofSeat = true }: { amountHalalas: number; at: Date; ofSeat?: boolean },
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('refunds')
    .values({
      ...{ id, order_id: sale.id, attempt_id: sale.attemptId, amount_halalas: amountHalalas, status: 'done' },
      ...{ of_seat: ofSeat, reason: 'ظرف طارئ', requested_by: sale.userId },
      ...{ requested_at: at, decided_at: at, done_at: at },
    })
    .execute()
  await db
    .insertInto('ledger')
    .values({
      ...{ kind: 'refund', order_id: sale.id, attempt_id: sale.attemptId, refund_id: id, provider: 'sandbox' },
      ...{ amount_halalas: -amountHalalas, currency: 'SAR', at },
    })
    .execute()
  if (ofSeat) await db.transaction().execute((tx) => issueCreditNote(tx, id, at))
  return id
}
