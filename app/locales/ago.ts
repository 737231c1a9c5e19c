/** How long ago something was, in whole units; the texts say it in words. */

export type AgoUnit = 'minutes' | 'hours' | 'days' | 'months' | 'years'
export type Ago = { unit: AgoUnit; count: number }

const MINUTE = 60_000
const UNITS: [AgoUnit, number][] = [
  ['years', 365 * 24 * 60 * MINUTE],
  ['months', 30 * 24 * 60 * MINUTE],
  ['days', 24 * 60 * MINUTE],
  ['hours', 60 * MINUTE],
]

/** @param instant what is ahead of `now` is just now */
export function agoOf(instant: string | Date, now: string | Date): Ago {
  const passed = Math.max(0, new Date(now).getTime() - new Date(instant).getTime())
  const [unit, length] = UNITS.find(([, length]) => passed >= length) ?? ['minutes', MINUTE]
  return { unit, count: Math.floor(passed / length) }
}
