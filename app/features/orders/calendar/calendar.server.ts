/** The calendar file of an order, and the calendar of all seats of a learner. */
import { ordersCalendar as ar } from '../../../locales/ar/orders-calendar.ts'
import { ordersCalendar as en } from '../../../locales/en/orders-calendar.ts'
import type { Lang } from '../../../locales/lang.ts'
import { inLang } from '../../../locales/localized.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { clockOf, dayOf } from '../../../platform/days.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { JOIN_BEFORE_MINUTES } from '../join-window.ts'
import { orderLinksFor } from '../order-links.ts'
import { findSeatsSince, findSessions, type OrderRow, type OrderSession } from '../order-queries.server.ts'
import { calendarFile, calendarOf as calendarOfAll, type Meetings } from './calendar-file.ts'

const textsOf = { ar, en }

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8'
/** How long a course that is over stays in the calendar to which its learner subscribes. */
const KEPT_DAYS = 90
const MAX_SEATS = 50
const REFRESH_HOURS = 4

type About = { publicUrl: string; now: Date }

/**
 * Every session of the ordered run; null for a recorded course and for an order that is not paid.
 */
export async function calendarOf(
  db: Database,
  order: OrderRow,
  lang: Lang,
  about: About,
): Promise<{ name: string; type: string; content: string } | null> {
  const { run, reference } = order
  if (!run || order.status !== 'paid') return null
  const sessions = await findSessions(db, [run.id])
  const content = calendarFile(meetingsOf({ ...order, run }, sessions, lang, about))
  return { name: `${reference}.ics`, type: CALENDAR_TYPE, content }
}

/** All seats of a learner. */
export async function calendarOfSeats(
  db: Database,
  userId: number,
  lang: Lang,
  about: About & { institute: string },
): Promise<string> {
  const orders = await findSeatsSince(db, userId, new Date(about.now.getTime() - KEPT_DAYS * DAY_MS), MAX_SEATS)
  const seats = orders.flatMap((order) => (order.run ? [{ ...order, run: order.run }] : []))
  const sessions = await findSessions(
    db,
    seats.map(({ run }) => run.id),
  )
  const courses = seats.map((order) => {
    const own = sessions.filter(({ runId }) => runId === order.run.id)
    return meetingsOf(order, own, lang, about)
  })
  return calendarOfAll(courses, { name: textsOf[lang].feed(about.institute), refreshHours: REFRESH_HOURS })
}

type Seat = OrderRow & { run: NonNullable<OrderRow['run']> }

/** Links to join are left out: calendars are passed on, and show a link that has changed since. */
function meetingsOf(order: Seat, found: readonly OrderSession[], lang: Lang, { publicUrl, now }: About): Meetings {
  const { run, reference } = order
  const texts = textsOf[lang]
  const url = publicUrl + orderLinksFor(lang).place(reference)
  const place = [run.venue, run.city].filter((part) => part !== null).map((part) => inLang(part, lang))
  const isOnline = run.city === null
  const sessions = found.map(({ startsAt, endsAt, room, hasLink }) => ({
    day: dayOf(startsAt),
    from: clockOf(startsAt),
    to: clockOf(endsAt),
    location: hasLink && !isOnline ? texts.online : room === null ? null : [room, ...place].join(texts.comma),
  }))
  const joining = isOnline || found.some(({ hasLink }) => hasLink) ? [texts.joining(JOIN_BEFORE_MINUTES)] : []
  return {
    uid: `${order.id}@${new URL(publicUrl).hostname}`,
    firstDay: dayOf(new Date(run.startsAt)),
    lastDay: dayOf(new Date(run.endsAt)),
    weekdays: run.weekdays,
    fromTime: run.fromTime,
    toTime: run.toTime,
    summary: inLang(order.courseName, lang),
    location: place.length > 0 ? place.join(texts.comma) : texts.online,
    description: [texts.reference(reference), ...joining, texts.place(url)].join('\n'),
    url,
    lang,
    now,
    moves: run.moves,
    sessions,
  }
}
