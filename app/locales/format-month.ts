/** Months and calendar days, as in filters. */
import { cached, formatDay, LOCALE, ZONE } from './format.ts'
import type { Lang } from './lang.ts'

const monthFormat = cached(
  (lang) => new Intl.DateTimeFormat(LOCALE[lang], { timeZone: ZONE, month: 'long', year: 'numeric' }),
)

/** A month in Riyadh, `2027-01` → `يناير 2027`. */
export function formatMonth(month: string, lang: Lang): string {
  return monthFormat(lang).format(new Date(`${month}-15T12:00:00Z`))
}

/** A calendar day, `2027-01-11` → `11 يناير 2027`. */
export function formatDate(day: string, lang: Lang): string {
  return formatDay(`${day}T12:00:00Z`, lang)
}
