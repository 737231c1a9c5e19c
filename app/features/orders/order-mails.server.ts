/** Mails to learners about their orders, in the language of the order. */
import { orderEmails as ar } from '../../locales/ar/emails/emails-orders.ts'
import { joining as joiningAr } from '../../locales/ar/joining.ts'
import { orderEmails as en } from '../../locales/en/emails/emails-orders.ts'
import { joining as joiningEn } from '../../locales/en/joining.ts'
import { formatHijri, formatMoney, formatTime, formatWeekday } from '../../locales/format.ts'
import { formatList } from '../../locales/format-week.ts'
import { companyName } from '../../locales/instalment-companies.ts'
import { isLang, type Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { weekdaysWithin } from '../../platform/days.ts'
import { isInstalmentCompany } from '../../platform/instalment-companies.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { accountLinksFor } from '../accounts/account-links.ts'
import { learnAddress } from '../lessons/lesson-links.ts'
import { paragraphsOf } from '../mail-notes/mail-notes.ts'
import type { EmailLink } from '../messages/email-content.ts'
import { emailFooter, mailNote } from '../messages/institute-contacts.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { JOIN_BEFORE_MINUTES } from './join-window.ts'
import { orderLinksFor } from './order-links.ts'
import { findLearner, findOrder, type OrderRow } from './order-queries.server.ts'
import { firstPartFacts } from './parts/part-facts.ts'

export const orderTexts = { ar, en }
const joiningTexts = { ar: joiningAr, en: joiningEn }

export type Facts = [label: string, value: string][]

/** Confirms a paid order; a second call for the same order has no effect. `db` is the transaction that paid it. */
export async function mailPaid(db: Database, settings: Settings, orderId: string, now: Date): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { order, lang, learner } = data
  const content = paidMail(data, settings.publicUrl, await mailNote(db, 'enrolled', lang))
  const kinds = ['invoice', ...(order.run ? ['calendar' as const] : [])] as const
  const attachments = kinds.map((kind) => ({ kind, id: order.id }))
  const about = `order-paid:${order.id}`
  await sendEmail(db, now, { to: learner.email, lang, about, attachments, ...content })
}

export type OrderMailData = NonNullable<Awaited<ReturnType<typeof orderMailData>>>

/** @param note what the institute adds */
export function paidMail(data: OrderMailData, publicUrl: string, note: string | undefined) {
  const { order, lang, learner, footer, reason } = data
  const texts = orderTexts[lang]
  const course = inLang(order.courseName, lang)
  const content = renderEmail({
    lang,
    title: texts.paid.title,
    paragraphs: [
      texts.paid.greeting(learner.firstName),
      order.totalHalalas === 0 ? texts.paid.freeBody(course) : texts.paid.body(course),
      ...(isInstalmentCompany(order.method) ? [texts.paid.byCompany(companyName(order.method, lang))] : []),
      ...joiningRule(order, lang),
      ...(learner.canSignIn ? [] : [texts.paid.firstSignIn(learner.email)]),
      ...noteAbout(data, note),
    ],
    facts: [
      [texts.facts.reference, order.reference],
      [texts.facts.course, course],
      ...runFacts(order, lang),
      ...moneyFacts(order, lang),
      ...firstPartFacts(order.parts, lang),
    ],
    action: order.run
      ? { label: texts.paid.action, url: publicUrl + orderLinksFor(lang).approved(order.id) }
      : order.hasLessons
        ? { label: texts.paid.start, url: publicUrl + learnAddress(lang, order.courseId) }
        : { label: texts.paid.action, url: publicUrl + orderLinksFor(lang).approved(order.id) },
    more: [
      ...(learner.canSignIn ? [] : [passwordLink(learner.email, publicUrl, lang)]),
      ...joiningPlace(order, publicUrl, lang),
      ...(documentLink(order, 'invoice', publicUrl, lang).more ?? []),
    ],
    footer,
    reason,
  })
  return { subject: texts.paid.subject(order.reference), ...content }
}

function passwordLink(email: string, publicUrl: string, lang: Lang): EmailLink {
  return { label: orderTexts[lang].paid.choosePassword, url: publicUrl + accountLinksFor(lang).choosePassword(email) }
}

/**
 * The institute's note with what it says of the learner and the order.
 * @param amountHalalas where the mail is about an amount
 */
export function noteAbout(
  { order, lang, learner }: OrderMailData,
  note: string | undefined,
  amountHalalas?: number,
): string[] {
  const { reference, courseName } = order
  const amount = amountHalalas === undefined ? undefined : formatMoney(amountHalalas, lang)
  return paragraphsOf(note, { name: learner.firstName, course: inLang(courseName, lang), reference, amount })
}

/** When and where the link to an online run opens: no mail holds it. Empty of a run in person, and a recorded course. */
export function joiningRule(order: OrderRow, lang: Lang): string[] {
  return isOnline(order) ? [joiningTexts[lang].rule(JOIN_BEFORE_MINUTES)] : []
}

/** My courses, where what `joiningRule` speaks of is, and all else of the course. Empty of a recorded one, which has lessons. */
export function joiningPlace(order: OrderRow, publicUrl: string, lang: Lang): EmailLink[] {
  if (order.run === null) return []
  return [{ label: joiningTexts[lang].place, url: publicUrl + orderLinksFor(lang).place(order.reference) }]
}

const isOnline = ({ run }: OrderRow) => run !== null && run.city === null

/** What a mail about an order needs; undefined when the learner's account was deleted. */
export async function orderMailData(db: Database, orderId: string) {
  const order = await findOrder(db, orderId)
  if (!order) throw new Error(`There is no order ${orderId}.`)
  const learner = await findLearner(db, order.userId)
  if (!learner) return undefined
  const lang: Lang = isLang(order.lang) ? order.lang : 'ar'
  return { order, lang, learner, footer: await emailFooter(db, lang), reason: orderTexts[lang].reason }
}

/** A link to the invoice or the newest credit note; empty when there is none. */
export function documentLink(
  { documents }: OrderRow,
  kind: 'invoice' | 'credit-note',
  publicUrl: string,
  lang: Lang,
): { more?: EmailLink[] } {
  const document = documents.findLast((issued) => issued.kind === kind)
  if (!document) return {}
  const label = orderTexts[lang].documents[kind](document.number)
  return { more: [{ label, url: publicUrl + orderLinksFor(lang).invoice(document.number) }] }
}

type RunOfFacts = Pick<
  NonNullable<OrderRow['run']>,
  'startsAt' | 'endsAt' | 'weekdays' | 'fromTime' | 'toTime' | 'city' | 'venue'
>

/** When and where; nothing of a recorded course. */
export function runFacts({ run }: { run: RunOfFacts | null }, lang: Lang): Facts {
  if (!run) return []
  const { facts, weekdays, dates, hours } = orderTexts[lang]
  const day = (instant: string) => dates(formatWeekday(instant, lang), formatHijri(instant, lang))
  const days = weekdaysWithin(run.weekdays, run).map((name) => weekdays[name] ?? name)
  const place = run.city
    ? [run.venue, run.city].filter((part) => part !== null).map((part) => inLang(part, lang))
    : [facts.online]
  return [
    [facts.starts, day(run.startsAt)],
    [facts.ends, day(run.endsAt)],
    [facts.days, hours(formatList(days, lang), clock(run.fromTime, lang), clock(run.toTime, lang))],
    [facts.place, place.join(lang === 'ar' ? '، ' : ', ')],
  ]
}

/** `17:00` in Riyadh, in the language's own notation. */
function clock(time: string, lang: Lang): string {
  return formatTime(`2026-01-01T${time}:00+03:00`, lang)
}

export function moneyFacts(order: OrderRow, lang: Lang): Facts {
  const { facts } = orderTexts[lang]
  // Without a code nobody has taken the learner's price down: a company has paid for the seat, or staff gave it.
  const discount: Facts =
    order.discountHalalas === 0 || order.couponCode === null
      ? []
      : [
          [facts.price, formatMoney(order.priceHalalas, lang)],
          [facts.discount(order.couponCode), formatMoney(order.discountHalalas, lang)],
        ]
  const vat: Facts =
    order.vatHalalas === 0 ? [] : [[facts.vat(order.vatRatePercent), formatMoney(order.vatHalalas, lang)]]
  return [...discount, [facts.total, formatMoney(order.totalHalalas, lang)], ...vat]
}
