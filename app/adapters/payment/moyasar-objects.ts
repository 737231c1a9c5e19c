/** Moyasar's invoices and payments as far as we read them, and what they mean here. */
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

/** The name under which an invoice keeps the attempt that it was made for. */
export const ATTEMPT = 'attempt_id'

export function attemptOf({ metadata }: Invoice): string | null {
  const attempt = metadata?.[ATTEMPT]
  return typeof attempt === 'string' ? attempt : null
}

/** What a payment's status says about its money. https://docs.moyasar.com/api/payments/payment-status-reference */
const MONEY: Record<string, 'came' | 'returned' | 'none' | 'underway'> = {
  paid: 'came',
  captured: 'came',
  // Also when only a part of it went back.
  refunded: 'came',
  voided: 'returned',
  initiated: 'underway',
  // Held for a capture, which we never ask for: the hold falls by itself.
  authorized: 'underway',
  verified: 'none',
  failed: 'none',
  abandoned: 'none',
  canceled: 'none',
  expired: 'none',
}
const INVOICE_STATUSES = ['initiated', 'paid', 'failed', 'refunded', 'canceled', 'on_hold', 'expired', 'voided']

export const hasMoney = ({ status }: Payment) => MONEY[status] === 'came' || MONEY[status] === 'returned'

/** A status that is in no documentation that we know. */
export function unknownStatusOf(invoice: Invoice): string | undefined {
  const payment = invoice.payments?.find(({ status }) => !(status in MONEY))
  if (payment) return payment.status
  return INVOICE_STATUSES.includes(invoice.status) ? undefined : invoice.status
}

/** Of a payment with which money came: how much of it, and how much of that went back. */
export function moneyOf(payment: Payment): { paid: number; returned: number } {
  // What was held is not always captured whole.
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

/** Whether any of its money is still there. */
export function isHeld(payment: Payment): boolean {
  const { paid, returned } = moneyOf(payment)
  return returned < paid
}

/** A payment by its own id, not its invoice's. */
export function paymentItself(payment: Payment) {
  return { reference: payment.id, amountHalalas: moneyOf(payment).paid, currency: payment.currency }
}

/** How long after its beginning a payment may still be on its way through the bank's check. */
const UNDERWAY_MS = 30 * MINUTE_MS

/** An invoice with which no money came: a refused card leaves it open, as long as it can be paid. */
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

/** Codes of ISO 8583 that tell a learner what to do next. https://docs.moyasar.com/api/other/error-codes */
const REASONS: Record<string, string> = {
  '33': 'card-expired',
  '54': 'card-expired',
  '51': 'insufficient-funds',
  '61': 'over-limit',
  '65': 'over-limit',
  // Lost, stolen or suspected: whoever holds the card is not told which.
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

/** Our word for why a payment failed; the bank's own is for the merchant only. */
export function reasonOf({ source, failure_reason }: Payment): string {
  const byCode = REASONS[source?.response_code ?? '']
  if (byCode) return byCode
  const said = `${failure_reason ?? ''} ${source?.message ?? ''}`
  return BY_MESSAGE.find(([words]) => words.test(said))?.[1] ?? 'declined'
}
