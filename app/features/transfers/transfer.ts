/** The rules of bank transfers: who may pay so, and for how long a seat waits for the money. */
import type { Institute } from '../../../db/shapes.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'

const TRANSFER_DAYS = 3
/** A run that begins sooner leaves a bank no time. */
const MIN_BEFORE_RUN_MS = DAY_MS
/** What is left of the days of an order that was placed before must be worth beginning. */
const MIN_HOLD_MS = HOUR_MS
/** So many seats may wait for transfers of one learner. */
export const MAX_OPEN_TRANSFERS = 3
/** How long a learner has at least to answer a refused receipt. */
const TIME_AFTER_DECLINE_MS = DAY_MS

type Bank = Pick<Institute, 'bank' | 'transferDays'>

const transferDaysOf = (institute: Bank | undefined) => institute?.transferDays ?? TRANSFER_DAYS

/**
 * Until when the seat of an order waits for a transfer: some days from when it was first placed, and never beyond the
 * beginning of its run. Changing to and fro between methods wins no time.
 * @returns undefined where nothing can be paid by transfer
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

/** Staff get as long to look at the first receipt as the learner had to send it; the run's beginning ends it all. */
export function deadlineWithReceipt(
  institute: Bank | undefined,
  order: { expiresAt: Date; runStartsAt: Date | null; now: Date },
): Date {
  return extended(order, transferDaysOf(institute) * DAY_MS)
}

/** Whoever is told that a receipt does not do has time to send another. */
export function deadlineAfterDecline(order: { expiresAt: Date; runStartsAt: Date | null; now: Date }): Date {
  return extended(order, TIME_AFTER_DECLINE_MS)
}

function extended(order: { expiresAt: Date; runStartsAt: Date | null; now: Date }, byMs: number): Date {
  const wanted = Math.max(order.expiresAt.getTime(), order.now.getTime() + byMs)
  const latest = order.runStartsAt?.getTime() ?? wanted
  return new Date(Math.max(order.expiresAt.getTime(), Math.min(wanted, latest)))
}
