/** Days on which an institute in Saudi Arabia may not want to teach, and the month with shorter hours. */

import { weekdayOf } from '../../platform/days.ts'
import { DAY_MS } from '../../platform/durations.ts'

export const DAY_WARNINGS = [
  'weekend',
  'ramadan',
  'eid-al-fitr',
  'eid-al-adha',
  'founding-day',
  'national-day',
] as const
export type DayWarning = (typeof DAY_WARNINGS)[number]

const HIJRI = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  day: 'numeric',
  month: 'numeric',
  timeZone: 'UTC',
})

const RAMADAN = 9
const SHAWWAL = 10
const DHU_AL_HIJJA = 12

/** The day and month of the Umm al-Qura calendar, by which public holidays are set. */
function hijriOf(day: string): { day: number; month: number } {
  const parts = HIJRI.formatToParts(new Date(`${day}T12:00:00Z`))
  const numberOf = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return { day: numberOf('day'), month: numberOf('month') }
}

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)

/** @param day `2026-03-05` in Riyadh */
export const isRamadan = (day: string): boolean => hijriOf(day).month === RAMADAN

/**
 * What staff should know of a day before they plan a session on it. Eid holidays are those of the private sector: four
 * days from the day after 29 Ramadan, and four from 9 Dhu al-Hijja (implementing regulations of the Labour Law).
 */
export function warningsOf(day: string): DayWarning[] {
  const hijri = hijriOf(day)
  const warnings: DayWarning[] = []
  if (['fri', 'sat'].includes(weekdayOf(day))) warnings.push('weekend')
  if (isEidAlFitr(day, hijri)) warnings.push('eid-al-fitr')
  else if (hijri.month === RAMADAN) warnings.push('ramadan')
  if (hijri.month === DHU_AL_HIJJA && hijri.day >= 9 && hijri.day <= 12) warnings.push('eid-al-adha')
  if (day.endsWith('-02-22')) warnings.push('founding-day')
  if (day.endsWith('-09-23')) warnings.push('national-day')
  return warnings
}

const EID_DAYS = 4

/** Ramadan has 29 or 30 days, so the first of the four days is the last of Ramadan or the first of Shawwal. */
function isEidAlFitr(day: string, { day: hijriDay, month }: { day: number; month: number }): boolean {
  if (month === RAMADAN) return hijriDay === 30
  if (month !== SHAWWAL || hijriDay > EID_DAYS) return false
  const lastOfRamadan = hijriOf(dayBefore(day, hijriDay)).day
  return hijriDay <= (lastOfRamadan === 30 ? EID_DAYS - 1 : EID_DAYS)
}
