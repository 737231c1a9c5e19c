/** Numbers, money, dates and plurals, the same in Node and in every browser: every option is pinned. */
import type { Lang } from './lang.ts'

const ZONE = 'Asia/Riyadh'
const LOCALE = { ar: 'ar-u-ca-gregory-nu-latn', en: 'en-GB-u-ca-gregory-nu-latn' } as const

function cached<T>(make: (lang: Lang) => T): (lang: Lang) => T {
  const made = new Map<Lang, T>()
  return (lang) => made.get(lang) ?? made.set(lang, make(lang)).get(lang)!
}

const dayFormat = cached(
  (lang) => new Intl.DateTimeFormat(LOCALE[lang], { timeZone: ZONE, day: 'numeric', month: 'long', year: 'numeric' }),
)
const weekdayFormat = cached(
  (lang) =>
    new Intl.DateTimeFormat(LOCALE[lang], {
      timeZone: ZONE,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
)
const yearFormat = cached((lang) => new Intl.DateTimeFormat(LOCALE[lang], { timeZone: ZONE, year: 'numeric' }))
const timeFormat = cached(
  (lang) => new Intl.DateTimeFormat(LOCALE[lang], { timeZone: ZONE, hour: 'numeric', minute: '2-digit', hour12: true }),
)
const hijriFormat = cached(
  (lang) =>
    new Intl.DateTimeFormat(
      lang === 'ar' ? 'ar-SA-u-ca-islamic-umalqura-nu-latn' : 'en-GB-u-ca-islamic-umalqura-nu-latn',
      {
        timeZone: ZONE,
        day: 'numeric',
        month: 'long',
        year: 'numeric',
      },
    ),
)
const pluralRules = cached((lang) => new Intl.PluralRules(lang))
const listFormat = cached((lang) => new Intl.ListFormat(LOCALE[lang], { type: 'conjunction' }))

/** `12400` → `12,400`, Latin digits in both languages. */
export function formatNumber(value: number): string {
  const [whole = '0', fraction] = String(Math.abs(value)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${value < 0 ? '-' : ''}${grouped}${fraction ? `.${fraction}` : ''}`
}

/** Halalas as riyals without the currency: `115000` → `1,150`, `115050` → `1,150.50`. */
export function formatRiyals(halalas: number): string {
  const whole = Math.trunc(halalas / 100)
  const rest = Math.abs(halalas % 100)
  return `${formatNumber(whole)}${rest ? `.${String(rest).padStart(2, '0')}` : ''}`
}

/** Halalas with the currency's name: `1,150 ر.س` or `SAR 1,150`. */
export function formatMoney(halalas: number, lang: Lang): string {
  return lang === 'ar' ? `${formatRiyals(halalas)} ر.س` : `SAR ${formatRiyals(halalas)}`
}

/** `11 يناير 2027`, as it is in Riyadh. */
export function formatDay(instant: string | Date, lang: Lang): string {
  return dayFormat(lang).format(new Date(instant))
}

/** `الاثنين، 11 يناير 2027`. */
export function formatWeekday(instant: string | Date, lang: Lang): string {
  return weekdayFormat(lang).format(new Date(instant))
}

/** `5:30 م`, as it is in Riyadh. */
export function formatTime(instant: string | Date, lang: Lang): string {
  return timeFormat(lang).format(new Date(instant))
}

/** `2026`: the year that it is in Riyadh. */
export function yearOf(instant: string | Date): number {
  return Number(yearFormat('en').format(new Date(instant)))
}

/** The Umm al-Qura date: `2 شعبان 1448 هـ`. */
export function formatHijri(instant: string | Date, lang: Lang): string {
  return hijriFormat(lang).format(new Date(instant))
}

/** `الأحد والثلاثاء`. */
export function formatList(items: string[], lang: Lang): string {
  return listFormat(lang).format(items)
}

/** All six forms of Arabic; `{n}` stands for the number. English uses `one` and `other`. */
export type ArabicForms = { zero: string; one: string; two: string; few: string; many: string; other: string }

/** `pluralAr(3, { …few: '{n} مقاعد' })` → `3 مقاعد`. */
export function pluralAr(count: number, forms: ArabicForms): string {
  return forms[pluralRules('ar').select(count)].replace('{n}', formatNumber(count))
}

export function pluralEn(count: number, one: string, other: string): string {
  return (count === 1 ? one : other).replace('{n}', formatNumber(count))
}

const monthFormat = cached(
  (lang) => new Intl.DateTimeFormat(LOCALE[lang], { timeZone: ZONE, month: 'long', year: 'numeric' }),
)
const dayOfWeekFormat = cached((lang) => new Intl.DateTimeFormat(LOCALE[lang], { timeZone: ZONE, weekday: 'long' }))

export type Weekday = 'sun' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat'
const WEEK: readonly Weekday[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** A month of Riyadh, `2027-01` → `يناير 2027`. */
export function formatMonth(month: string, lang: Lang): string {
  return monthFormat(lang).format(new Date(`${month}-15T12:00:00Z`))
}

/** A calendar day, `2027-01-11` → `11 يناير 2027`. */
export function formatDate(day: string, lang: Lang): string {
  return formatDay(`${day}T12:00:00Z`, lang)
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
