/** The trending score of a post or an article. */
import { DAY_MS } from '../../platform/durations.ts'

/** A comment weighs as much as this many views. The same number as in the database's `trending_scores_of_views`. */
export const VIEWS_PER_COMMENT = 20
/** After this many days an event counts half as much. The same number as in the database's `trending_score_of_event`. */
export const HALF_LIFE_DAYS = 2
/** Older events do not count. */
export const WINDOW_DAYS = 14

/** The score is a logarithm relative to this moment, so that scores stay comparable over time. */
const EPOCH_MS = Date.UTC(2026, 0, 1)

export type Event = { at: Date; weight: number }

/** The weight of views, in comments. */
export const weightOfViews = (count: number) => count / VIEWS_PER_COMMENT

/** The trending score of the events within the window before `now`; undefined without any. */
export function trendingScore(events: Event[], now: Date): number | undefined {
  const scores = events
    .filter(({ at, weight }) => weight > 0 && at.getTime() > now.getTime() - WINDOW_DAYS * DAY_MS)
    .map(({ at, weight }) => Math.log(weight) + ((at.getTime() - EPOCH_MS) / DAY_MS / HALF_LIFE_DAYS) * Math.LN2)
  if (scores.length === 0) return undefined
  // Log-sum-exp: the weights themselves would overflow a number.
  const max = scores.reduce((a, b) => Math.max(a, b))
  return max + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - max), 0))
}
