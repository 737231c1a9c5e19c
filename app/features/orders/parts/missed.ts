/** When a part is missed. */
import { DAY_MS } from '../../../platform/durations.ts'

/** Its last reminder is sent on this day; from then on staff decide. */
export const MISSED_AFTER_DAYS = 7

export const isMissed = (dueAt: Date, now: Date): boolean =>
  now.getTime() >= dueAt.getTime() + MISSED_AFTER_DAYS * DAY_MS
