/** What makes a post or an article trending, as one figure. */
import { DAY_MS } from '../../platform/durations.ts'

/** A comment says more than a view. The database's `heat_of_views` says the same. */
export const VIEWS_A_COMMENT = 20
/** An event counts half as much after so many days. The database's `heat_of` says the same. */
export const HALF_LIFE_DAYS = 2
/** Older events count nothing. */
export const WINDOW_DAYS = 14

/** Heat is a logarithm counted from this moment, so that it stays comparable while time passes. */
const ZERO = Date.UTC(2026, 0, 1)

export type Event = { at: Date; weight: number }

/** As many comments as these views are worth. */
export const weightOfViews = (count: number) => count / VIEWS_A_COMMENT

/** The heat of what happened within the days that count before `now`; undefined when nothing did. */
export function trendingScore(events: Event[], now: Date): number | undefined {
  const heats = events
    .filter(({ at, weight }) => weight > 0 && at.getTime() > now.getTime() - WINDOW_DAYS * DAY_MS)
    .map(({ at, weight }) => Math.log(weight) + ((at.getTime() - ZERO) / DAY_MS / HALF_LIFE_DAYS) * Math.LN2)
  if (heats.length === 0) return undefined
  // The sum of events whose size is beyond a number's, from their logarithms.
  const most = Math.max(...heats)
  return most + Math.log(heats.reduce((sum, heat) => sum + Math.exp(heat - most), 0))
}
