/** The mails that remind learners, in the language of the order. */
import { linksFor } from '../../links.ts'
import { transferEmails as ar } from '../../locales/ar/emails-transfers.ts'
import { transferEmails as en } from '../../locales/en/emails-transfers.ts'
import { formatMoney, formatWeekday } from '../../locales/format.ts'
import { inLang } from '../../locales/localized.ts'
import type { Database } from '../../platform/database.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { orderMailData, orderTexts, runFacts } from '../orders/order-mails.server.ts'
import { untilFact } from '../transfers/transfer-mails.server.ts'
import { aboutEnding, aboutStarting } from './queries.server.ts'

const TEXTS = { ar, en }

/** Tells that an unpaid order ends soon. `db` is a transaction in which it still waits. */
export async function mailOrderEnding(db: Database, settings: Settings, orderId: string, now: Date): Promise<void> {
  const facts = await orderMailData(db, orderId)
  if (!facts) return
  const { order, lang, learner, footer, reason } = facts
  const t = TEXTS[lang]
  const isTransfer = order.method === 'transfer'
  const words = isTransfer ? t.endingTransfer : t.endingOnline
  const path = isTransfer ? orderLinksFor(lang).approved(order.id) : linksFor(lang).order(order.courseId, order.run?.id)
  const content = renderEmail({
    lang,
    title: words.title,
    paragraphs: [orderTexts[lang].paid.greeting(learner.firstName), words.body(inLang(order.courseName, lang))],
    facts: [
      [orderTexts[lang].facts.reference, order.reference],
      [t.facts.amount, formatMoney(order.totalHalalas, lang)],
      untilFact(order.expiresAt, lang),
    ],
    action: { label: words.action, url: settings.publicUrl + path },
    footer,
    reason,
  })
  await sendEmail(db, now, {
    ...{ to: learner.email, lang, subject: words.subject(order.reference), ...content },
    ...{ about: aboutEnding(order.id), expiresAt: order.expiresAt },
  })
}

/** Tells that a run begins in two days, with its meetings for a calendar. */
export async function mailRunStarting(db: Database, settings: Settings, orderId: string, now: Date): Promise<void> {
  const facts = await orderMailData(db, orderId)
  const run = facts?.order.run
  if (!facts || !run) return
  const { order, lang, learner, footer, reason } = facts
  const { starting } = TEXTS[lang]
  const course = inLang(order.courseName, lang)
  const day = formatWeekday(run.startsAt, lang)
  const content = renderEmail({
    lang,
    title: starting.title,
    paragraphs: [
      orderTexts[lang].paid.greeting(learner.firstName),
      starting.body(course),
      run.city ? starting.inPerson : starting.online,
    ],
    facts: [
      [orderTexts[lang].facts.reference, order.reference],
      [orderTexts[lang].facts.course, course],
      ...runFacts(order, lang),
    ],
    action: { label: starting.action, url: settings.publicUrl + orderLinksFor(lang).approved(order.id) },
    footer,
    reason,
  })
  await sendEmail(db, now, {
    ...{ to: learner.email, lang, subject: starting.subject(course, day), ...content },
    ...{ about: aboutStarting(order.id), expiresAt: new Date(run.startsAt) },
    attachments: [{ kind: 'calendar', id: order.id }],
  })
}
