/** Mails to learners about their refunds. */
import { orderEmails as ar } from '../../locales/ar/emails-orders.ts'
import { orderEmails as en } from '../../locales/en/emails-orders.ts'
import { formatMoney } from '../../locales/format.ts'
import { inLang } from '../../locales/localized.ts'
import type { Database } from '../../platform/database.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { documentLink, orderMailData } from '../orders/order-mails.server.ts'
import { needsRefundAccount } from '../orders/order-views.server.ts'
import type { RefundRow } from '../orders/refund-row-queries.server.ts'
import { findRefund } from './refund-queries.server.ts'

const TEXTS = { ar, en }

/** Confirms that the request was received. */
export async function mailRefundRequested(
  db: Database,
  settings: Settings,
  refundId: string,
  now: Date,
): Promise<void> {
  await mailLearner(db, settings, refundId, 'asked', now, ({ reason }, texts) => [[texts.refund.reason, reason]])
}

/** Says why staff declined the request. */
export async function mailRefundDeclined(db: Database, settings: Settings, refundId: string, now: Date): Promise<void> {
  await mailLearner(db, settings, refundId, 'declined', now, ({ answer }, texts) => [
    [texts.refund.answer, answer ?? ''],
  ])
}

/** Says that the money was sent. */
export async function mailRefunded(db: Database, settings: Settings, refundId: string, now: Date): Promise<void> {
  await mailLearner(db, settings, refundId, 'done', now, ({ amountHalalas, reason }, texts, lang) => [
    ...(amountHalalas ? [[texts.refund.amount, formatMoney(amountHalalas, lang)] as [string, string]] : []),
    [texts.refund.reason, reason],
  ])
}

/** Asks for the account to which a bank transfer is refunded, once for each order; for other refunds nothing. */
export async function mailAccountNeeded(db: Database, settings: Settings, refundId: string, now: Date): Promise<void> {
  const refund = await findRefund(db, refundId)
  const data = refund && (await orderMailData(db, refund.orderId))
  if (!data || data.order.refundIbanEnd !== null || !needsRefundAccount(data.order)) return
  const { order, lang, learner, footer, reason } = data
  const texts = TEXTS[lang]
  const { subject, title, body, action } = texts.refund.accountNeeded
  const content = renderEmail({
    lang,
    title,
    paragraphs: [texts.paid.greeting(learner.firstName), body(inLang(order.courseName, lang))],
    facts: [[texts.facts.reference, order.reference]],
    action: { label: action, url: settings.publicUrl + orderLinksFor(lang).mine },
    footer,
    reason,
  })
  const about = `refund-account:${order.id}`
  await sendEmail(db, now, { to: learner.email, subject: subject(order.reference), lang, about, ...content })
}

type Texts = typeof en
type FactsOf = (refund: RefundRow, texts: Texts, lang: 'ar' | 'en') => [label: string, value: string][]

async function mailLearner(
  db: Database,
  settings: Settings,
  refundId: string,
  kind: 'asked' | 'declined' | 'done',
  now: Date,
  factsOf: FactsOf,
): Promise<void> {
  const refund = await findRefund(db, refundId)
  if (!refund) throw new Error(`There is no refund ${refundId}.`)
  const data = await orderMailData(db, refund.orderId)
  if (!data) return
  const { order, lang, learner, footer, reason } = data
  const texts = TEXTS[lang]
  const ofCancelledRun = kind === 'done' && order.run?.cancelledAt ? texts.refund.doneOfCancelledRun : undefined
  const kindTexts = ofCancelledRun ?? texts.refund[kind]
  const { subject, title, body } = order.totalHalalas === 0 ? kindTexts.free : kindTexts
  const course = inLang(order.courseName, lang)
  const { text, html } = renderEmail({
    lang,
    title,
    paragraphs: [texts.paid.greeting(learner.firstName), body(course)],
    facts: [[texts.facts.reference, order.reference], ...factsOf(refund, texts, lang)],
    action: { label: texts.paid.action, url: settings.publicUrl + orderLinksFor(lang).mine },
    ...(kind === 'done' ? documentLink(order, 'credit-note', settings.publicUrl, lang) : {}),
    footer,
    reason,
  })
  const about = `refund-${kind}:${refund.id}`
  const attachments = kind === 'done' ? [{ kind: 'credit-note' as const, id: refund.id }] : []
  await sendEmail(db, now, {
    to: learner.email,
    subject: subject(order.reference),
    text,
    html,
    lang,
    about,
    attachments,
  })
}
