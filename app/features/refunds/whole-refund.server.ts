/** Refunds that follow from something else that was decided: of all that is left of an order, or of a difference. */
import { randomUUID } from 'node:crypto'
import { Problem } from '../../api/problem.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { finishRefund } from '../ledger/apply-refund.server.ts'
import { mailAccountNeeded } from '../ledger/refund-mails.server.ts'
import { findRefund, findRefundable, grantRefund, insertRefund } from '../ledger/refund-queries.server.ts'
import { refundsOf } from '../orders/refund-row-queries.server.ts'
import { recordOrderEvent } from '../orders/transition-queries.server.ts'
import { closeUnowedPart } from '../payments/apply-payment.server.ts'
import { enqueueRefund } from './refund-jobs.server.ts'

type WholeRefund = {
  reason: string
  staffId: number | null
  /** Whether the learner of a bank transfer gets a mail that asks for the account; not when another mail does. */
  asksForAccount?: boolean
}

/**
 * Starts the refund under the lock of the order; an open request of the learner is granted. A refund of nothing is done
 * at once, a bank transfer is sent by staff, and any other refund is then sent by `sendRefundNow`, or its job.
 * @param staffId who caused it; null when it follows from a rule
 * @returns the ids of the refunds, one for each payment; empty when nothing is left to refund
 * @throws Problem refundUnderWay while another refund of the same payment is being sent
 */
export async function refundWhole(
  tx: Tx,
  services: Services,
  orderId: string,
  { reason, staffId, asksForAccount = true }: WholeRefund,
): Promise<string[]> {
  const payments = await findRefundable(tx, orderId)
  const now = services.now()
  let request = (await refundsOf(tx, orderId)).find(({ status }) => status === 'requested')
  const by = staffId === null ? ({ by: 'clock' } as const) : ({ by: 'staff', staffId } as const)
  const ids: string[] = []
  for (const { attemptId, leftHalalas: amountHalalas } of payments) {
    const id = request?.id ?? randomUUID()
    const common = { amountHalalas, attemptId, keepsSeat: false, reason, now }
    const isStarted = request
      ? await grantRefund(tx, id, { ...common, staffId })
      : await insertRefund(tx, { id, orderId, status: 'sending', decidedBy: staffId, ...common })
    if (!isStarted) throw new Problem('refundUnderWay')
    request = undefined
    await recordOrderEvent(tx, orderId, 'refundDecided', { ...by, now, details: { refund: id, amountHalalas } })
    if (attemptId === null) await finishRefund(tx, services, (await findRefund(tx, id))!, now)
    else {
      await enqueueRefund(tx, id)
      if (asksForAccount) await mailAccountNeeded(tx, services.settings, id, now)
    }
    ids.push(id)
  }
  await closeUnowedPart(tx, services, orderId)
  return ids
}

/** Of one payment. */
type Difference = { orderId: string; attemptId: string; amountHalalas: number; reason: string; staffId: number }

/**
 * Starts the refund of what a move of the order left over, under the lock of the order; `sendRefundNow` sends it after
 * the transaction.
 * @returns the id of the refund
 * @throws Problem refundUnderWay
 */
export async function refundDifference(tx: Tx, services: Services, difference: Difference): Promise<string> {
  const { orderId, amountHalalas, staffId } = difference
  const [id, now] = [randomUUID(), services.now()]
  const refund = { id, ...difference, keepsSeat: false, decidedBy: staffId, now }
  if (!(await insertRefund(tx, { ...refund, status: 'sending' }))) throw new Problem('refundUnderWay')
  await recordOrderEvent(tx, orderId, 'refundDecided', {
    by: 'staff',
    staffId,
    now,
    details: { refund: id, amountHalalas },
  })
  await enqueueRefund(tx, id)
  await mailAccountNeeded(tx, services.settings, id, now)
  return id
}
