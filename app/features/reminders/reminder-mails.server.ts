/** Reminder mails to learners, in the language of the order. */
import { linksFor } from '../../links.ts'
import { transferEmails as ar } from '../../locales/ar/emails/emails-transfers.ts'
import { transferEmails as en } from '../../locales/en/emails/emails-transfers.ts'
import { formatMoney, formatWeekday } from '../../locales/format.ts'
import { inLang } from '../../locales/localized.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { joiningPlace, joiningRule, orderMailData, orderTexts, runFacts } from '../orders/order-mails.server.ts'
import { untilFact } from '../transfers/transfer-mails.server.ts'
import { aboutEnding, aboutStarting, isMovedOrder } from './queries.server.ts'

const TEXTS = { ar, en }

/** Reminds of an unpaid order that expires soon. `db` is the transaction that has locked it. */
export async function mailOrderEnding(db: Database, settings: Settings, orderId: string, now: Date): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { order, lang, learner, footer, reason } = data
  const t = TEXTS[lang]
  const isTransfer = order.method === 'transfer'
  const texts = isTransfer ? t.endingTransfer : t.endingOnline
  const path = isTransfer ? orderLinksFor(lang).approved(order.id) : linksFor(lang).order(order.courseId, order.run?.id)
  const content = renderEmail({
    lang,
    title: texts.title,
    paragraphs: [orderTexts[lang].paid.greeting(learner.firstName), texts.body(inLang(order.courseName, lang))],
    facts: [
      [orderTexts[lang].facts.reference, order.reference],
      [t.facts.amount, formatMoney(order.totalHalalas - order.unpaidHalalas, lang)],
      untilFact(order.expiresAt, lang),
    ],
    action: { label: texts.action, url: settings.publicUrl + path },
    footer,
    reason,
  })
  await sendEmail(db, now, {
    ...{ to: learner.email, lang, subject: texts.subject(order.reference), ...content },
    ...{ about: aboutEnding(order.id), expiresAt: order.expiresAt },
  })
}

/** Reminds of a run that begins in two days, with its meetings as a calendar file. */
export async function mailRunStarting(db: Database, settings: Settings, orderId: string, now: Date): Promise<void> {
  const data = await orderMailData(db, orderId)
  const run = data?.order.run
  if (!data || !run) return
  const { order, lang, learner, footer, reason } = data
  const { starting } = TEXTS[lang]
  const course = inLang(order.courseName, lang)
  const day = formatWeekday(run.startsAt, lang)
  const content = renderEmail({
    lang,
    title: starting.title,
    paragraphs: [
      orderTexts[lang].paid.greeting(learner.firstName),
      starting.body(course),
      ...(run.city ? [starting.inPerson] : joiningRule(order, lang)),
    ],
    facts: [
      [orderTexts[lang].facts.reference, order.reference],
      [orderTexts[lang].facts.course, course],
      ...runFacts(order, lang),
    ],
    action: { label: starting.action, url: settings.publicUrl + orderLinksFor(lang).approved(order.id) },
    more: joiningPlace(order, settings.publicUrl, lang),
    footer,
    reason,
  })
  const movedTo = (await isMovedOrder(db, order.id)) ? run.id : null
  await sendEmail(db, now, {
    ...{ to: learner.email, lang, subject: starting.subject(course, day), ...content },
    ...{ about: aboutStarting(order.id, run.moves, movedTo), expiresAt: new Date(run.startsAt) },
    attachments: [{ kind: 'calendar', id: order.id }],
  })
}
