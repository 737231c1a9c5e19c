/** Calendar days in Riyadh, which is at UTC+3 all year, and the instants at which they begin. */
import { DAY_MS, HOUR_MS } from './durations.ts'

const OFFSET_MS = 3 * HOUR_MS

export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** The day in Riyadh at this instant, as `2026-05-31`. */
export function dayOf(instant: Date): string {
  return new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 10)
}

/** The time of day in Riyadh at this instant, as `17:00`. */
export function clockOf(instant: Date): string {
  return new Date(instant.getTime() + OFFSET_MS).toISOString().slice(11, 16)
}

/** Day and time in Riyadh at this instant, without a zone, as `2026-11-22T14:05:09`. */
export function localTimeOf(instant: Date): string {
  return new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 19)
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

/**
 * The weekdays of a run that come within its days: one of three days does not meet on all that its pattern names. All
 * of them when none does.
 */
export function weekdaysWithin<Day extends string>(
  weekdays: readonly Day[],
  { startsAt, endsAt }: { startsAt: Date | string; endsAt: Date | string },
): Day[] {
  const first = dayOf(new Date(startsAt))
  const days = Math.min(daysBetween(first, dayOf(new Date(endsAt))), WEEKDAYS.length)
  const within = new Set<string>(Array.from({ length: days + 1 }, (_, offset) => weekdayOf(plusDays(first, offset))))
  const met = weekdays.filter((day) => within.has(day))
  return met.length > 0 ? met : [...weekdays]
}
