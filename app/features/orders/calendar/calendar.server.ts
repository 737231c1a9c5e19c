/** The calendar file of an order. */
import { ordersCalendar as ar } from '../../../locales/ar/orders-calendar.ts'
import { ordersCalendar as en } from '../../../locales/en/orders-calendar.ts'
import type { Lang } from '../../../locales/lang.ts'
import { inLang } from '../../../locales/localized.ts'
import type { Database } from '../../../platform/database.server.ts'
import { clockOf, dayOf } from '../../../platform/days.ts'
import { orderLinksFor } from '../order-links.ts'
import { findSessions, type OrderRow } from '../order-queries.server.ts'
import { calendarFile } from './calendar-file.ts'

const textsOf = { ar, en }

const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

/**
 * Every session of the ordered run; null for a recorded course and for an order that is not paid.
 */
export async function calendarOf(
  db: Database,
  order: OrderRow,
  lang: Lang,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<{ name: string; type: string; content: string } | null> {
  const { run, reference } = order
  if (!run || order.status !== 'paid') return null
  const texts = textsOf[lang]
  const url = publicUrl + orderLinksFor(lang).approved(order.id)
  const place = [run.venue, run.city].filter((part) => part !== null).map((part) => inLang(part, lang))
  const sessions = (await findSessions(db, run.id)).map(({ startsAt, endsAt, room, joinLink }) => ({
    day: dayOf(startsAt),
    from: clockOf(startsAt),
    to: clockOf(endsAt),
    location: joinLink ?? (room === null ? null : [room, ...place].join(texts.comma)),
  }))
  const content = calendarFile({
    uid: `${order.id}@${new URL(publicUrl).hostname}`,
    firstDay: dayOf(new Date(run.startsAt)),
    lastDay: dayOf(new Date(run.endsAt)),
    weekdays: run.weekdays,
    fromTime: run.fromTime,
    toTime: run.toTime,
    summary: inLang(order.courseName, lang),
    location: place.length > 0 ? place.join(texts.comma) : texts.online,
    description: `${texts.reference(reference)}\n${texts.order(url)}`,
    url,
    lang,
    now,
    moves: run.moves,
    sessions,
  })
  return { name: `${reference}.ics`, type: CALENDAR_TYPE, content }
}
