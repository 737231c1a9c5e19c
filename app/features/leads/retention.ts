/** For how long an enquiry is stored, as stated in the privacy policy and on the forms' pages. */
import type { LeadKind } from './contract.ts'

const MONTHS_AFTER_CLOSING: Record<LeadKind, number> = {
  contact: 24,
  support: 24,
  complaint: 24,
  quote: 24,
  partnership: 24,
  trainer: 12,
}
/** An enquiry that is never closed is erased, too. */
const MONTHS_AT_MOST = 36

/** When it is erased; `closedAt` is null while it is open. */
export function eraseAt(kind: LeadKind, receivedAt: Date, closedAt: Date | null): Date {
  // A CV is stored for a year from its receipt, whatever the outcome.
  if (kind === 'trainer') return monthsAfter(receivedAt, MONTHS_AFTER_CLOSING.trainer)
  return closedAt ? monthsAfter(closedAt, MONTHS_AFTER_CLOSING[kind]) : monthsAfter(receivedAt, MONTHS_AT_MOST)
}

function monthsAfter(from: Date, months: number): Date {
  const date = new Date(from)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date
}
