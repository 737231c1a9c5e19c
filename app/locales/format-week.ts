/** Days of the week, times of day and lists. */
import { cached, formatTime, LOCALE, ZONE } from './format.ts'
import type { Lang } from './lang.ts'

const listFormat = cached((lang) => new Intl.ListFormat(LOCALE[lang], { type: 'conjunction' }))
const dayOfWeekFormat = cached((lang) => new Intl.DateTimeFormat(LOCALE[lang], { timeZone: ZONE, weekday: 'long' }))

export type Weekday = 'sun' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat'
const WEEK: readonly Weekday[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** `الأحد والثلاثاء`. */
export function formatList(items: string[], lang: Lang): string {
  return listFormat(lang).format(items)
}

/** `['sun', 'tue']` → `الأحد والثلاثاء`, in the order of the week. */
export function formatWeekdays(weekdays: readonly Weekday[], lang: Lang): string {
  // 3 January 2027 is a Sunday.
  const names = WEEK.flatMap((weekday, index) =>
    weekdays.includes(weekday) ? dayOfWeekFormat(lang).format(new Date(Date.UTC(2027, 0, 3 + index, 12))) : [],
  )
  return formatList(names, lang)
}

/** A time of day in Riyadh, `16:00` → `4:00 م`. */
export function formatClock(clock: string, lang: Lang): string {
  return formatTime(`2027-01-03T${clock.slice(0, 5)}:00+03:00`, lang)
}
