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
