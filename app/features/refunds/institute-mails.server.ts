/** What the institute is told about orders: what somebody there has to decide or to look into. It reads Arabic. */
import { orderEmails as texts } from '../../locales/ar/emails-orders.ts'
import { formatMoney } from '../../locales/format.ts'
import { inLang } from '../../locales/localized.ts'
import type { Database } from '../../platform/database.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { letterhead, mailboxOf } from '../messages/letterhead.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { findOrder } from '../orders/order-queries.server.ts'
import type { Stray } from '../payments/reconciling-queries.server.ts'
import type { RefundRow } from './queries.server.ts'

type Told = { subject: string; title: string; body: string; facts: [label: string, value: string][]; about: string }

/** A learner asks for their money back. */
export async function mailRefundRequest(db: Database, settings: Settings, refund: RefundRow, now: Date): Promise<void> {
  const order = await findOrder(db, refund.orderId)
  if (!order) return
  const { subject, title, freeTitle, body } = texts.office.refundAsked
  await tell(db, settings, now, {
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
  await tellOfRefund(db, settings, refund, now, { words: texts.office.refundRefused, said, about: 'refund-refused' })
}

/** Nobody has sent it for long: the provider's account may need somebody, or a bank transfer is to be made. Told once. */
export async function mailRefundWaits(
  db: Database,
  settings: Settings,
  refund: RefundRow,
  byHand: boolean,
  now: Date,
): Promise<void> {
  const words = byHand ? texts.office.transferWaits : texts.office.refundWaits
  await tellOfRefund(db, settings, refund, now, { words, about: 'refund-waits' })
}

type AboutRefund = {
  words: { subject: (reference: string) => string; title: string; body: string }
  said?: [label: string, value: string]
  about: string
}

async function tellOfRefund(
  db: Database,
  settings: Settings,
  refund: RefundRow,
  now: Date,
  { words: { subject, title, body }, said, about }: AboutRefund,
): Promise<void> {
  const order = await findOrder(db, refund.orderId)
  if (!order) return
  await tell(db, settings, now, {
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
export async function mailStray(db: Database, settings: Settings, stray: Stray): Promise<void> {
  await tell(db, settings, stray.now, { ...texts.office.stray, facts: factsOf(stray), about: aboutStray(stray) })
}

/** Money that came for an order on top of what it was paid with. */
export async function mailPaidAgain(db: Database, settings: Settings, orderId: string, stray: Stray): Promise<void> {
  const order = await findOrder(db, orderId)
  if (!order) return
  const { subject, title, body } = texts.office.paidAgain
  await tell(db, settings, stray.now, {
    subject: subject(order.reference),
    title,
    body,
    facts: [[texts.facts.reference, order.reference], ...factsOf(stray)],
    about: aboutStray(stray),
  })
}

const aboutStray = ({ provider, reference }: Stray) => `stray-payment:${provider}:${reference}`
const factsOf = (stray: Stray): Told['facts'] => [
  [texts.office.payment, `${stray.provider} ${stray.reference}`],
  [texts.facts.amount, `${(stray.amountHalalas / 100).toFixed(2)} ${stray.currency}`],
]

async function tell(db: Database, settings: Settings, now: Date, told: Told): Promise<void> {
  const { text, html } = renderEmail({
    lang: 'ar',
    title: told.title,
    paragraphs: [told.body],
    facts: told.facts,
    footer: await letterhead(db, 'ar'),
    reason: texts.office.reason,
  })
  const to = await mailboxOf(db, settings, 'orders')
  await sendEmail(db, now, { to, subject: told.subject, text, html, lang: 'ar', about: told.about })
}
