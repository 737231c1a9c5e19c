import { foldDigits } from '../../locales/digits.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

/** Riyadh has no daylight saving time. */
const RIYADH = '+03:00'

/**
 * Reads a publish date: an ISO instant, or a day with an optional time, in Riyadh's time zone.
 * @returns undefined for anything else
 */
export function readPublishDate(typed: string): Date | undefined {
  const text = foldDigits(typed.trim())
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(text)
  if (!parts) return undefined
  const [, day, time, zone] = parts
  const date = new Date(zone ? text.replace(' ', 'T') : `${day}T${time ?? '00:00'}:00${RIYADH}`)
  if (Number.isNaN(date.getTime())) return undefined
  // `Date` would turn `2026-02-30` into a day in March.
  if (!zone && inRiyadh(date).slice(0, 10) !== day) return undefined
  return date
}

/** An instant as the value of a `datetime-local` field, in Riyadh's time: `2026-11-20T18:30`. */
export function inRiyadh(instant: Date | string): string {
  return new Date(new Date(instant).getTime() + 180 * MINUTE_MS).toISOString().slice(0, 16)
}
