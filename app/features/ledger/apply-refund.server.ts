/** Schedules automatic refunds, and applies refunds that are done. */
import { randomUUID } from 'node:crypto'
import type { PaymentState } from '../../adapters/payment/port.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { enqueue, PAYMENT_PRIORITY } from '../../platform/jobs.server.ts'
import { creditUnpaidParts, issueCreditNote } from '../invoices/invoicing.server.ts'
import { findAttempt, moneyOf } from '../orders/attempt-queries.server.ts'
import type { RefundRow } from '../orders/refund-row-queries.server.ts'
import { endOrder, recordOrderEvent } from '../orders/transition-queries.server.ts'
import { mailAccountNeeded, mailChargedBack, mailRefunded } from './refund-mails.server.ts'
import { completeRefund, findOpenRefund, findRefund, grantRefund, insertRefund } from './refund-queries.server.ts'
import { externalRefundReason } from './refund-reasons.server.ts'

type DueRefund = { orderId: string; attemptId: string; amountHalalas: number; reason: string; now: Date }

/** Refunds a payment that bought no seat automatically; the money of a bank transfer must be sent by staff. */
export async function scheduleRefund(tx: Tx, { settings }: Pick<Services, 'settings'>, due: DueRefund): Promise<void> {
  const id = randomUUID()
  await insertRefund(tx, { id, status: 'sending', decidedBy: null, keepsSeat: false, ...due })
  await enqueue(tx, 'sendRefund', { id }, { priority: PAYMENT_PRIORITY })
  await mailAccountNeeded(tx, settings, id, due.now)
}

/** Compares the provider's refunded total with ours and applies the difference. */
export async function applyRefunded(
  tx: Tx,
  services: Services,
  attemptId: string,
  { refundedHalalas }: PaymentState,
  now: Date,
): Promise<void> {
  if (refundedHalalas === 0) return
  let amounts = await moneyOf(tx, attemptId)
  if (amounts.paidHalalas === null || refundedHalalas <= amounts.sentHalalas) return
  const open = await findOpenRefund(tx, attemptId)
  if (open && isBeingSent(open) && refundedHalalas >= amounts.sentHalalas + open.amountHalalas!) {
    await finishRefund(tx, services, open, now)
    amounts = await moneyOf(tx, attemptId)
  }
  const left = amounts.paidHalalas! - amounts.refundedHalalas
  const externalHalalas = Math.min(refundedHalalas - amounts.sentHalalas, left)
  if (externalHalalas > 0) await recordExternalRefund(tx, services, amounts, externalHalalas, now)
}

const isBeingSent = ({ status }: RefundRow) => status === 'sending' || status === 'unclear'

/**
 * Records a refund made in the provider's dashboard; it settles an open request. While something is left of what was paid
 * for the order, the seat stays, since the purpose is unknown. While a refund of ours is being sent, the total is ambiguous and is compared again afterwards.
 */
async function recordExternalRefund(
  tx: Tx,
  services: Services,
  { id: attemptId, orderId, leftOfOrderHalalas }: Awaited<ReturnType<typeof moneyOf>>,
  amountHalalas: number,
  now: Date,
): Promise<void> {
  const open = await findOpenRefund(tx, attemptId)
  if (open && isBeingSent(open)) return
  const id = open?.id ?? randomUUID()
  const reason = await externalRefundReason(tx, orderId)
  const facts = { amountHalalas, attemptId, keepsSeat: amountHalalas < leftOfOrderHalalas, reason, now }
  if (open) await grantRefund(tx, id, { ...facts, staffId: null })
  else await insertRefund(tx, { id, orderId, status: 'sending', decidedBy: null, ...facts })
  await finishRefund(tx, services, (await findRefund(tx, id))!, now)
}

/**
 * Completes a refund; false when it was completed before. The caller holds the lock of the order.
 * @param isChargeback the institute sent nothing: the payer's bank took the money back
 */
export async function finishRefund(
  tx: Tx,
  services: Services,
  refund: RefundRow,
  now: Date,
  { isChargeback = false }: { isChargeback?: boolean } = {},
): Promise<boolean> {
  const boughtSeat = refund.attemptId === null || (await findAttempt(tx, refund.attemptId))?.status === 'paid'
  if (!(await completeRefund(tx, refund, { boughtSeat, now }))) return false
  let ended = false
  if (boughtSeat) {
    const info = {
      by: refund.decidedBy === null ? ('provider' as const) : ('staff' as const),
      ...(refund.decidedBy === null ? {} : { staffId: refund.decidedBy }),
      now,
      details: { refund: refund.id, amountHalalas: refund.amountHalalas },
    }
    ended = !refund.keepsSeat && (await endOrder(tx, refund.orderId, isChargeback ? 'chargedBack' : 'refunded', info))
    if (!ended && !isChargeback) await recordOrderEvent(tx, refund.orderId, 'partlyRefunded', info)
  }
  await afterRefund(tx, services, refund.id, { isChargeback, now })
  if (ended) await creditUnpaidParts(tx, refund.orderId, refund.decisionReason ?? refund.reason, now)
  return true
}

/** Called once for each refund, after the refund, the ledger and the order are updated. */
async function afterRefund(
  tx: Tx,
  services: Pick<Services, 'settings'>,
  refundId: string,
  { isChargeback, now }: { isChargeback: boolean; now: Date },
) {
  await issueCreditNote(tx, refundId, now)
  await (isChargeback ? mailChargedBack : mailRefunded)(tx, services.settings, refundId, now)
}
