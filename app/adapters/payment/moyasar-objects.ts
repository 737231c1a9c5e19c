/** The parts of Moyasar's invoices and payments that we use, and their meaning for an order. */
import { z } from 'zod'
import { MINUTE_MS } from '../../platform/durations.ts'
import type { PaymentState } from './port.ts'

const Metadata = z.record(z.string(), z.unknown()).nullish().catch(null)
const Source = z
  .object({ message: z.string().nullish().catch(null), response_code: z.string().nullish().catch(null) })
  .nullish()
  .catch(null)

export const Payment = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  refunded: z.int().nullish(),
  captured: z.int().nullish(),
  invoice_id: z.string().nullish(),
  created_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }).nullish(),
  metadata: Metadata,
  failure_reason: z.string().nullish().catch(null),
  source: Source,
})
export type Payment = z.output<typeof Payment>

export const Invoice = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  url: z.url({ protocol: /^https?$/ }),
  expired_at: z.iso.datetime({ offset: true }).nullish().catch(null),
  created_at: z.iso.datetime({ offset: true }),
  metadata: Metadata,
  payments: z.array(Payment).nullish(),
})
export type Invoice = z.output<typeof Invoice>

const Meta = z.object({ next_page: z.int().nullish() })
export const InvoicePage = z.object({ invoices: z.array(Invoice), meta: Meta })
export const PaymentPage = z.object({ payments: z.array(Payment), meta: Meta })

/** The metadata key of the attempt for which an invoice was created. */
export const ATTEMPT = 'attempt_id'

export function attemptOf({ metadata }: Invoice): string | null {
  const attempt = metadata?.[ATTEMPT]
  return typeof attempt === 'string' ? attempt : null
}

/** What a payment's status means for its money. https://docs.moyasar.com/api/payments/payment-status-reference */
const MONEY: Record<string, 'received' | 'returned' | 'none' | 'underway'> = {
  paid: 'received',
  captured: 'received',
  // Also after a partial refund.
  refunded: 'received',
  voided: 'returned',
  initiated: 'underway',
  // Authorized for a capture, which we never request: the authorization expires.
  authorized: 'underway',
  verified: 'none',
  failed: 'none',
  abandoned: 'none',
  canceled: 'none',
  expired: 'none',
}
const INVOICE_STATUSES = ['initiated', 'paid', 'failed', 'refunded', 'canceled', 'on_hold', 'expired', 'voided']

export const hasMoney = ({ status }: Payment) => MONEY[status] === 'received' || MONEY[status] === 'returned'

/** A status that Moyasar's documentation does not list. */
export function unknownStatusOf(invoice: Invoice): string | undefined {
  const payment = invoice.payments?.find(({ status }) => !(status in MONEY))
  if (payment) return payment.status
  return INVOICE_STATUSES.includes(invoice.status) ? undefined : invoice.status
}

/** How much of a payment was paid, and how much of that was refunded. */
export function moneyOf(payment: Payment): { paid: number; returned: number } {
  // A capture may be smaller than the authorized amount.
  const paid = payment.captured || payment.amount
  if (MONEY[payment.status] === 'returned') return { paid, returned: paid }
  return { paid, returned: payment.refunded ?? (payment.status === 'refunded' ? paid : 0) }
}

export function paidState(reference: string, payment: Payment): PaymentState {
  const { paid, returned } = moneyOf(payment)
  return {
    reference,
    status: returned >= paid ? 'refunded' : 'paid',
    amountHalalas: paid,
    currency: payment.currency,
    refundedHalalas: returned,
    failureReason: null,
  }
}

/** A duplicate payment, under its own id instead of its invoice's. */
export function duplicatePaymentOf(payment: Payment) {
  const { paid, returned } = moneyOf(payment)
  return { reference: payment.id, amountHalalas: paid, currency: payment.currency, refundedHalalas: returned }
}

/** How long after its creation a payment may still be in the bank's challenge. */
const UNDERWAY_MS = 30 * MINUTE_MS

/** The state of an unpaid invoice: a declined card leaves it open, as long as it can be paid. */
export function unpaidState(invoice: Invoice, now: Date): PaymentState {
  const payments = invoice.payments ?? []
  const failed = payments.filter(({ status }) => status === 'failed').sort(newestFirst)[0]
  const underway = payments.some(
    ({ status, created_at }) =>
      (MONEY[status] ?? 'underway') === 'underway' && now.getTime() - Date.parse(created_at) < UNDERWAY_MS,
  )
  const hasEnded = invoice.status === 'canceled' || invoice.status === 'expired' || isOverdue(invoice, now)
  const isOpen = underway || !hasEnded || !INVOICE_STATUSES.includes(invoice.status)
  return {
    reference: invoice.id,
    status: isOpen ? 'open' : failed ? 'failed' : 'abandoned',
    amountHalalas: invoice.amount,
    currency: invoice.currency,
    refundedHalalas: 0,
    failureReason: failed ? reasonOf(failed) : null,
  }
}

const isOverdue = ({ expired_at }: Invoice, now: Date) => expired_at != null && Date.parse(expired_at) <= now.getTime()

export const newestFirst = (a: { created_at: string }, b: { created_at: string }) =>
  Date.parse(b.created_at) - Date.parse(a.created_at)

/** Reasons by ISO 8583 response code, as far as they tell a learner what to do next. https://docs.moyasar.com/api/other/error-codes */
const REASONS: Record<string, string> = {
  '33': 'card-expired',
  '54': 'card-expired',
  '51': 'insufficient-funds',
  '61': 'over-limit',
  '65': 'over-limit',
  // Lost, stolen or suspected: the person with the card must not learn which.
  ...Object.fromEntries(['04', '07', '34', '36', '37', '41', '43', '62'].map((code) => [code, 'card-blocked'])),
  ...Object.fromEntries(['57', '93'].map((code) => [code, 'not-for-online'])),
  ...Object.fromEntries(['19', '22', '90', '91', '92', '96'].map((code) => [code, 'bank-unavailable'])),
}
const BY_MESSAGE: [RegExp, string][] = [
  [/INSUFFICIENT (FUNDS|BALANCE)/i, 'insufficient-funds'],
  [/EXPIRED[ _]CARD/i, 'card-expired'],
  [/EXCEEDS?[ _].*LIMIT|LIMIT EXCEEDED|AMOUNT EXCEEDED/i, 'over-limit'],
  [/LOST|STOLEN|RESTRICTED/i, 'card-blocked'],
  [/NOT[_ ]ENROLLED|UNREGISTERED/i, 'not-for-online'],
  [/3-?D|AUTHENTICATION|OTP|TIME FRAME/i, 'authentication-failed'],
  [/TIMED? ?OUT|UNAVAILABLE/i, 'bank-unavailable'],
]

/** Our reason code for a failed payment; the bank's own message is meant for the merchant only. */
export function reasonOf({ source, failure_reason }: Payment): string {
  const byCode = REASONS[source?.response_code ?? '']
  if (byCode) return byCode
  const message = `${failure_reason ?? ''} ${source?.message ?? ''}`
  return BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? 'declined'
}
