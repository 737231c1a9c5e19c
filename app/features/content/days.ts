/** Days of the content as instants: a day is one in Riyadh, which keeps UTC+3 all year. */
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'

const OFFSET = 3 * HOUR_MS

export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** The day in Riyadh at this instant, `2026-05-31`. */
export function dayOf(instant: Date): string {
  return new Date(instant.getTime() + OFFSET).toISOString().slice(0, 10)
}

/** The clock in Riyadh at this instant, `17:00`. */
export function clockOf(instant: Date): string {
  return new Date(instant.getTime() + OFFSET).toISOString().slice(11, 16)
}

/** @param clock `HH:MM` */
export function instantOf(day: string, clock = '00:00'): Date {
  return new Date(`${day}T${clock}:00+03:00`)
}

export function plusDays(day: string, days: number): string {
  return dayOf(new Date(instantOf(day).getTime() + days * DAY_MS))
}

/** Negative when `to` is before `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((instantOf(to).getTime() - instantOf(from).getTime()) / DAY_MS)
}

export function weekdayOf(day: string): Weekday {
  return WEEKDAYS[new Date(`${day}T12:00:00Z`).getUTCDay()]!
}

export type RunPlan = {
  startsInDays: number
  lastsDays: number
  weekdays: readonly Weekday[]
  from: string
  to: string
}

/** A run begins on the first of its weekdays from the planned day on, and ends on the last one within its length. */
export function runDates(loadedOn: string, run: RunPlan): { startsAt: Date; endsAt: Date } {
  const isMeetingDay = (day: string) => run.weekdays.includes(weekdayOf(day))
  let first = plusDays(loadedOn, run.startsInDays)
  while (!isMeetingDay(first)) first = plusDays(first, 1)
  let last = plusDays(first, run.lastsDays - 1)
  while (!isMeetingDay(last)) last = plusDays(last, -1)
  return { startsAt: instantOf(first, run.from), endsAt: instantOf(last, run.to) }
}

export type EnrolmentPlan = { enrolmentOpensDaysBefore?: number | undefined; enrolmentClosesDaysBefore: number }

/** Whole days in Riyadh: from the first minute of the opening day to the last of the closing day. */
export function enrolmentDates(startsAt: Date, plan: EnrolmentPlan): { opensAt: Date | null; closesAt: Date } {
  const start = dayOf(startsAt)
  const opens = plan.enrolmentOpensDaysBefore
  return {
    opensAt: opens === undefined ? null : instantOf(plusDays(start, -opens)),
    closesAt: instantOf(plusDays(start, -plan.enrolmentClosesDaysBefore), '23:59'),
  }
}
