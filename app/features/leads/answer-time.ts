/** By when the institute answers an enquiry. */
import { dayOf, instantOf, plusDays, type Weekday, weekdayOf } from '../../platform/days.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import type { LeadKind } from './contract.ts'

/** The week in Saudi Arabia. */
export const WORKING_DAYS: readonly Weekday[] = ['sun', 'mon', 'tue', 'wed', 'thu']
/** Within how many working days, unless the institute says otherwise: what the texts of the site promise. */
export const ANSWER_DAYS: Record<LeadKind, number> = {
  contact: 2,
  support: 1,
  complaint: 1,
  quote: 2,
  partnership: 5,
  trainer: 5,
}

export type Promises = { workingDays?: readonly Weekday[]; answerDays?: Record<string, number> | undefined }

/** In working days. */
export const answerDaysOf = (kind: LeadKind, institute: Promises = {}): number =>
  institute.answerDays?.[kind] ?? ANSWER_DAYS[kind]

/**
 * The end of the last working day on which an answer is in time. The day on which the enquiry came does not count.
 * @param institute its settings; by default those of every institute
 */
export function answerDue(kind: LeadKind, receivedAt: Date, institute: Promises = {}): Date {
  const working = institute.workingDays ?? WORKING_DAYS
  let left = answerDaysOf(kind, institute)
  let day = dayOf(receivedAt)
  while (left > 0) {
    day = plusDays(day, 1)
    if (working.includes(weekdayOf(day))) left -= 1
  }
  return instantOf(plusDays(day, 1))
}

/** A promise is close from eight in the morning of its last day. */
export const CLOSE_MS = 16 * HOUR_MS

/** More days than any promise takes with its weekends. */
const MAX_DAYS = 400

/**
 * Whoever waits since before this instant has to be answered until `by`: the same rule read backwards, so that those who
 * are due can be found by an index.
 */
export function waitingSinceForDue(kind: LeadKind, by: Date, institute: Promises = {}): Date {
  let day = dayOf(by)
  for (let back = 0; back < MAX_DAYS; back += 1) {
    if (answerDue(kind, instantOf(day), institute) <= by) return instantOf(plusDays(day, 1))
    day = plusDays(day, -1)
  }
  return instantOf(day)
}
