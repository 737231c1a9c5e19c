/** Mails to learners about payments that bought no seat, in the language of the order. */
import { linksFor } from '../../links.ts'
import { formatMoney } from '../../locales/format.ts'
import { inLang } from '../../locales/localized.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { isolated } from '../messages/email-content.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { orderMailData, orderTexts } from '../orders/order-mails.server.ts'
import type { UselessBecause } from '../orders/transition-queries.server.ts'
import { mailCompany } from './company-mails.server.ts'
import type { UnmatchedPayment, UnmatchedRow } from './unmatched-queries.server.ts'

/** A payment that bought no seat, and why. */
export type UselessPayment = { amountHalalas: number; reference: string; because: UselessBecause; now: Date }

/** Announces the refund of a payment that bought no seat. */
export async function mailRefundDue(
  db: Database,
  settings: Settings,
  orderId: string,
  { amountHalalas, reference, because, now }: UselessPayment,
): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { order, lang, learner, footer, reason } = data
  const texts = orderTexts[lang]
  const { text, html } = renderEmail({
    lang,
    title: texts.refundDue.title,
    paragraphs: [
      texts.paid.greeting(learner.firstName),
      texts.refundDue.bodies[because](inLang(order.courseName, lang)),
    ],
    facts: [
      [texts.facts.reference, order.reference],
      [texts.facts.amount, formatMoney(amountHalalas, lang)],
    ],
    action: { label: texts.refundDue.action, url: settings.publicUrl + linksFor(lang).course(order.slug) },
    footer,
    reason,
  })
  const subject = texts.refundDue.subject(order.reference)
  await sendEmail(db, now, { to: learner.email, subject, text, html, lang, about: `refund-due:${reference}` })
}

/** Announces that the institute will refund a second payment in the same checkout session. */
export function mailDuplicatePayment(
  db: Database,
  settings: Settings,
  orderId: string,
  { provider, reference, amountHalalas, now }: UnmatchedPayment,
): Promise<void> {
  const about = `paid-twice:${provider}:${reference}`
  return mailUselessPayment(db, settings, orderId, 'duplicatePayment', { amountHalalas, about, now })
}

/** Announces that a payment which bought nothing was refunded; one that belongs to no order has nobody to mail. */
export async function mailPaymentReturned(
  db: Database,
  settings: Settings,
  { id, orderId, amountHalalas, quote }: UnmatchedRow,
  now: Date,
): Promise<void> {
  const about = `payment-returned:${id}`
  if (quote) await mailCompany(db, 'surplusReturned', { quote, amountHalalas, about, now })
  if (orderId) await mailUselessPayment(db, settings, orderId, 'paymentReturned', { amountHalalas, about, now })
}

async function mailUselessPayment(
  db: Database,
  settings: Settings,
  orderId: string,
  news: 'duplicatePayment' | 'paymentReturned',
  { amountHalalas, about, now }: { amountHalalas: number; about: string; now: Date },
): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { order, lang, learner, footer, reason } = data
  const texts = orderTexts[lang]
  const { title, body, subject } = texts[news]
  const content = renderEmail({
    lang,
    title,
    paragraphs: [texts.paid.greeting(learner.firstName), body(inLang(order.courseName, lang))],
    facts: [
      [texts.facts.reference, order.reference],
      [(news === 'paymentReturned' ? texts.refund : texts.facts).amount, formatMoney(amountHalalas, lang)],
    ],
    action: { label: texts.paid.action, url: settings.publicUrl + orderLinksFor(lang).approved(order.id) },
    footer,
    reason,
  })
  await sendEmail(db, now, { to: learner.email, subject: subject(order.reference), lang, about, ...content })
}

/** Confirms that the learner cancelled an unpaid order. */
export async function mailCancelledByLearner(
  db: Database,
  settings: Settings,
  orderId: string,
  now: Date,
): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { order, lang, learner, footer, reason } = data
  const { paid, cancelledByLearner: t, cancelledByStaff, facts: labels } = orderTexts[lang]
  const content = renderEmail({
    lang,
    title: t.title,
    paragraphs: [
      paid.greeting(learner.firstName),
      t.body(inLang(order.courseName, lang)),
      ...(order.method === 'transfer' ? [t.transferred] : []),
      t.notYou,
    ],
    facts: [[labels.reference, order.reference]],
    action: { label: cancelledByStaff.action, url: settings.publicUrl + linksFor(lang).course(order.slug) },
    footer,
    reason,
  })
  const subject = t.subject(order.reference)
  await sendEmail(db, now, { to: learner.email, subject, lang, about: `order-cancelled:${order.id}`, ...content })
}

/** Announces that staff cancelled an unpaid order, and why. */
export async function mailOrderCancelled(
  db: Database,
  settings: Settings,
  orderId: string,
  why: string,
  now: Date,
): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { order, lang, learner, footer, reason } = data
  const { paid, cancelledByStaff, facts: labels } = orderTexts[lang]
  const content = renderEmail({
    lang,
    title: cancelledByStaff.title,
    paragraphs: [
      paid.greeting(learner.firstName),
      cancelledByStaff.body(inLang(order.courseName, lang)),
      cancelledByStaff.why(isolated(why)),
    ],
    facts: [[labels.reference, order.reference]],
    action: { label: cancelledByStaff.action, url: settings.publicUrl + linksFor(lang).course(order.slug) },
    footer,
    reason,
  })
  const subject = cancelledByStaff.subject(order.reference)
  await sendEmail(db, now, { to: learner.email, subject, lang, about: `order-cancelled:${order.id}`, ...content })
}
