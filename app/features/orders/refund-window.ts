/** Until when a learner may request a refund. */
import { DAY_MS } from '../../platform/durations.ts'
import { REFUND_DAYS } from './order-state.ts'

type Paid = {
  status: string
  paidAt: Date | null
  /** Null for a recorded course, which has no start. */
  run: { startsAt: Date | string } | null
  refunds: { requested: boolean }[]
}

/**
 * The first instant at which it is too late: the end of the institute's refund window or the start of the run. Null when
 * it is too late already, the order is not paid, or the learner has requested a refund before.
 */
export function refundUntil(order: Paid, institute: { refundDays?: number } | undefined, now: Date): Date | null {
  if (order.status !== 'paid' || !order.paidAt || order.refunds.some(({ requested }) => requested)) return null
  const windowEnds = order.paidAt.getTime() + (institute?.refundDays ?? REFUND_DAYS) * DAY_MS
  const ends = order.run ? Math.min(windowEnds, new Date(order.run.startsAt).getTime()) : windowEnds
  return ends > now.getTime() ? new Date(ends) : null
}
