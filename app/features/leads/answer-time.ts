/** By when the institute answers an enquiry. */
import { dayOf, instantOf, plusDays, type Weekday, weekdayOf } from '../../platform/days.ts'
import type { LeadKind } from './contract.ts'

/** The week in Saudi Arabia. */
export const WORKING_DAYS: readonly Weekday[] = ['sun', 'mon', 'tue', 'wed', 'thu']
/** Within how many working days, unless the institute says otherwise. */
export const ANSWER_DAYS: Record<LeadKind, number> = {
  contact: 1,
  support: 1,
  complaint: 1,
  quote: 1,
  partnership: 3,
  trainer: 5,
}

type Promises = { workingDays?: readonly Weekday[]; answerDays?: Record<string, number> }

/**
 * The end of the last working day on which an answer is in time. The day on which the enquiry came does not count.
 * @param institute its settings; by default those of every institute
 */
export function answerDue(kind: LeadKind, receivedAt: Date, institute: Promises = {}): Date {
  const working = institute.workingDays ?? WORKING_DAYS
  let left = institute.answerDays?.[kind] ?? ANSWER_DAYS[kind]
  let day = dayOf(receivedAt)
  while (left > 0) {
    day = plusDays(day, 1)
    if (working.includes(weekdayOf(day))) left -= 1
  }
  return instantOf(plusDays(day, 1))
}
