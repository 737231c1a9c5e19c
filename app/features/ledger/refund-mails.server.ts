/** Mails to learners about their refunds. */
import { orderEmails as ar } from '../../locales/ar/emails/emails-orders.ts'
import { orderEmails as en } from '../../locales/en/emails/emails-orders.ts'
import { formatMoney } from '../../locales/format.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { mailNote } from '../messages/institute-contacts.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { isSentByHand } from '../orders/attempt-queries.server.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { documentLink, noteAbout, type OrderMailData, orderMailData } from '../orders/order-mails.server.ts'
import { needsRefundAccount } from '../orders/order-views.server.ts'
import type { RefundRow } from '../orders/refund-row-queries.server.ts'
import { isBeingSent } from '../orders/refund-window.ts'
import { findRefund } from './refund-queries.server.ts'

const TEXTS = { ar, en }

/** Confirms that the request was received. */
export async function mailRefundRequested(
  db: Database,
  settings: Settings,
  refundId: string,
  now: Date,
): Promise<void> {
  await mailLearner(db, settings, refundId, 'asked', now)
}

/** Confirms that the learner withdrew the request. */
export async function mailRefundWithdrawn(
  db: Database,
  settings: Settings,
  refundId: string,
  now: Date,
): Promise<void> {
  await mailLearner(db, settings, refundId, 'withdrawn', now)
}

/**
 * Says that staff return money by hand: how much, to which account, why, and that the enrolment ends with it.
 * @param refundIds of one decision; those that the payment company sends are told when they are done
 */
export async function mailRefundAgreed(
  db: Database,
  settings: Settings,
  orderId: string,
  refundIds: readonly string[],
  now: Date,
): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const found = await Promise.all(refundIds.map((id) => findRefund(db, id)))
  const byHand = found.filter((refund) => refund !== undefined && isOfTransfer(data.order, refund))
  const [first] = byHand
  if (!first) return
  const amountHalalas = byHand.reduce((sum, refund) => sum + (refund?.amountHalalas ?? 0), 0)
  const content = agreedMail(data, { ...first, amountHalalas }, settings.publicUrl)
  await sendEmail(db, now, { to: data.learner.email, lang: data.lang, about: `refund-agreed:${first.id}`, ...content })
}

function agreedMail(data: OrderMailData, refund: Refund, publicUrl: string) {
  const { order, lang, learner, footer, reason } = data
  const t = TEXTS[lang].refund
  const course = inLang(order.courseName, lang)
  const end = order.refundIbanEnd
  const content = renderEmail({
    lang,
    title: t.agreed.title,
    paragraphs: [
      TEXTS[lang].paid.greeting(learner.firstName),
      end === null ? t.agreed.accountNeeded(course) : t.agreed.toAccount(course, end),
      refund.keepsSeat ? t.kept : t.agreed.willEnd,
    ],
    facts: [
      [TEXTS[lang].facts.reference, order.reference],
      [t.agreed.amount, formatMoney(refund.amountHalalas ?? 0, lang)],
      [t.answer, refund.decisionReason ?? refund.reason],
    ],
    action: {
      label: end === null ? t.accountNeeded.action : TEXTS[lang].paid.action,
      url: publicUrl + orderLinksFor(lang).mine,
    },
    footer,
    reason,
  })
  return { subject: t.agreed.subject(order.reference), ...content }
}

/** Whether staff send it by hand: of an order in parts some may have been paid by card. */
const isOfTransfer = ({ attempts }: OrderMailData['order'], { attemptId }: Pick<Refund, 'attemptId'>) =>
  attempts.some(({ id, provider }) => id === attemptId && isSentByHand(provider))

/** Says why staff declined the request. */
export async function mailRefundDeclined(db: Database, settings: Settings, refundId: string, now: Date): Promise<void> {
  await mailLearner(db, settings, refundId, 'declined', now)
}

/** Says that the money was sent. */
export async function mailRefunded(db: Database, settings: Settings, refundId: string, now: Date): Promise<void> {
  await mailLearner(db, settings, refundId, 'done', now)
}

/** Says that the payer's bank took the money back, and what becomes of the seat. */
export async function mailChargedBack(db: Database, settings: Settings, refundId: string, now: Date): Promise<void> {
  await mailLearner(db, settings, refundId, 'chargedBack', now)
}

/** Asks for the account to which a bank transfer is refunded, once for each order; for other refunds nothing. */
export async function mailAccountNeeded(db: Database, settings: Settings, refundId: string, now: Date): Promise<void> {
  const refund = await findRefund(db, refundId)
  const data = refund && (await orderMailData(db, refund.orderId))
  if (!data || data.order.refundIbanEnd !== null || !needsRefundAccount(data.order)) return
  const { order, lang, learner } = data
  const note = await mailNote(db, 'refundAccount', lang)
  const about = `refund-account:${order.id}`
  await sendEmail(db, now, { to: learner.email, lang, about, ...accountMail(data, settings.publicUrl, note) })
}

/** @param note what the institute adds */
export function accountMail(data: OrderMailData, publicUrl: string, note: string | undefined) {
  const { order, lang, learner, footer, reason } = data
  const texts = TEXTS[lang]
  const { subject, title, body, action } = texts.refund.accountNeeded
  const content = renderEmail({
    lang,
    title,
    paragraphs: [
      texts.paid.greeting(learner.firstName),
      body(inLang(order.courseName, lang)),
      ...noteAbout(data, note),
    ],
    facts: [[texts.facts.reference, order.reference]],
    action: { label: action, url: publicUrl + orderLinksFor(lang).mine },
    footer,
    reason,
  })
  return { subject: subject(order.reference), ...content }
}

/** Of the institute's notes, the one that each mail takes. */
const NOTES = {
  asked: 'refundAsked',
  withdrawn: undefined,
  declined: 'refundDeclined',
  done: 'refunded',
  chargedBack: undefined,
} as const
type RefundMail = keyof typeof NOTES
type Refund = Pick<RefundRow, 'attemptId' | 'amountHalalas' | 'reason' | 'decisionReason' | 'answer' | 'keepsSeat'>

async function mailLearner(
  db: Database,
  settings: Settings,
  refundId: string,
  kind: RefundMail,
  now: Date,
): Promise<void> {
  const refund = await findRefund(db, refundId)
  if (!refund) throw new Error(`There is no refund ${refundId}.`)
  const data = await orderMailData(db, refund.orderId)
  if (!data) return
  const { lang, learner } = data
  const code = NOTES[kind]
  const note = code && (await mailNote(db, code, lang))
  const content = refundMail(data, kind, refund, settings.publicUrl, note)
  const about = `refund-${kind}:${refund.id}`
  const attachments = isBooked(kind) ? [{ kind: 'credit-note' as const, id: refund.id }] : []
  await sendEmail(db, now, { to: learner.email, lang, about, attachments, ...content })
}

const isBooked = (kind: RefundMail) => kind === 'done' || kind === 'chargedBack'

/** @param note what the institute adds */
export function refundMail(
  data: OrderMailData,
  kind: RefundMail,
  refund: Refund,
  publicUrl: string,
  note: string | undefined,
) {
  const { order, lang, learner, footer, reason } = data
  const texts = TEXTS[lang]
  const ofCancelledRun = kind === 'done' && order.run?.cancelledAt ? texts.refund.doneOfCancelledRun : undefined
  const ofMove = kind === 'done' && order.movedTo ? texts.refund.doneOfMove(order.movedTo.reference) : undefined
  const sent = kind === 'done' ? (ofCancelledRun ?? ofMove ?? texts.refund.done) : undefined
  const kindTexts = sent ?? texts.refund[kind]
  const shown = order.totalHalalas === 0 && 'free' in kindTexts ? kindTexts.free : kindTexts
  const course = inLang(order.courseName, lang)
  const end = isOfTransfer(order, refund) ? order.refundIbanEnd : null
  const restHalalas = order.refunds
    .filter(({ status }) => isBeingSent(status))
    .reduce((sum, { amountHalalas }) => sum + (amountHalalas ?? 0), 0)
  const content = renderEmail({
    lang,
    title: shown.title,
    paragraphs: [
      texts.paid.greeting(learner.firstName),
      sent && end ? sent.toAccount(course, end) : shown.body(course),
      // Of a free order, of dates that were cancelled and of a moved enrolment, the text says it.
      ...(isBooked(kind) && !ofCancelledRun && !ofMove && order.totalHalalas > 0
        ? seatTexts(kind, refund, order, lang)
        : []),
      ...(kind === 'done' && restHalalas > 0 ? [texts.refund.rest(formatMoney(restHalalas, lang))] : []),
      ...noteAbout(data, note, kind === 'done' ? (refund.amountHalalas ?? 0) : undefined),
    ],
    facts: [[texts.facts.reference, order.reference], ...factsOf(kind, refund, lang)],
    action: { label: texts.paid.action, url: publicUrl + orderLinksFor(lang).mine },
    ...(isBooked(kind) ? documentLink(order, 'credit-note', publicUrl, lang) : {}),
    footer,
    reason,
  })
  return { subject: shown.subject(order.reference), ...content }
}

/** Whether the enrolment goes on. */
function seatTexts(kind: RefundMail, { keepsSeat }: Refund, { status }: OrderMailData['order'], lang: Lang): string[] {
  const { kept, ended } = TEXTS[lang].refund
  if (kind === 'chargedBack') return [keepsSeat ? kept : ended]
  if (status === 'paid') return keepsSeat ? [kept] : []
  return status === 'refunded' ? [ended] : []
}

function factsOf(
  kind: RefundMail,
  { amountHalalas, reason, decisionReason, answer }: Refund,
  lang: Lang,
): [string, string][] {
  const t = TEXTS[lang].refund
  if (kind === 'withdrawn') return []
  if (kind === 'declined') return [[t.answer, answer ?? '']]
  const label = kind === 'chargedBack' ? t.chargedBack.amount : t.amount
  const amount: [string, string][] = isBooked(kind) && amountHalalas ? [[label, formatMoney(amountHalalas, lang)]] : []
  return [...amount, [t.reason, (isBooked(kind) ? decisionReason : null) ?? reason]]
}
