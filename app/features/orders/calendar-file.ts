/** A course's meetings as a calendar file that phones and mail programs take in. Source: RFC 5545. */
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'

/** Days are `2026-11-20` and times `17:00`, both in Riyadh. */
export type Meetings = {
  /** The same for ever, so that a newer file replaces what an older one brought. */
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
  /** When the file is made: of two files the later one counts. */
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

/** The kingdom has no summer time. */
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

/** The first and the last day with a meeting; a run whose dates hold none of its weekdays meets once, as it starts. */
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

/** A text's value: what would end it is written with a backslash, and what nobody sees is left out. */
function escaped(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

const MAX_LINE_BYTES = 75

/** A line of at most 75 octets, gone on with in the next ones after a space; no letter is cut in two. */
function folded(line: string): string {
  const lines = ['']
  let octets = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (octets + size > MAX_LINE_BYTES) {
      lines.push(' ')
      octets = 1
    }
    lines[lines.length - 1] += letter
    octets += size
  }
  return lines.join('\r\n')
}
