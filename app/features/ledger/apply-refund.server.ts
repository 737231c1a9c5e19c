/** Money on its way back: what is owed, and what follows once it is back. */
import { randomUUID } from 'node:crypto'
import type { PaymentState } from '../../adapters/payment/port.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { enqueue, PAYMENT_PRIORITY } from '../../platform/jobs.server.ts'
import { issueCreditNote } from '../invoices/invoicing.server.ts'
import { findAttempt, moneyOf } from '../orders/attempt-queries.server.ts'
import type { RefundRow } from '../orders/refund-row-queries.server.ts'
import { endOrder, recordOrderEvent } from '../orders/transition-queries.server.ts'
import { mailRefunded } from './refund-mails.server.ts'
import { completeRefund, findOpenRefund, findRefund, grantRefund, insertRefund } from './refund-queries.server.ts'
import { externalRefundReason } from './refund-reasons.server.ts'

type DueRefund = { orderId: string; attemptId: string; amountHalalas: number; reason: string; now: Date }

/** A payment that bought nothing goes back by itself; what a bank transfer brought waits for staff to send it. */
export async function scheduleRefund(tx: Tx, owed: DueRefund): Promise<void> {
  const id = randomUUID()
  await insertRefund(tx, { id, status: 'sending', decidedBy: null, keepsSeat: false, ...owed })
  await enqueue(tx, 'sendRefund', { id }, { priority: PAYMENT_PRIORITY })
}

/** The provider's sum of what went back, compared with ours. */
export async function applyRefunded(
  tx: Tx,
  services: Services,
  attemptId: string,
  { refundedHalalas }: PaymentState,
  now: Date,
): Promise<void> {
  if (refundedHalalas === 0) return
  let known = await moneyOf(tx, attemptId)
  if (known.paidHalalas === null || refundedHalalas <= known.sentHalalas) return
  const open = await findOpenRefund(tx, attemptId)
  if (open?.status === 'sending' && refundedHalalas >= known.sentHalalas + open.amountHalalas!) {
    await finishRefund(tx, services, open, now)
    known = await moneyOf(tx, attemptId)
  }
  const left = known.paidHalalas! - known.refundedHalalas
  const elsewhere = Math.min(refundedHalalas - known.sentHalalas, left)
  if (elsewhere > 0) await recordExternalRefund(tx, services, known, elsewhere, now)
}

/**
 * Sent at the provider's own desk: that answers a request. Part of it may be for anything: the seat stays until all is
 * back. While a refund of ours is on its way, the sum tells too little: it is looked at again when that is done.
 */
async function recordExternalRefund(
  tx: Tx,
  services: Services,
  { id: attemptId, orderId, paidHalalas, refundedHalalas }: Awaited<ReturnType<typeof moneyOf>>,
  amountHalalas: number,
  now: Date,
): Promise<void> {
  const open = await findOpenRefund(tx, attemptId)
  if (open?.status === 'sending') return
  const id = open?.id ?? randomUUID()
  const reason = await externalRefundReason(tx, orderId)
  const facts = { amountHalalas, attemptId, keepsSeat: refundedHalalas + amountHalalas < paidHalalas!, reason, now }
  if (open) await grantRefund(tx, id, { ...facts, staffId: null })
  else await insertRefund(tx, { id, orderId, status: 'sending', decidedBy: null, ...facts })
  await finishRefund(tx, services, (await findRefund(tx, id))!, now)
}

/** What follows from money that is back; false when it was back before. The order's lock is held. */
export async function finishRefund(tx: Tx, services: Services, refund: RefundRow, now: Date): Promise<boolean> {
  const boughtSeat = refund.attemptId === null || (await findAttempt(tx, refund.attemptId))?.status === 'paid'
  if (!(await completeRefund(tx, refund, { boughtSeat, now }))) return false
  if (boughtSeat) {
    const done = {
      by: refund.decidedBy === null ? ('provider' as const) : ('staff' as const),
      ...(refund.decidedBy === null ? {} : { staffId: refund.decidedBy }),
      now,
      details: { refund: refund.id, amountHalalas: refund.amountHalalas },
    }
    const ended = !refund.keepsSeat && (await endOrder(tx, refund.orderId, 'refunded', done))
    if (!ended) await recordOrderEvent(tx, refund.orderId, 'partlyRefunded', done)
  }
  await afterRefund(tx, services, refund.id, now)
  return true
}

/** Once for each refund, when the money is back; the refund's row, the ledger and the order say so already. */
async function afterRefund(tx: Tx, services: Pick<Services, 'settings'>, refundId: string, now: Date) {
  await issueCreditNote(tx, refundId, now)
  await mailRefunded(tx, services.settings, refundId, now)
}
