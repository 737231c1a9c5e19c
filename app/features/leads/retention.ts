/** For how long an enquiry is kept, as the privacy policy and the forms' pages say. */
import type { LeadKind } from './contract.ts'

const MONTHS_AFTER_CLOSING: Record<LeadKind, number> = {
  contact: 24,
  complaint: 24,
  quote: 24,
  partnership: 24,
  trainer: 12,
}
/** One that nobody ever closed goes, too. */
const MONTHS_AT_MOST = 36

/** When it is erased; `closedAt` is null while it is open. */
export function eraseAt(kind: LeadKind, receivedAt: Date, closedAt: Date | null): Date {
  // A CV is kept for a year from when it came, whatever became of it.
  if (kind === 'trainer') return monthsAfter(receivedAt, MONTHS_AFTER_CLOSING.trainer)
  return closedAt ? monthsAfter(closedAt, MONTHS_AFTER_CLOSING[kind]) : monthsAfter(receivedAt, MONTHS_AT_MOST)
}

function monthsAfter(from: Date, months: number): Date {
  const date = new Date(from)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date
}
