/** Until when a learner may ask for their money back. */
import { DAY_MS } from '../../platform/durations.ts'
import { REFUND_DAYS } from './order-state.ts'

type Paid = {
  status: string
  paidAt: Date | null
  /** The run's first instant; a recorded course has no run and is never said to have begun. */
  run: { startsAt: Date | string } | null
  refunds: { requested: boolean }[]
}

/**
 * The first instant at which it is too late: the end of the institute's window, or the beginning of the run; null when
 * it is too late already, nothing was paid for, or the learner has asked before.
 */
export function refundUntil(order: Paid, institute: { refundDays?: number } | undefined, now: Date): Date | null {
  if (order.status !== 'paid' || !order.paidAt || order.refunds.some(({ requested }) => requested)) return null
  const windowEnds = order.paidAt.getTime() + (institute?.refundDays ?? REFUND_DAYS) * DAY_MS
  const ends = order.run ? Math.min(windowEnds, new Date(order.run.startsAt).getTime()) : windowEnds
  return ends > now.getTime() ? new Date(ends) : null
}
