/** Mails to the institute about orders that its staff must decide or check. They are in Arabic. */
import { orderEmails as texts } from '../../locales/ar/emails/emails-orders.ts'
import { formatMoney } from '../../locales/format.ts'
import { inLang } from '../../locales/localized.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { emailFooter, mailboxOf } from '../messages/institute-contacts.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { findOrder } from '../orders/order-queries.server.ts'
import type { RefundRow } from '../orders/refund-row-queries.server.ts'
import type { UselessPayment } from './payment-mails.server.ts'
import type { UnmatchedPayment } from './unmatched-queries.server.ts'

type OfficeMail = {
  subject: string
  title: string
  body: string
  facts: [label: string, value: string][]
  about: string
}

/** A learner requests a refund. */
export async function mailRefundRequest(db: Database, settings: Settings, refund: RefundRow, now: Date): Promise<void> {
  const order = await findOrder(db, refund.orderId)
  if (!order) return
  const { subject, title, freeTitle, body } = texts.office.refundAsked
  await mailOffice(db, settings, now, {
    subject: subject(order.reference),
    title: order.totalHalalas === 0 ? freeTitle : title,
    body,
    facts: [
      [texts.facts.reference, order.reference],
      [texts.facts.course, inLang(order.courseName, 'ar')],
      [texts.facts.total, formatMoney(order.totalHalalas, 'ar')],
      [texts.refund.reason, refund.reason],
    ],
    about: `refund-request:${refund.id}`,
  })
}

/** The provider refuses the refund: staff must send the money by hand. */
export async function mailRefundRefused(
  db: Database,
  settings: Settings,
  refund: RefundRow,
  reason: string,
  now: Date,
): Promise<void> {
  const extraFact: [string, string] = [texts.office.providerReason, reason]
  await mailOfficeAboutRefund(db, settings, refund, now, {
    texts: texts.office.refundRefused,
    extraFact,
    about: 'refund-refused',
  })
}

/** Nobody can tell whether the provider has sent the refund: staff must look it up at the provider. */
export async function mailRefundUnclear(db: Database, settings: Settings, refund: RefundRow, now: Date): Promise<void> {
  // A refund that was sent once more can become unclear again.
  const about = `refund-unclear:${refund.askedAt?.getTime()}`
  await mailOfficeAboutRefund(db, settings, refund, now, { texts: texts.office.refundUnclear, about })
}

type RefundMail = {
  texts: { subject: (reference: string) => string; title: string; body: string }
  extraFact?: [label: string, value: string]
  about: string
}

async function mailOfficeAboutRefund(
  db: Database,
  settings: Settings,
  refund: RefundRow,
  now: Date,
  { texts: { subject, title, body }, extraFact, about }: RefundMail,
): Promise<void> {
  const order = await findOrder(db, refund.orderId)
  if (!order) return
  await mailOffice(db, settings, now, {
    subject: subject(order.reference),
    title,
    body,
    facts: [
      [texts.facts.reference, order.reference],
      [texts.refund.amount, formatMoney(refund.amountHalalas ?? 0, 'ar')],
      ...(extraFact ? [extraFact] : []),
    ],
    about: `${about}:${refund.id}`,
  })
}

/** A payment at the provider that belongs to no order. */
export async function mailUnmatchedPayment(
  db: Database,
  settings: Settings,
  unmatched: UnmatchedPayment,
): Promise<void> {
  await mailOffice(db, settings, unmatched.now, {
    ...texts.office.unmatchedPayment,
    facts: factsOf(unmatched),
    about: unmatchedPaymentKey(unmatched),
  })
}

/** A payment that bought no seat: it goes back by itself, or staff send back the bank transfer. */
export async function mailUselessPayment(
  db: Database,
  settings: Settings,
  orderId: string,
  { amountHalalas, reference, because, now }: UselessPayment,
): Promise<void> {
  const order = await findOrder(db, orderId)
  if (!order) return
  const { subject, title, bodies, byTransfer, online } = texts.office.uselessPayment
  const isTransfer = order.method === 'transfer'
  await mailOffice(db, settings, now, {
    subject: subject(order.reference),
    title,
    body: `${bodies[because]} ${isTransfer ? byTransfer : online}`,
    facts: [
      [texts.facts.reference, order.reference],
      [texts.facts.course, inLang(order.courseName, 'ar')],
      [texts.facts.amount, formatMoney(amountHalalas, 'ar')],
    ],
    about: `useless-payment:${reference}`,
  })
}

/** A second payment for an order that is paid already. */
export async function mailDuplicatePaymentToOffice(
  db: Database,
  settings: Settings,
  orderId: string,
  unmatched: UnmatchedPayment,
): Promise<void> {
  const order = await findOrder(db, orderId)
  if (!order) return
  const { subject, title, body } = texts.office.duplicatePayment
  await mailOffice(db, settings, unmatched.now, {
    subject: subject(order.reference),
    title,
    body,
    facts: [[texts.facts.reference, order.reference], ...factsOf(unmatched)],
    about: unmatchedPaymentKey(unmatched),
  })
}

/** A card payment of a company that owed less when it arrived. */
export async function mailSurplusPayment(
  db: Database,
  settings: Settings,
  number: string,
  unmatched: UnmatchedPayment,
): Promise<void> {
  const { subject, title, body, quote } = texts.office.surplusPayment
  await mailOffice(db, settings, unmatched.now, {
    subject: subject(number),
    title,
    body,
    facts: [[quote, number], ...factsOf(unmatched)],
    about: unmatchedPaymentKey(unmatched),
  })
}

const unmatchedPaymentKey = ({ provider, reference }: UnmatchedPayment) => `unmatched-payment:${provider}:${reference}`
const factsOf = (unmatched: UnmatchedPayment): OfficeMail['facts'] => [
  [texts.office.payment, `${unmatched.provider} ${unmatched.reference}`],
  [texts.facts.amount, `${(unmatched.amountHalalas / 100).toFixed(2)} ${unmatched.currency}`],
]

async function mailOffice(db: Database, settings: Settings, now: Date, mail: OfficeMail): Promise<void> {
  const { text, html } = renderEmail({
    lang: 'ar',
    title: mail.title,
    paragraphs: [mail.body],
    facts: mail.facts,
    footer: await emailFooter(db, 'ar'),
    reason: texts.office.reason,
  })
  const to = await mailboxOf(db, settings, 'orders')
  await sendEmail(db, now, { to, subject: mail.subject, text, html, lang: 'ar', about: mail.about })
}
