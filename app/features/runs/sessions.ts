/** The sessions of a run: from a weekly pattern, and what follows from them for the run. */
import {
  clockOf,
  dayOf,
  daysBetween,
  instantOf,
  plusDays,
  WEEKDAYS,
  type Weekday,
  weekdayOf,
} from '../../platform/days.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { type DayWarning, isRamadan, warningsOf } from './special-days.ts'

/** A day `2026-11-20` and times `17:00` in Riyadh; a session that ends at or before its beginning ends on the next day. */
export type SessionPlan = { day: string; from: string; to: string }

export type SessionTimes = { startsAt: Date; endsAt: Date }

export type Pattern = {
  weekdays: readonly Weekday[]
  firstDay: string
  lastDay: string
  from: string
  to: string
  /** The hours of sessions in Ramadan; the same as otherwise when missing. */
  ramadan?: { from: string; to: string } | undefined
  /** Leaves out public holidays and weekends that the pattern would hit. */
  skipsHolidays?: boolean | undefined
}

/** More are a mistake in the dates. */
export const MAX_SESSIONS = 200
/**
 * Longer ones are a mistake in the times. Whoever types the end by a clock of twelve hours, as in 17:00 to 08:00, adds
 * twelve hours to the session.
 */
export const MAX_SESSION_HOURS = 12
/** A run is planned within this time of its first day. */
export const MAX_RUN_DAYS = 366 * 2

const HOLIDAYS: readonly DayWarning[] = ['eid-al-fitr', 'eid-al-adha', 'founding-day', 'national-day']

/** One session on each of the weekdays between two days, both included. */
export function sessionsOf({ from, to, ramadan, skipsHolidays, ...pattern }: Pattern): SessionPlan[] {
  const sessions: SessionPlan[] = []
  for (const day of daysOf(pattern)) {
    if (sessions.length > MAX_SESSIONS) break
    if (skipsHolidays && isHoliday(day)) continue
    sessions.push({ day, ...(ramadan && isRamadan(day) ? ramadan : { from, to }) })
  }
  return sessions
}

/** The days of the pattern on which there is no session, because they are public holidays. */
export function leftOutOf({ skipsHolidays, ...pattern }: Pattern): string[] {
  return skipsHolidays ? daysOf(pattern).filter(isHoliday) : []
}

function daysOf({ weekdays, firstDay, lastDay }: Pick<Pattern, 'weekdays' | 'firstDay' | 'lastDay'>): string[] {
  const days = Math.min(daysBetween(firstDay, lastDay), MAX_RUN_DAYS)
  return Array.from({ length: Math.max(days + 1, 0) }, (_, offset) => plusDays(firstDay, offset)).filter((day) =>
    weekdays.includes(weekdayOf(day)),
  )
}

const isHoliday = (day: string): boolean => warningsOf(day).some((warning) => HOLIDAYS.includes(warning))

/** The pattern that sessions come closest to, with the hours of most of them; none without sessions. */
export function patternOf(sessions: readonly SessionPlan[]): Pattern | undefined {
  const days = sessions.map(({ day }) => day).sort()
  const [firstDay, lastDay] = [days[0], days.at(-1)]
  if (!firstDay || !lastDay) return undefined
  const inRamadan = sessions.filter(({ day }) => isRamadan(day))
  const others = sessions.filter((session) => !inRamadan.includes(session))
  const weekdays = WEEKDAYS.filter((weekday) => days.some((day) => weekdayOf(day) === weekday))
  const ramadan = inRamadan.length > 0 && others.length > 0 ? hoursOf(inRamadan) : undefined
  return { weekdays, firstDay, lastDay, ...hoursOf(others.length > 0 ? others : inRamadan), ramadan }
}

/** The hours of most sessions. */
function hoursOf(sessions: readonly SessionPlan[]): { from: string; to: string } {
  const [from = '', to = ''] = mostCommon(sessions.map(({ from, to }) => `${from}-${to}`)).split('-')
  return { from, to }
}

export function timesOf({ day, from, to }: SessionPlan): SessionTimes {
  return { startsAt: instantOf(day, from), endsAt: instantOf(endsNextDay({ from, to }) ? plusDays(day, 1) : day, to) }
}

export const endsNextDay = ({ from, to }: { from: string; to: string }): boolean => to <= from

export function isTooLong({ startsAt, endsAt }: SessionTimes): boolean {
  return endsAt.getTime() - startsAt.getTime() > MAX_SESSION_HOURS * HOUR_MS
}

/** Whether a session between these times of the clock, the later one on the next day if need be, is too long. */
export function areTooLong(hours: { from: string; to: string }): boolean {
  // Any day will do: clocks in Riyadh are never changed.
  return isTooLong(timesOf({ day: '2026-01-01', ...hours }))
}

export function planOf({ startsAt, endsAt }: SessionTimes): SessionPlan {
  return { day: dayOf(startsAt), from: clockOf(startsAt), to: clockOf(endsAt) }
}

export type RunTimes = SessionTimes & { weekdays: Weekday[]; fromTime: string; toTime: string }

/** What lists and pages show of a run: its first and last moment, its weekdays, and the hours of most of its sessions. */
export function runTimesOf(sessions: readonly SessionTimes[]): RunTimes {
  const inOrder = [...sessions].sort((one, other) => +one.startsAt - +other.startsAt)
  const plans = inOrder.map(planOf)
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  if (!first || !last) throw new Error('A run has at least one session.')
  const days = new Set(plans.map(({ day }) => weekdayOf(day)))
  const hours = hoursOf(plans)
  return {
    startsAt: first.startsAt,
    endsAt: inOrder.reduce((latest, { endsAt }) => (endsAt > latest ? endsAt : latest), last.endsAt),
    weekdays: WEEKDAYS.filter((day) => days.has(day)),
    fromTime: hours.from,
    toTime: hours.to,
  }
}

/** The first of those that occur most often. */
function mostCommon(texts: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0]
}

/** The first two sessions that overlap; a run cannot meet twice at the same time. */
export function overlapOf(sessions: readonly SessionTimes[]): [SessionTimes, SessionTimes] | undefined {
  const inOrder = [...sessions].sort((one, other) => +one.startsAt - +other.startsAt)
  for (const [index, session] of inOrder.entries()) {
    const next = inOrder[index + 1]
    if (next && next.startsAt < session.endsAt) return [session, next]
  }
  return undefined
}
