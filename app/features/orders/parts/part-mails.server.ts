/** Mails to learners about the parts of their orders, in the language of the order. */
import { formatMoney, formatWeekday } from '../../../locales/format.ts'
import { inLang } from '../../../locales/localized.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import type { Settings } from '../../../platform/settings.server.ts'
import { sendEmail } from '../../messages/messages.server.ts'
import { renderEmail } from '../../messages/render-email.server.ts'
import { orderLinksFor } from '../order-links.ts'
import { type Facts, type OrderMailData, orderMailData, orderTexts } from '../order-mails.server.ts'
import { nextFacts, partFacts, partTexts as TEXTS } from './part-facts.ts'

export const REMINDERS = ['soon', 'today', 'late', 'last'] as const
export type Reminder = (typeof REMINDERS)[number]

/** Confirms a later part, with its invoice. */
export async function mailPartPaid(
  db: Database,
  settings: Settings,
  orderId: string,
  part: number,
  now: Date,
): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { order, lang } = data
  const t = TEXTS[lang]
  await mail(db, settings, data, {
    subject: t.paid.subject(part, order.reference),
    title: t.paid.title,
    paragraphs: [t.paid.body(inLang(order.courseName, lang)), ...(order.unpaidHalalas === 0 ? [t.paid.all] : [])],
    facts: [
      ...partFacts(order, part, lang).filter(([label]) => label !== t.facts.due),
      ...(order.unpaidHalalas > 0
        ? [[t.facts.left, formatMoney(order.unpaidHalalas, lang)] as [string, string], ...nextFacts(order.parts, lang)]
        : []),
    ],
    action: t.paid.action,
    about: `part-paid:${order.id}:${part}`,
    attachments: [{ kind: 'invoice', id: `${order.id}/${part}` }],
    now,
  })
}

/** Reminds of a part that is due. `db` is the transaction that has marked it as reminded. */
export async function mailPartDue(
  db: Database,
  settings: Settings,
  { orderId, part, reminder, dueAt }: { orderId: string; part: number; reminder: Reminder; dueAt: Date },
  now: Date,
): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { order, lang } = data
  const t = TEXTS[lang]
  const { subject, title, body } = t.reminders[reminder]
  await mail(db, settings, data, {
    subject: subject(formatWeekday(dueAt, lang), order.reference),
    title,
    paragraphs: [body(inLang(order.courseName, lang))],
    facts: partFacts(order, part, lang),
    action: t.pay,
    // An extended part is reminded of again.
    about: `part-due:${order.id}:${part}:${reminder}:${dueAt.getTime()}`,
    now,
  })
}

type Decided = { orderId: string; part: number; note?: string | undefined; now: Date }

/** Tells what staff decided about a part that was missed. */
export async function mailPartDecision(
  db: Database,
  settings: Settings,
  kind: 'extended' | 'paused' | 'resumed',
  { orderId, part, now }: Decided,
): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { order, lang } = data
  const t = TEXTS[lang]
  const { subject, title, body } = t[kind]
  await mail(db, settings, data, {
    subject: subject(order.reference),
    title,
    paragraphs: [body(inLang(order.courseName, lang))],
    facts: partFacts(order, part, lang),
    action: kind === 'resumed' ? t.paid.action : t.pay,
    about: `part-${kind}:${order.id}:${part}:${now.getTime()}`,
    now,
  })
}

/** Tells that the enrolment has ended because a part was missed, and what goes back. */
export async function mailEndedForPart(
  db: Database,
  settings: Settings,
  { orderId, refundHalalas, reason, now }: { orderId: string; refundHalalas: number; reason: string; now: Date },
): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { order, lang } = data
  const t = TEXTS[lang]
  await mail(db, settings, data, {
    subject: t.ended.subject(order.reference),
    title: t.ended.title,
    paragraphs: [t.ended.body(inLang(order.courseName, lang)), refundHalalas > 0 ? t.ended.back : t.ended.kept],
    facts: [
      ...(refundHalalas > 0 ? [[t.facts.refunded, formatMoney(refundHalalas, lang)] as [string, string]] : []),
      [t.facts.reason, reason],
    ],
    action: t.paid.action,
    about: `part-ended:${order.id}`,
    now,
  })
}

type Content = {
  subject: string
  title: string
  paragraphs: string[]
  facts: Facts
  action: string
  about: string
  attachments?: { kind: 'invoice'; id: string }[]
  now: Date
}

async function mail(db: Database, settings: Settings, data: OrderMailData, content: Content): Promise<void> {
  const { order, lang, learner, footer, reason } = data
  const { subject, title, paragraphs, facts, action, about, attachments = [], now } = content
  const rendered = renderEmail({
    ...{ lang, title, footer, reason },
    paragraphs: [orderTexts[lang].paid.greeting(learner.firstName), ...paragraphs],
    facts: [[orderTexts[lang].facts.reference, order.reference], ...facts],
    action: { label: action, url: settings.publicUrl + orderLinksFor(lang).approved(order.id) },
  })
  await sendEmail(db, now, { to: learner.email, lang, subject, about, attachments, ...rendered })
}
