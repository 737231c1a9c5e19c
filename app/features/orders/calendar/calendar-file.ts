/** A course's meetings as an iCalendar file. Source: RFC 5545. */
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'

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
}

/** By the day of the week as Date counts it. */
const NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

export function calendarFile(meetings: Meetings): string {
  const { fromTime, toTime, lang, now } = meetings
  const [first, last] = firstAndLast(meetings)
  const ends = toTime > fromTime ? first : dayAfter(first)
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Maahad//Orders//EN',
    'CALSCALE:GREGORIAN',
    ...RIYADH,
    'BEGIN:VEVENT',
    `UID:${escaped(meetings.uid)}`,
    `DTSTAMP:${inUtc(now)}`,
    `SEQUENCE:${Math.max(0, Math.floor((now.getTime() - SEQUENCES_BEGIN) / MINUTE_MS))}`,
    `DTSTART;TZID=Asia/Riyadh:${local(first, fromTime)}`,
    `DTEND;TZID=Asia/Riyadh:${local(ends, toTime)}`,
    ...(last > first ? [`RRULE:FREQ=WEEKLY;UNTIL=${inUtc(inRiyadh(last, fromTime))};${byDay(meetings)};WKST=SU`] : []),
    `SUMMARY;LANGUAGE=${lang}:${escaped(meetings.summary)}`,
    `LOCATION;LANGUAGE=${lang}:${escaped(meetings.location)}`,
    `DESCRIPTION;LANGUAGE=${lang}:${escaped(meetings.description)}`,
    `URL:${meetings.url}`,
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')
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
