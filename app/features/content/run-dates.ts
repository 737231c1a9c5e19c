/** The start, end and enrolment window of a run in the content. */
import { dayOf, instantOf, plusDays, type Weekday, weekdayOf } from '../../platform/days.ts'

export type RunPlan = {
  startsInDays: number
  lastsDays: number
  weekdays: readonly Weekday[]
  from: string
  to: string
}

/** A run starts on the first of its weekdays from the planned day on, and ends on the last one within its length. */
export function runDates(loadedOn: string, run: RunPlan): { startsAt: Date; endsAt: Date } {
  const isMeetingDay = (day: string) => run.weekdays.includes(weekdayOf(day))
  let first = plusDays(loadedOn, run.startsInDays)
  while (!isMeetingDay(first)) first = plusDays(first, 1)
  let last = plusDays(first, run.lastsDays - 1)
  while (!isMeetingDay(last)) last = plusDays(last, -1)
  return { startsAt: instantOf(first, run.from), endsAt: instantOf(last, run.to) }
}

export type EnrolmentPlan = { enrolmentOpensDaysBefore?: number | undefined; enrolmentClosesDaysBefore: number }

/**
 * Whole days in Riyadh: from the first minute of the opening day to the last minute of the closing day, or to the start
 * of the run if that is sooner.
 */
export function enrolmentDates(startsAt: Date, plan: EnrolmentPlan): { opensAt: Date | null; closesAt: Date } {
  const start = dayOf(startsAt)
  const opens = plan.enrolmentOpensDaysBefore
  const closesAt = instantOf(plusDays(start, -plan.enrolmentClosesDaysBefore), '23:59')
  return {
    opensAt: opens === undefined ? null : instantOf(plusDays(start, -opens)),
    closesAt: closesAt < startsAt ? closesAt : startsAt,
  }
}
