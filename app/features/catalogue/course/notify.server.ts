/** Who waits to hear that a full or upcoming course can be booked, and the mail that tells them. */
import type { Input } from '../../../api/endpoint.ts'
import { Problem } from '../../../api/problem.ts'
import { linksFor } from '../../../links.ts'
import { catalogueEmails as ar } from '../../../locales/ar/emails-catalogue.ts'
import { catalogueEmails as en } from '../../../locales/en/emails-catalogue.ts'
import { formatDay } from '../../../locales/format.ts'
import type { Lang } from '../../../locales/lang.ts'
import type { Context, Services } from '../../../platform/context.server.ts'
import { HOUR_SECONDS } from '../../../platform/durations.ts'
import { rangeOf } from '../../../platform/ip-range.ts'
import { limit } from '../../../platform/rate-limit.server.ts'
import { emailFooter } from '../../messages/institute-contacts.server.ts'
import { sendEmail } from '../../messages/messages.server.ts'
import { renderEmail } from '../../messages/render-email.server.ts'
import { cardsOf } from '../cards.server.ts'
import type { CourseCard, catalogueEndpoints } from '../contract.ts'
import { NEXT_STEP } from '../course-state.ts'
import { claimNotifyRequests, findCoursesWithWaitlist, insertNotifyRequest, isPublished } from '../queries.server.ts'

const TEXTS = { ar, en }

/** Remembers the wish; asking twice changes nothing, and the answer never tells whether the address was known. */
export async function notifyMe(ctx: Context, { courseId, email }: Input<(typeof catalogueEndpoints)['notifyMe']>) {
  await limit(ctx, `notify-me:${rangeOf(ctx.ip)}`, 60, HOUR_SECONDS)
  await limit(ctx, `notify-me:email:${email}`, 10, HOUR_SECONDS)
  if (!(await isPublished(ctx.db, courseId, ctx.now()))) throw new Problem('courseNotFound')
  await insertNotifyRequest(ctx.db, { courseId, email, lang: ctx.lang, now: ctx.now() })
  return {}
}

/** For each free seat so many are told at a time, in the order of their asking; the others while it stays free. */
const NOTIFIED_PER_SEAT = 5
/** Where seats don't run out. */
const NOTIFY_BATCH_SIZE = 1000

/** The job: tells those who wait for a course that can be booked by now, each once. */
export async function notifyWaitlist(services: Services): Promise<void> {
  const ids = await findCoursesWithWaitlist(services.db, services.now())
  const cards = { ar: await bookableCards(services, 'ar', ids), en: await bookableCards(services, 'en', ids) }
  for (const { id, seatsLeft } of cards.ar.values()) {
    const most = seatsLeft === undefined ? NOTIFY_BATCH_SIZE : seatsLeft * NOTIFIED_PER_SEAT
    await services.db.transaction().execute(async (tx) => {
      for (const { email, lang } of await claimNotifyRequests(tx, id, most)) {
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

async function bookableCards(services: Services, lang: Lang, ids: number[]): Promise<Map<number, Card>> {
  const cards = await cardsOf({ ...services, lang }, ids)
  return new Map(cards.filter(({ state }) => NEXT_STEP[state] === 'enrol').map((card) => [card.id, card]))
}

async function bookableMail(services: Services, course: Card, to: string, lang: Lang) {
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
