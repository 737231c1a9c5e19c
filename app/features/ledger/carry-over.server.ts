/** The money of an order that pays another one: nothing leaves the institute, and the books show it out and in. */
import { randomUUID } from 'node:crypto'
import { Problem } from '../../api/problem.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { creditUnpaidParts, issueCreditNote } from '../invoices/invoicing.server.ts'
import { endOrder } from '../orders/transition-queries.server.ts'
import { completeRefund, findRefund, insertRefund } from './refund-queries.server.ts'

type Carried = {
  orderId: string
  /** From which payments how much is carried; one without a payment where nothing was paid. */
  shares: { attemptId: string | null; amountHalalas: number }[]
  /** The number of the order that takes its place. */
  toReference: string
  reason: string
  staffId: number
  now: Date
}

/**
 * Ends a paid order whose place another one takes, and credits what that one is paid with. The caller holds the lock of
 * the order.
 * @returns the id of the last refund that books it
 * @throws Problem refundUnderWay, orderNotMovable
 */
export async function carryOver(tx: Tx, carried: Carried): Promise<string> {
  const { orderId, shares, toReference, reason, staffId, now } = carried
  const ids: string[] = []
  for (const { attemptId, amountHalalas } of shares) {
    const id = randomUUID()
    const facts = { id, orderId, attemptId, amountHalalas, reason, decidedBy: staffId, keepsSeat: false, now }
    if (!(await insertRefund(tx, { ...facts, status: 'sending' }))) throw new Problem('refundUnderWay')
    const refund = (await findRefund(tx, id))!
    const byHand = { byHand: attemptId !== null, bankReference: toReference, decisionReason: reason }
    if (!(await completeRefund(tx, { ...refund, ...byHand }, { boughtSeat: true, isCarried: true, now })))
      throw new Problem('orderNotMovable')
    ids.push(id)
  }
  const details = { amountHalalas: shares.reduce((sum, { amountHalalas }) => sum + amountHalalas, 0), toReference }
  if (!(await endOrder(tx, orderId, 'movedToOrder', { by: 'staff', staffId, note: reason, now, details })))
    throw new Problem('orderNotMovable')
  for (const id of ids) await issueCreditNote(tx, id, now)
  await creditUnpaidParts(tx, orderId, reason, now)
  return ids.at(-1)!
}
