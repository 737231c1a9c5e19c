/** The periods that a period is compared with, as days in Riyadh, both ends included. */
import { daysBetween, plusDays } from '../../platform/days.ts'

export type Period = { from: string; to: string }

/**
 * As long and directly before: whole months before whole months, otherwise the same number of days; and the same days a
 * year before.
 */
export function comparedWith({ from, to }: Period): { before: Period; yearBefore: Period } {
  const months = wholeMonths(from, to)
  const days = daysBetween(from, to) + 1
  return {
    before: months
      ? { from: monthsBefore(from, months), to: plusDays(from, -1) }
      : { from: plusDays(from, -days), to: plusDays(from, -1) },
    yearBefore: months
      ? { from: monthsBefore(from, 12), to: plusDays(monthsBefore(plusDays(to, 1), 12), -1) }
      : { from: monthsBefore(from, 12), to: monthsBefore(to, 12) },
  }
}

/** How many whole months the days are; 0 when they are not. */
function wholeMonths(from: string, to: string): number {
  const next = plusDays(to, 1)
  if (!from.endsWith('-01') || !next.endsWith('-01')) return 0
  return monthIndex(next) - monthIndex(from)
}

const monthIndex = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** The same day of an earlier month, or its last one: 29 February becomes the 28th. */
export function monthsBefore(day: string, months: number): string {
  const index = monthIndex(day) - months
  const first = new Date(Date.UTC(Math.floor(index / 12), index % 12, 1))
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(Number(day.slice(8)), lastDay))
  return first.toISOString().slice(0, 10)
}
