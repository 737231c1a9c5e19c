/** The waitlist of courses that cannot be booked now, and the mail that is sent when one can be booked. */
import type { Input } from '../../../api/endpoint.ts'
import { Problem } from '../../../api/problem.ts'
import { linksFor } from '../../../links.ts'
import { catalogueEmails as ar } from '../../../locales/ar/emails/emails-catalogue.ts'
import { catalogueEmails as en } from '../../../locales/en/emails/emails-catalogue.ts'
import { formatDay } from '../../../locales/format.ts'
import type { Lang } from '../../../locales/lang.ts'
import type { Context, Services } from '../../../platform/context.server.ts'
import { HOUR_SECONDS } from '../../../platform/durations.ts'
import { rangeOf } from '../../../platform/limits/ip-range.ts'
import { limit } from '../../../platform/limits/rate-limit.server.ts'
import { emailFooter } from '../../messages/institute-contacts.server.ts'
import { sendEmail } from '../../messages/messages.server.ts'
import { renderEmail } from '../../messages/render-email.server.ts'
import { cardsOf } from '../cards.server.ts'
import type { catalogueEndpoints } from '../contract.ts'
import type { CourseCard } from '../course-contract.ts'
import { NEXT_STEP } from '../course-state.ts'
import { claimNotifyRequests, findCoursesWithWaitlist, insertNotifyRequest, isPublished } from '../queries.server.ts'

const TEXTS = { ar, en }

/** Adds an address to the waitlist; a second request changes nothing, and the response does not reveal it. */
export async function notifyMe(ctx: Context, { courseId, email }: Input<(typeof catalogueEndpoints)['notifyMe']>) {
  await limit(ctx, `notify-me:${rangeOf(ctx.ip)}`, 60, HOUR_SECONDS)
  await limit(ctx, `notify-me:email:${email}`, 10, HOUR_SECONDS)
  if (!(await isPublished(ctx.db, courseId, ctx.now()))) throw new Problem('courseNotFound')
  await insertNotifyRequest(ctx.db, { courseId, email, lang: ctx.lang, now: ctx.now() })
  return {}
}

/** So many people are notified per free seat, first come first served; the next ones while it is still free. */
const NOTIFIED_PER_SEAT = 5
/** For courses without a limit of seats. */
const NOTIFY_BATCH_SIZE = 1000

type WaitlistServices = Pick<Services, 'db' | 'settings' | 'now'>

/** Job: notifies the waitlist of each course that can be booked by now, every person once. */
export async function notifyWaitlist(services: WaitlistServices): Promise<void> {
  const ids = await findCoursesWithWaitlist(services.db, services.now())
  const cards = { ar: await bookableCards(services, 'ar', ids), en: await bookableCards(services, 'en', ids) }
  for (const { id, seatsLeft } of cards.ar.values()) {
    const maxCount = seatsLeft === undefined ? NOTIFY_BATCH_SIZE : seatsLeft * NOTIFIED_PER_SEAT
    await services.db.transaction().execute(async (tx) => {
      for (const { email, lang } of await claimNotifyRequests(tx, id, maxCount)) {
        await sendEmail(
          tx,
          services.now(),
          await bookableMail(services, cards[lang as Lang].get(id)!, email, lang as Lang),
        )
      }
    })
  }
}

type Card = Pick<CourseCard, 'id' | 'slug' | 'name' | 'state' | 'nextStart' | 'seatsLeft'>

async function bookableCards(services: WaitlistServices, lang: Lang, ids: number[]): Promise<Map<number, Card>> {
  const cards = await cardsOf({ ...services, lang }, ids)
  return new Map(cards.filter(({ state }) => NEXT_STEP[state] === 'enrol').map((card) => [card.id, card]))
}

async function bookableMail(services: WaitlistServices, course: Card, to: string, lang: Lang) {
  const { subject, title, paragraphs, starts, open, reason } = TEXTS[lang].bookable
  const content = renderEmail({
    lang,
    title,
    paragraphs: paragraphs(course.name),
    facts: course.nextStart ? [[starts, formatDay(course.nextStart, lang)]] : [],
    action: { label: open, url: services.settings.publicUrl + linksFor(lang).course(course.slug) },
    footer: await emailFooter(services.db, lang),
    reason,
  })
  return { to, lang, subject: subject(course.name), ...content }
}
