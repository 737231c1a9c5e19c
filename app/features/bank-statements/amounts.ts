/** Amounts and days as banks write them in statements. */
import { foldDigits } from '../../locales/digits.ts'
import { instantOf, plusDays } from '../../platform/days.ts'

/**
 * An amount in halalas, negative for money that left: Arabic digits, separators of thousands and decimals of either
 * language, a sign at either end, parentheses, and the currency's name. Undefined for what is no amount.
 */
export function halalasOf(text: string): number | undefined {
  const folded = foldDigits(text)
    .replace(/[\u200e\u200f\u061c\u2066-\u2069\s\u00a0\u202f]/g, '')
    .replace(/SAR|SR|ر\.?س\.?|ريال|﷼|\u20c1/giu, '')
    .replace(/−|–/g, '-')
  const isNegative = /^\(.*\)$|^-|-$|DR$/i.test(folded)
  const digits = folded.replace(/^[-+(]+|[-+)]+$|(?:CR|DR)$/gi, '').replace(/[-+]$/, '')
  const amount = decimalOf(digits)
  if (amount === undefined) return undefined
  const halalas = Math.round(amount * 100)
  return isNegative && halalas !== 0 ? -halalas : halalas
}

/** `1,234.50`, `1.234,50`, `1234,5`, `١٬٢٣٤٫٥٠` after folding; at most two decimals. */
function decimalOf(text: string): number | undefined {
  const [whole, decimals] = partsOf(text.replace(/٬/g, '').replace(/،/g, ',').replace(/٫/g, '.'))
  if (whole === undefined || !/^\d{1,12}$/.test(whole) || !/^\d{0,2}$/.test(decimals ?? '')) return undefined
  return Number(`${whole}.${decimals || '0'}`)
}

function partsOf(text: string): [string?, string?] {
  // The last separator is the decimal one, unless three digits follow and no other kind stands before it.
  const match = /^([\d.,']*)([.,])(\d*)$/.exec(text)
  if (!match) return [text.replace(/'/g, '')]
  const [, before = '', separator, after = ''] = match
  const other = separator === '.' ? ',' : '.'
  const isGrouping = after.length === 3 && !before.includes(other) && separator === ','
  if (isGrouping && isGrouped(text, ',')) return [text.replace(/[,']/g, '')]
  if (before.includes(separator!)) return isGrouped(text, separator!) ? [text.replace(/[.,']/g, '')] : []
  if (before !== '' && before.includes(other) && !isGrouped(before, other)) return []
  return [before.replace(/[.,']/g, ''), after]
}

/** `1,234,567`: groups of three after the first. */
const isGrouped = (text: string, separator: string) =>
  text.split(separator).every((group, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group))

const HIJRI_MONTHS: Record<string, number> = Object.fromEntries(
  [
    ['محرم'],
    ['صفر'],
    ['ربيع الأول', 'ربيع الاول', 'ربيع أول'],
    ['ربيع الآخر', 'ربيع الاخر', 'ربيع الثاني', 'ربيع ثاني'],
    ['جمادى الأولى', 'جمادى الاولى', 'جمادى الأول', 'جمادى أول'],
    ['جمادى الآخرة', 'جمادى الاخرة', 'جمادى الآخر', 'جمادى الثانية', 'جمادى الثاني', 'جمادى ثاني'],
    ['رجب'],
    ['شعبان'],
    ['رمضان'],
    ['شوال'],
    ['ذو القعدة', 'ذو القعده', 'ذي القعدة'],
    ['ذو الحجة', 'ذو الحجه', 'ذي الحجة'],
  ].flatMap((names, index) => names.map((name) => [name, index + 1])),
)

const MONTHS: Record<string, number> = Object.fromEntries(
  [
    ['jan', 'january', 'يناير'],
    ['feb', 'february', 'فبراير'],
    ['mar', 'march', 'مارس'],
    ['apr', 'april', 'أبريل', 'ابريل', 'إبريل'],
    ['may', 'مايو'],
    ['jun', 'june', 'يونيو'],
    ['jul', 'july', 'يوليو'],
    ['aug', 'august', 'أغسطس', 'اغسطس'],
    ['sep', 'sept', 'september', 'سبتمبر'],
    ['oct', 'october', 'أكتوبر', 'اكتوبر'],
    ['nov', 'november', 'نوفمبر'],
    ['dec', 'december', 'ديسمبر'],
  ].flatMap((names, index) => names.map((name) => [name, index + 1])),
)

/** Which number of `03/04/2026` is the day, where a file does not say it. */
export type DayOrder = 'day-first' | 'month-first'

/** The first year that is Gregorian when written with four digits; smaller ones are Hijri. */
const FIRST_GREGORIAN_YEAR = 1900

/**
 * A year of two digits: of the Hijri century from 1440 to 1479 (2018 to 2058), otherwise Gregorian. No movement of a
 * statement is of the years that both could mean.
 */
export const fullYearOf = (twoDigits: number): number =>
  twoDigits >= 40 && twoDigits < 80 ? 1400 + twoDigits : 2000 + twoDigits

/** A day as `2026-05-31`, from either calendar (Hijri as in Umm al-Qura). Undefined for what is no day. */
export function dayIn(text: string, order: DayOrder = 'day-first'): string | undefined {
  const folded = foldDigits(text)
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')
    .replace(/[T ]\d{1,2}:\d{2}.*$/, '')
    .replace(/(?:هـ|ه|م)\s*$/u, '')
    .trim()
  const iso = /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|(\d{2})(\d{2}))$/.exec(folded)
  if (iso) return dayAt(Number(iso[1]), Number(iso[2] ?? iso[4]), Number(iso[3] ?? iso[5]))
  const parts = /^(\d{1,2})[-/. ]+(\d{1,2}|\p{L}+(?: \p{L}+)?)[-/. ,]+(\d{4}|\d{2})$/u.exec(folded)
  if (!parts) return undefined
  const [, first = '', second = '', year = ''] = parts
  const fullYear = year.length === 2 ? fullYearOf(Number(year)) : Number(year)
  if (!/^\d/.test(second)) {
    const months = fullYear < FIRST_GREGORIAN_YEAR ? HIJRI_MONTHS : MONTHS
    return dayAt(fullYear, months[second.toLowerCase()] ?? 0, Number(first))
  }
  const [day, month] = order === 'day-first' ? [first, second] : [second, first]
  return dayAt(fullYear, Number(month), Number(day))
}

export function dayAt(year: number, month: number, day: number): string | undefined {
  if (year < FIRST_GREGORIAN_YEAR) return gregorianOf(year, month, day)
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? undefined : text
}

const HIJRI = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  timeZone: 'Asia/Riyadh',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
})

/** `[year, month, day]` of the Umm al-Qura calendar. */
function hijriOf(day: string): number[] {
  const parts = HIJRI.formatToParts(instantOf(day, '12:00'))
  return ['year', 'month', 'day'].map((type) => Number.parseInt(parts.find((part) => part.type === type)!.value, 10))
}

function gregorianOf(year: number, month: number, day: number): string | undefined {
  if (year < 1350 || year > 1600 || month < 1 || month > 12 || day < 1 || day > 30) return undefined
  // 354.367 days a year, from 1 Muharram 1350; a few days around it are tried.
  const guess = plusDays('1931-05-18', Math.floor((year - 1350) * 354.367 + (month - 1) * 29.53) + day)
  for (let offset = -4; offset <= 4; offset++) {
    const candidate = plusDays(guess, offset)
    const [foundYear, foundMonth, foundDay] = hijriOf(candidate)
    if (foundYear === year && foundMonth === month && foundDay === day) return candidate
  }
  return undefined
}
