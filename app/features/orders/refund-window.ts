/** Until when a learner may request a refund. */
import { DAY_MS } from '../../platform/durations.ts'
import { REFUND_DAYS } from './order-state.ts'

export type RefundStatus = 'requested' | 'withdrawn' | 'declined' | 'sending' | 'unclear' | 'refused' | 'done'

const UNDER_WAY: readonly RefundStatus[] = ['sending', 'unclear', 'refused']

type Paid = {
  status: string
  paidAt: Date | null
  createdAt: Date
  /** Null for a recorded course, which has no start. */
  run: { startsAt: Date | string; movedAt: string | null; freeExitUntil: string | null } | null
  /** Of a recorded course that its learner has completed: they have had all of it. */
  isFinished: boolean
  refunds: { requested: boolean; status: RefundStatus }[]
}

/**
 * Until when the learner may leave and gets everything back without a decision, because the dates were moved after the
 * order was placed; null when it is too late, or they were not.
 */
export function freeExitUntil({ status, createdAt, run }: Paid, now: Date): Date | null {
  if (status !== 'paid' || !run?.movedAt || !run.freeExitUntil || createdAt >= new Date(run.movedAt)) return null
  const until = new Date(run.freeExitUntil)
  return until > now ? until : null
}

/** Whether it is being sent: what the provider refused or leaves unclear is settled by staff. */
export const isBeingSent = (status: RefundStatus): boolean => UNDER_WAY.includes(status)

/** Whether the learner has requested a refund, or staff are sending one. */
export const isRefundUnderWay = ({ refunds }: Pick<Paid, 'refunds'>): boolean =>
  refunds.some(({ requested, status }) => requested || isBeingSent(status))

/**
 * The first instant at which it is too late: the end of the institute's refund window or the start of the run, and not before the free
 * way out of a moved run ends. Null when
 * it is too late already, the order is not paid, the recorded course is finished, or a refund is
 * under way.
 */
export function refundUntil(order: Paid, institute: { refundDays?: number } | undefined, now: Date): Date | null {
  if (order.status !== 'paid' || !order.paidAt || order.isFinished) return null
  if (isRefundUnderWay(order)) return null
  const windowEnds = order.paidAt.getTime() + (institute?.refundDays ?? REFUND_DAYS) * DAY_MS
  const ends = order.run ? Math.min(windowEnds, new Date(order.run.startsAt).getTime()) : windowEnds
  const last = Math.max(ends, freeExitUntil(order, now)?.getTime() ?? 0)
  return last > now.getTime() ? new Date(last) : null
}
