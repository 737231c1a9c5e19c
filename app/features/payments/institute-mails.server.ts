/** What the institute is told about orders: what somebody there has to decide or to look into. It reads Arabic. */
import { orderEmails as texts } from '../../locales/ar/emails-orders.ts'
import { formatMoney } from '../../locales/format.ts'
import { inLang } from '../../locales/localized.ts'
import type { Database } from '../../platform/database.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { emailFooter, mailboxOf } from '../messages/institute-contacts.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { findOrder } from '../orders/order-queries.server.ts'
import type { RefundRow } from '../orders/refund-row-queries.server.ts'
import type { UnmatchedPayment } from './reconciliation-queries.server.ts'

type Told = { subject: string; title: string; body: string; facts: [label: string, value: string][]; about: string }

/** A learner asks for their money back. */
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

/** The provider sends nothing back: somebody has to do it by hand. */
export async function mailRefundRefused(
  db: Database,
  settings: Settings,
  refund: RefundRow,
  reason: string,
  now: Date,
): Promise<void> {
  const said: [string, string] = [texts.office.providerReason, reason]
  await mailOfficeAboutRefund(db, settings, refund, now, {
    words: texts.office.refundRefused,
    said,
    about: 'refund-refused',
  })
}

/** Nobody has sent it for long: the provider's account may need somebody, or a bank transfer is to be made. Told once. */
export async function mailRefundStuck(
  db: Database,
  settings: Settings,
  refund: RefundRow,
  byHand: boolean,
  now: Date,
): Promise<void> {
  const words = byHand ? texts.office.transferWaits : texts.office.refundWaits
  await mailOfficeAboutRefund(db, settings, refund, now, { words, about: 'refund-waits' })
}

type AboutRefund = {
  words: { subject: (reference: string) => string; title: string; body: string }
  said?: [label: string, value: string]
  about: string
}

async function mailOfficeAboutRefund(
  db: Database,
  settings: Settings,
  refund: RefundRow,
  now: Date,
  { words: { subject, title, body }, said, about }: AboutRefund,
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
      ...(said ? [said] : []),
    ],
    about: `${about}:${refund.id}`,
  })
}

/** Money that came with no order of ours. */
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

/** Money that came for an order on top of what it was paid with. */
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

const unmatchedPaymentKey = ({ provider, reference }: UnmatchedPayment) => `stray-payment:${provider}:${reference}`
const factsOf = (unmatched: UnmatchedPayment): Told['facts'] => [
  [texts.office.payment, `${unmatched.provider} ${unmatched.reference}`],
  [texts.facts.amount, `${(unmatched.amountHalalas / 100).toFixed(2)} ${unmatched.currency}`],
]

async function mailOffice(db: Database, settings: Settings, now: Date, told: Told): Promise<void> {
  const { text, html } = renderEmail({
    lang: 'ar',
    title: told.title,
    paragraphs: [told.body],
    facts: told.facts,
    footer: await emailFooter(db, 'ar'),
    reason: texts.office.reason,
  })
  const to = await mailboxOf(db, settings, 'orders')
  await sendEmail(db, now, { to, subject: told.subject, text, html, lang: 'ar', about: told.about })
}
