/** The age of something in whole units; the texts are in the locale files. */
import { DAY_MS, HOUR_MS, MINUTE_MS, YEAR_MS } from '../platform/durations.ts'

export type AgoUnit = 'minutes' | 'hours' | 'days' | 'months' | 'years'
export type Ago = { unit: AgoUnit; count: number }

const UNITS: [AgoUnit, number][] = [
  ['years', YEAR_MS],
  ['months', 30 * DAY_MS],
  ['days', DAY_MS],
  ['hours', HOUR_MS],
]

/** @param instant a future one counts as just now */
export function agoOf(instant: string | Date, now: string | Date): Ago {
  const passed = Math.max(0, new Date(now).getTime() - new Date(instant).getTime())
  const [unit, length] = UNITS.find(([, length]) => passed >= length) ?? ['minutes', MINUTE_MS]
  return { unit, count: Math.floor(passed / length) }
}
