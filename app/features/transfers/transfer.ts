/** The rules of bank transfers: when they are possible, and how long a seat is held for the money. */
import type { Institute } from '../../../db/shapes.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'

/** How long a seat is held for a transfer, unless the institute says otherwise. */
export const TRANSFER_DAYS = 3
/** A bank transfer may take a day: no transfers for runs that begin sooner. */
const MIN_BEFORE_RUN_MS = DAY_MS
/** With less time left than this, a transfer is not offered. */
const MIN_HOLD_MS = HOUR_MS
/** The maximum of seats held for transfers of one learner. */
export const MAX_OPEN_TRANSFERS = 3
/** The minimum time a learner has to send another receipt after one was declined. */
const TIME_AFTER_DECLINE_MS = DAY_MS
const MAX_EXTENDING_DECLINES = 2
/** The most that staff may waive of a total, so that no course is sold for a riyal. */
export const MAX_WAIVED_PERCENT = 5

type Held = { expiresAt: Date; runStartsAt: Date | null; now: Date }

type Bank = Pick<Institute, 'bank' | 'transferDays'>

const transferDaysOf = (institute: Bank | undefined) => institute?.transferDays ?? TRANSFER_DAYS

/**
 * Until when the seat of an order is held for a transfer: some days from when it was first placed, and never beyond the
 * beginning of its run. Switching between methods does not extend it.
 * @returns undefined when a transfer is not possible
 */
export function transferDeadline(
  institute: Bank | undefined,
  order: { placedAt: Date; runStartsAt: Date | null; now: Date },
): Date | undefined {
  if (!institute?.bank) return undefined
  const ends = order.placedAt.getTime() + transferDaysOf(institute) * DAY_MS
  const runStarts = order.runStartsAt?.getTime() ?? Number.POSITIVE_INFINITY
  const until = Math.min(ends, runStarts)
  const now = order.now.getTime()
  return runStarts - now >= MIN_BEFORE_RUN_MS && until - now >= MIN_HOLD_MS ? new Date(until) : undefined
}

/** The first receipt extends the deadline, so that staff have time to check it; never beyond the run's beginning. */
export function deadlineWithReceipt(institute: Bank | undefined, order: Held): Date {
  return extendedDeadline(order, transferDaysOf(institute) * DAY_MS)
}

/**
 * A declined receipt extends the deadline, so that the learner can send another, but only the first times: a seat must
 * not be held for ever by sending one useless receipt after the other.
 * @param declines with this one
 */
export function deadlineAfterDecline(order: Held, declines: number): Date {
  return declines > MAX_EXTENDING_DECLINES ? order.expiresAt : extendedDeadline(order, TIME_AFTER_DECLINE_MS)
}

/** Whether staff may accept this little less than the total. */
export function canWaive(receivedHalalas: number, totalHalalas: number): boolean {
  return (totalHalalas - receivedHalalas) * 100 <= totalHalalas * MAX_WAIVED_PERCENT
}

/** The deadline `byMs` from now; never sooner than it was, and never beyond the run's beginning. */
export function extendedDeadline(order: Held, byMs: number): Date {
  const extendedEnd = Math.max(order.expiresAt.getTime(), order.now.getTime() + byMs)
  const latest = order.runStartsAt?.getTime() ?? extendedEnd
  return new Date(Math.max(order.expiresAt.getTime(), Math.min(extendedEnd, latest)))
}
