/** Rows of the database in the shape of the contract, in the caller's language. */
import type { z } from 'zod'
import type { Institute } from '../../../db/shapes.ts'
import { ordersRecords as ar } from '../../locales/ar/orders-records.ts'
import { ordersRecords as en } from '../../locales/en/orders-records.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { weekdaysWithin } from '../../platform/days.ts'
import { isInstalmentCompany } from '../../platform/instalment-companies.ts'
import { TRANSFER } from './attempt-queries.server.ts'
import type { Order, OrderSummary } from './order-contract.ts'
import { orderLinksFor } from './order-links.ts'
import type { PaymentMethod } from './order-parts-contract.ts'
import type { OrderRow } from './order-queries.server.ts'
import { END_REASONS, type EndReason, endReasonOf } from './order-state.ts'
import { dueOf } from './parts/due.ts'
import { isPaidOnline } from './prices/payment-methods.ts'
import type { OfferedCourse, OfferedRun } from './queries.server.ts'
import { isBeingSent, type RefundStatus, refundUntil } from './refund-window.ts'
import { transferOf } from './transfer-view.server.ts'

const recordTexts = { ar, en }

type OrderOutput = z.input<typeof Order>
type RunOutput = NonNullable<OrderOutput['schedule']>

export function courseView(course: OfferedCourse, assetsUrl: string, lang: Lang): OrderOutput['course'] {
  return {
    id: course.id,
    slug: course.slug,
    name: inLang(course.name, lang),
    image: assetsUrl + course.cover,
    courseDeliveryMethod: course.deliveryMethod,
    hasLessons: course.hasLessons,
  }
}

type ShownOfRun = 'id' | 'weekdays' | 'fromTime' | 'toTime' | 'city' | 'venue'
type RunRow = Pick<NonNullable<OrderRow['run']>, ShownOfRun> & {
  startsAt: Date | string
  endsAt: Date | string
}

/** When and where a run takes place. */
export function runView(run: RunRow, lang: Lang): RunOutput {
  return {
    id: run.id,
    startsAt: new Date(run.startsAt).toISOString(),
    endsAt: new Date(run.endsAt).toISOString(),
    weekdays: weekdaysWithin(run.weekdays as RunOutput['weekdays'], run),
    fromTime: run.fromTime,
    toTime: run.toTime,
    place: run.city && { city: inLang(run.city, lang), venue: run.venue ? inLang(run.venue, lang) : '' },
  }
}

export function offeredRunView(run: OfferedRun, lang: Lang): NonNullable<z.input<typeof OrderSummary>['schedule']> {
  return { ...runView(run, lang), seatsLeft: run.seatsLeft }
}

/** What an order's view depends on besides its row. */
export type ViewContext = Pick<Context, 'lang' | 'settings' | 'now'> & { institute: Institute | undefined }

export function orderView(order: OrderRow, { lang, settings, now, institute }: ViewContext): OrderOutput {
  const name = inLang(order.courseName, lang)
  const open = order.attempts.findLast((attempt) => attempt.status === 'created' && isOfMethod(attempt, order.method))
  return {
    id: order.id,
    reference: order.reference,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    terms: order.terms && { ...order.terms, validFrom: new Date(order.terms.validFrom).toISOString() },
    expiresAt: order.expiresAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    endedBecause: endedBecause(order, lang),
    isMoved: order.endedBecause === 'moved',
    movedTo: order.movedTo,
    isChargedBack: order.endedBecause === 'chargeback',
    cancelReason: order.cancelReason,
    couponCode: order.couponCode,
    currency: 'SAR',
    priceHalalas: order.priceHalalas,
    discountHalalas: order.discountHalalas,
    totalHalalas: order.totalHalalas,
    netHalalas: order.netHalalas,
    vatHalalas: order.vatHalalas,
    vatTreatment: order.vatTreatment,
    vatRatePercent: order.vatRatePercent,
    unpaidHalalas: order.unpaidHalalas,
    parts: partsOf(order, lang),
    nextPart: order.status === 'paid' ? (dueOf(order)?.part ?? null) : null,
    partPayment: order.status === 'paid' || order.status === 'pending' ? partPaymentOf(order, lang) : null,
    partBank: order.status === 'paid' && dueOf(order) ? bankOf(institute, lang) : null,
    isPaused: order.accessPausedAt !== null,
    course: {
      id: order.courseId,
      slug: order.slug,
      name,
      image: settings.assetsUrl + order.cover,
      courseDeliveryMethod: order.deliveryMethod,
      hasLessons: order.hasLessons,
    },
    schedule: order.run && runView(order.run, lang),
    lines: linesOf(order, name, lang),
    attempts: order.attempts.map(({ id, provider, status, amountHalalas, createdAt }) => ({
      id,
      provider,
      status,
      amountHalalas,
      createdAt: new Date(createdAt).toISOString(),
    })),
    refundedHalalas: order.refundedHalalas,
    refund: refundView(order),
    refundAccount: needsRefundAccount(order) ? { ibanEnd: order.refundIbanEnd } : null,
    refundUntil: refundUntil(order, institute, now())?.toISOString() ?? null,
    ...documentsOf(order, lang),
    calendarUrl: order.status === 'paid' && order.run ? orderLinksFor(lang).calendar(order.id) : null,
    method: order.method,
    transfer: transferOf(order, lang),
    paymentUrl:
      order.status === 'pending' && order.expiresAt > now() && isPaidOnline(order.method)
        ? (open?.paymentUrl ?? null)
        : null,
  }
}

/** Whether the attempt is the one of the order's method, and not of one that was chosen before. */
function isOfMethod({ provider }: OrderRow['attempts'][number], method: PaymentMethod): boolean {
  return isInstalmentCompany(method) ? provider === method : provider !== TRANSFER && !isInstalmentCompany(provider)
}

/** Whether money of a bank transfer is to be sent back. */
export function needsRefundAccount({ refunds }: OrderRow): boolean {
  return refunds.some(({ byTransfer, status }) => byTransfer && (status === 'requested' || status === 'sending'))
}

type SettledRefund = Exclude<RefundStatus, 'unclear' | 'refused'>

/** The newest decision: of what was paid in parts it sends back each payment by a refund of its own. */
function refundView({ refunds }: OrderRow): OrderOutput['refund'] {
  const newest = refunds.findLast(({ isCarried }) => !isCarried)
  if (!newest) return null
  const together = refunds.filter(
    (one) => one === newest || (!one.isCarried && one.decidedAt !== null && one.decidedAt === newest.decidedAt),
  )
  const isSending = together.some(({ status }) => isBeingSent(status))
  const asked = together.find(({ requested, status }) => requested || status === 'withdrawn')
  return {
    status: isSending ? 'sending' : (newest.status as SettledRefund),
    amountHalalas: together.reduce<number | null>(
      (sum, { amountHalalas }) => (amountHalalas === null ? sum : (sum ?? 0) + amountHalalas),
      null,
    ),
    sentHalalas: together.reduce(
      (sum, { status, amountHalalas }) => (status === 'done' ? sum + (amountHalalas ?? 0) : sum),
      0,
    ),
    keepsSeat: newest.keepsSeat,
    isChargeback: newest.isChargeback,
    reason: asked?.reason ?? '',
    answer: newest.answer,
    requestedAt: new Date(newest.requestedAt).toISOString(),
    withdrawnAt:
      newest.status === 'withdrawn' && newest.decidedAt !== null ? new Date(newest.decidedAt).toISOString() : null,
    doneAt: isSending || newest.doneAt === null ? null : new Date(newest.doneAt).toISOString(),
  }
}

function documentsOf({ documents }: OrderRow, lang: Lang): Pick<OrderOutput, 'invoice' | 'creditNotes' | 'debitNotes'> {
  const links = orderLinksFor(lang)
  const ofKind = (kind: OrderRow['documents'][number]['kind']) =>
    documents
      .filter((document) => document.kind === kind)
      .map(({ number, totalHalalas }) => ({ number, totalHalalas, url: links.invoice(number) }))
  return {
    invoice: ofKind('invoice')[0] ?? null,
    ...{ creditNotes: ofKind('credit-note'), debitNotes: ofKind('debit-note') },
  }
}

function bankOf(institute: Institute | undefined, lang: Lang): OrderOutput['partBank'] {
  const bank = institute?.bank
  return bank ? { name: inLang(bank.name, lang), beneficiary: inLang(bank.beneficiary, lang), iban: bank.iban } : null
}

function partsOf({ parts, documents }: OrderRow, lang: Lang): OrderOutput['parts'] {
  const links = orderLinksFor(lang)
  return parts.map(({ part, amountHalalas, dueAt, paidAt, receipt, answer }) => {
    const invoice = documents.find((document) => document.kind === 'invoice' && document.part === part)
    return {
      ...{ part, amountHalalas, dueAt: new Date(dueAt).toISOString() },
      paidAt: paidAt === null ? null : new Date(paidAt).toISOString(),
      invoice: invoice
        ? { number: invoice.number, totalHalalas: invoice.totalHalalas, url: links.invoice(invoice.number) }
        : null,
      receipt: receipt && receiptView(receipt),
      answer,
    }
  })
}

function partPaymentOf(order: OrderRow, lang: Lang): OrderOutput['partPayment'] {
  if (order.status === 'pending' && order.method === TRANSFER) return null
  const part = dueOf(order)?.part
  // A later part is always paid by card.
  const method = order.status === 'pending' ? order.method : 'online'
  const newest = order.attempts.findLast((attempt) => attempt.part === part && isOfMethod(attempt, method))
  if (newest?.status === 'created') return { state: 'open', because: null }
  if (newest?.status !== 'failed') return null
  return { state: 'failed', because: recordTexts[lang].endedBecause[endReasonOf(newest.failureReason)] }
}

const receiptView = ({ name, size, sentAt }: NonNullable<OrderRow['parts'][number]['receipt']>) => ({
  ...{ name, size },
  sentAt: new Date(sentAt).toISOString(),
})

function linesOf(order: OrderRow, name: string, lang: Lang): OrderOutput['lines'] {
  const course = { description: name, amountHalalas: order.priceHalalas }
  if (order.discountHalalas === 0) return [course]
  const discount = recordTexts[lang].discountLine(order.couponCode)
  return [course, { description: discount, amountHalalas: -order.discountHalalas }]
}

/** Their texts say that the payment will be returned. */
const SAYS_REFUND: EndReason[] = ['wrong-amount', 'course-begun', 'course-withdrawn']

function endedBecause(order: OrderRow, lang: Lang): string | null {
  const texts = recordTexts[lang]
  const reason = END_REASONS.find((known) => known === order.endedBecause)
  if (!reason) return null
  if (reason === 'moved') return texts.endedBecause.moved
  if (reason === 'time' && order.isOffer) return texts.endedBecause.offer
  if (order.status === 'refunded') return order.totalHalalas === 0 ? null : texts.endedBecause[reason]
  if (order.attempts.some(({ status }) => status === 'refunded')) return texts.refundBack
  const isDue = !SAYS_REFUND.includes(reason) && order.attempts.some(({ status }) => status === 'refund-due')
  return isDue ? texts.refundDue : texts.endedBecause[reason]
}
