/** What pages show of an enrolment that ended although the institute sent nothing of what was paid back. */
import type { Order } from './order-contract.ts'

type Ended = Pick<Order, 'status' | 'totalHalalas' | 'refundedHalalas' | 'isMoved' | 'isChargedBack'>

export const isEndedUnreturned = (order: Ended): boolean =>
  order.isChargedBack ||
  (order.status === 'refunded' && order.totalHalalas > 0 && order.refundedHalalas === 0 && !order.isMoved)
