/** Whether a paid order can be replaced by one for another course, run or person. */
import type { Database } from '../../../platform/database/database.server.ts'
import type { OrderRow } from '../../orders/order-queries.server.ts'
import { refundsOf } from '../../orders/refund-row-queries.server.ts'
import { moveFactsOf } from './enrolment-move-queries.server.ts'
import type { STAYS } from './order-move-contract.ts'

/** Refunds after which the order may not be paid any more. */
const UNSETTLED: ReadonlySet<string> = new Set(['requested', 'sending', 'unclear', 'refused'])

export async function hasOpenRefund(db: Database, orderId: string): Promise<boolean> {
  return (await refundsOf(db, orderId)).some(({ status }) => UNSETTLED.has(status))
}

/** @returns why the order stays, or null when it can be moved */
export async function whyItStays(
  db: Database,
  order: OrderRow,
  staffId: number,
): Promise<(typeof STAYS)[number] | null> {
  if (order.userId === staffId) return 'ownOrder'
  if (order.status !== 'paid') return 'orderNotMovable'
  if (order.run?.cancelledAt) return 'runCancelled'
  const facts = await moveFactsOf(db, order.id)
  if (facts.isCertified) return 'orderCertified'
  if (facts.isAttended) return 'orderAttended'
  if (facts.isDisputed) return 'orderDisputed'
  if (facts.isOfCompany) return 'orderOfCompany'
  return (await hasOpenRefund(db, order.id)) ? 'orderRefundOpen' : null
}
