/** What pages show of an enrolment that was ended although nothing of what was paid was sent back. */
import type { Order } from './order-contract.ts'

type Ended = Pick<Order, 'status' | 'totalHalalas' | 'refundedHalalas' | 'isMoved'>

export const isEndedUnreturned = ({ status, totalHalalas, refundedHalalas, isMoved }: Ended): boolean =>
  status === 'refunded' && totalHalalas > 0 && refundedHalalas === 0 && !isMoved
