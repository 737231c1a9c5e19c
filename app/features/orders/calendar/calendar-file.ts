/** A course's meetings as an iCalendar file. Source: RFC 5545. */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts'

/** Days are `2026-11-20` and times `17:00`, both in Riyadh. */
export type Meetings = {
  /** Stable, so that importing a newer file replaces the older event. */
  uid: string
  firstDay: string
  lastDay: string
  weekdays: readonly string[]
  fromTime: string
  toTime: string
  summary: string
  location: string
  description: string
  url: string
  lang: string
  /** When the file is generated: calendars keep the newer of two files. */
  now: Date
  /** How often the dates were moved: a file made in the same second after a move is newer, too. */
  moves?: number
  /** The sessions in order, where there are some; otherwise every weekday between the first and the last day is one. */
  sessions?: readonly Session[]
}

export type Session = {
  day: string
  from: string
  to: string
  /** Where it differs from that of the others. */
  location: string | null
}

/** By the day of the week as Date counts it. */
const NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

export const calendarFile = (meetings: Meetings): string => calendarOf([meetings])

/** What applications show of a calendar that they read again and again. */
type Feed = { name: string; refreshHours: number }

/** @param feed of a calendar to which applications subscribe; without it the file is imported once */
export function calendarOf(courses: readonly Meetings[], feed?: Feed): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Maahad//Orders//EN',
    'CALSCALE:GREGORIAN',
    ...(feed ? feedFacts(feed) : []),
    ...RIYADH,
    ...courses.flatMap((meetings) => (isWeekly(meetings) ? weeklyEvent(meetings) : eventOfSessions(meetings))),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')
}

/** Sources: RFC 7986, 5.7; the older names are those that Outlook and Google read. */
function feedFacts({ name, refreshHours }: Feed): string[] {
  return [
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshHours}H`,
    `X-PUBLISHED-TTL:PT${refreshHours}H`,
  ]
}

/** Whether the sessions are exactly those of the weekdays, at the same hours and place. */
function isWeekly(meetings: Meetings): boolean {
  const { sessions = [], weekdays, fromTime, toTime } = meetings
  if (sessions.length === 0) return true
  const [first, last] = firstAndLast(meetings)
  const days: string[] = []
  for (let day = first; day <= last; day = dayAfter(day))
    if (day === first || weekdays.includes(weekdayOf(day))) days.push(day)
  return (
    sessions.map(({ day }) => day).join() === days.join() &&
    sessions.every(({ from, to, location }) => from === fromTime && to === toTime && location === null)
  )
}

function weeklyEvent(meetings: Meetings): string[] {
  const { fromTime, toTime } = meetings
  const [first, last] = firstAndLast(meetings)
  const until = inUtc(inRiyadh(last, fromTime))
  const rule = last > first ? [`RRULE:FREQ=WEEKLY;UNTIL=${until};${byDay(meetings)};WKST=SU`] : []
  return event(meetings, { day: first, from: fromTime, to: toTime, location: null }, rule)
}

/**
 * One event with the date of each session; a session with other hours or another place replaces its own date, with the
 * same UID (RFC 5545, 3.8.4.4). So a newer file replaces all of the older one.
 */
function eventOfSessions(meetings: Meetings): string[] {
  const [first, ...others] = meetings.sessions!
  if (!first) return []
  const length = minutesOf(first)
  // With the first one, which some calendars leave out otherwise.
  const dates = meetings.sessions!.map(({ day, from }) => local(day, from)).join(',')
  const deviating = others.filter((one) => minutesOf(one) !== length || one.location !== first.location)
  return [
    ...event(meetings, first, others.length > 0 ? [`RDATE;TZID=Asia/Riyadh:${dates}`] : []),
    ...deviating.flatMap((one) => event(meetings, one, [`RECURRENCE-ID;TZID=Asia/Riyadh:${local(one.day, one.from)}`])),
  ]
}

const minutesOf = ({ day, from, to }: Session) =>
  (inRiyadh(to > from ? day : dayAfter(day), to).getTime() - inRiyadh(day, from).getTime()) / MINUTE_MS

function event(meetings: Meetings, { day, from, to, location }: Session, recurrence: string[]): string[] {
  const { lang, now, moves = 0 } = meetings
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(meetings.uid)}`,
    `DTSTAMP:${inUtc(now)}`,
    `SEQUENCE:${Math.max(0, Math.floor((now.getTime() - SEQUENCES_BEGIN) / SECOND_MS)) + moves}`,
    `DTSTART;TZID=Asia/Riyadh:${local(day, from)}`,
    `DTEND;TZID=Asia/Riyadh:${local(to > from ? day : dayAfter(day), to)}`,
    ...recurrence,
    `SUMMARY;LANGUAGE=${lang}:${escaped(meetings.summary)}`,
    `LOCATION;LANGUAGE=${lang}:${escaped(location ?? meetings.location)}`,
    `DESCRIPTION;LANGUAGE=${lang}:${escaped(meetings.description)}`,
    `URL:${meetings.url}`,
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ]
}

/** Saudi Arabia has no daylight saving time. */
const RIYADH = [
  'BEGIN:VTIMEZONE',
  'TZID:Asia/Riyadh',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0300',
  'TZOFFSETTO:+0300',
  'TZNAME:+03',
  'END:STANDARD',
  'END:VTIMEZONE',
]

const SEQUENCES_BEGIN = Date.UTC(2026, 0, 1)

/** The first and last day with a meeting; a run whose dates include none of its weekdays meets once, on its first day. */
function firstAndLast({ firstDay, lastDay, weekdays }: Meetings): [first: string, last: string] {
  let [first, last] = [firstDay, lastDay]
  while (first <= lastDay && !weekdays.includes(weekdayOf(first))) first = dayAfter(first)
  if (first > lastDay) return [firstDay, firstDay]
  while (!weekdays.includes(weekdayOf(last))) last = dayAfter(last, -1)
  return [first, last]
}

function byDay({ weekdays }: Meetings): string {
  const days = NAMES.filter((name) => weekdays.includes(name)).map((name) => name.slice(0, 2).toUpperCase())
  return `BYDAY=${days.join(',')}`
}

const weekdayOf = (day: string) => NAMES[new Date(`${day}T00:00:00Z`).getUTCDay()]!
const dayAfter = (day: string, days = 1) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
const inRiyadh = (day: string, time: string) => new Date(`${day}T${time.slice(0, 5)}:00+03:00`)
const local = (day: string, time: string) => `${day.replaceAll('-', '')}T${time.slice(0, 5).replace(':', '')}00`
const inUtc = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Escapes a TEXT value (RFC 5545, 3.3.11) and replaces control characters. */
function escaped(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

const MAX_LINE_BYTES = 75

/** Folds a line after at most 75 octets (RFC 5545, 3.1) without splitting a character. */
function folded(line: string): string {
  const lines = ['']
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_LINE_BYTES) {
      lines.push(' ')
      octets = 1
    }
    lines[lines.length - 1] += character
    octets += size
  }
  return lines.join('\r\n')
}
