/** Numbers, money, dates and plurals. Every option is set, so the result is the same in Node and in every browser. */
import type { Lang } from './lang.ts'

export const ZONE = 'Asia/Riyadh'
export const LOCALE = { ar: 'ar-u-ca-gregory-nu-latn', en: 'en-GB-u-ca-gregory-nu-latn' } as const

/** Caches one formatter per language. */
export function cached<T>(make: (lang: Lang) => T): (lang: Lang) => T {
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

/** `12400` → `12,400`, Latin digits in both languages. */
export function formatNumber(value: number): string {
  const [whole = '0', fraction] = String(Math.abs(value)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${value < 0 ? '-' : ''}${grouped}${fraction ? `.${fraction}` : ''}`
}

/** Halalas as riyals without the currency: `115000` → `1,150`, `115050` → `1,150.50`. */
export function formatRiyals(halalas: number): string {
  const [whole, rest] = [Math.trunc(Math.abs(halalas) / 100), Math.abs(halalas % 100)]
  return `${halalas < 0 ? '\u2212' : ''}${formatNumber(whole)}${rest ? `.${String(rest).padStart(2, '0')}` : ''}`
}

/** Halalas with the currency's name: `1,150 ر.س` or `SAR 1,150`. */
export function formatMoney(halalas: number, lang: Lang): string {
  return lang === 'ar' ? `${formatRiyals(halalas)} ر.س` : `SAR ${formatRiyals(halalas)}`
}

/** `11 يناير 2027`, the day in Riyadh. */
export function formatDay(instant: string | Date, lang: Lang): string {
  return dayFormat(lang).format(new Date(instant))
}

/** `8–14 ديسمبر 2026`: the days in Riyadh. What both days share, the year or also the month, is said once. */
export function formatDays(from: string | Date, to: string | Date, lang: Lang): string {
  return rangeOf(formatDay(from, lang), formatDay(to, lang))
}

/** The Umm al-Qura dates: `28 رجب – 5 شعبان 1448 هـ`. */
export function formatHijriDays(from: string | Date, to: string | Date, lang: Lang): string {
  return rangeOf(formatHijri(from, lang), formatHijri(to, lang))
}

/** The year with its era, at the end of a date. */
const YEAR = /[ \u00a0]\d+(?:[ \u00a0]\D+)?$/

/** Not `formatRange`, whose spaces around the dash are not the same in every browser. */
function rangeOf(from: string, to: string): string {
  if (from === to) return to
  const year = YEAR.exec(to)?.[0] ?? ''
  if (YEAR.exec(from)?.[0] !== year) return `${from} – ${to}`
  const [day, ...month] = from.split(' ')
  return to.endsWith(` ${month.join(' ')}`) ? `${day}–${to}` : `${from.slice(0, -year.length)} – ${to}`
}

/** `الاثنين، 11 يناير 2027`. */
export function formatWeekday(instant: string | Date, lang: Lang): string {
  return weekdayFormat(lang).format(new Date(instant))
}

/** `5:30 م`, the time in Riyadh. */
export function formatTime(instant: string | Date, lang: Lang): string {
  return timeFormat(lang).format(new Date(instant))
}

/** `2026`: the current year in Riyadh. */
export function yearOf(instant: string | Date): number {
  return Number(yearFormat('en').format(new Date(instant)))
}

/** The Umm al-Qura date: `2 شعبان 1448 هـ`. A line may end after the day only, so that «هـ» is never alone. */
export function formatHijri(instant: string | Date, lang: Lang): string {
  const [day, ...rest] = hijriFormat(lang).format(new Date(instant)).split(' ')
  return `${day} ${rest.join('\u00a0')}`
}

/** The six plural forms of Arabic; `{n}` stands for the number. English uses `one` and `other`. */
export type ArabicForms = { zero: string; one: string; two: string; few: string; many: string; other: string }

/** `pluralAr(3, { …few: '{n} مقاعد' })` → `3 مقاعد`. */
export function pluralAr(count: number, forms: ArabicForms): string {
  return forms[pluralRules('ar').select(count)].replace('{n}', formatNumber(count))
}

export function pluralEn(count: number, one: string, other: string): string {
  return (count === 1 ? one : other).replace('{n}', formatNumber(count))
}
