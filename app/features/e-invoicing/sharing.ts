/** When a company gets its invoice. Source: ZATCA, Detailed Guideline for E-Invoicing, section 10. */
import { dayOf } from '../../platform/days.ts'

export type ClearanceState = { state: 'waiting' | 'accepted' | 'warned' | 'refused'; isStandard: boolean }

/** The day of the month after the one of issue from which an invoice that cannot be cleared may be shared. */
const UNCLEARED_FROM_DAY = 15

/** A simplified document is the buyer's at once. */
export function mayBeShared({ state, isStandard }: ClearanceState, issuedAt: Date, now: Date): boolean {
  if (!isStandard || state === 'accepted' || state === 'warned') return true
  if (state === 'refused') return false
  const [year, month] = dayOf(issuedAt).split('-').map(Number)
  const next = month === 12 ? [year! + 1, 1] : [year!, month! + 1]
  return dayOf(now) >= `${next[0]}-${String(next[1]).padStart(2, '0')}-${UNCLEARED_FROM_DAY}`
}
