/** Tabby's payments and sessions, and what they mean here. https://docs.tabby.ai/api-reference */
import { z } from 'zod'
import type { ListedPayment, PaymentDeclined, PaymentState } from '../port.ts'

/** A decimal text with at most two decimals, as halalas: never a floating-point number. */
const Amount = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2}0*)?$/)
  .transform((text) => {
    const [riyals, rest = ''] = text.split('.')
    return Number(riyals) * 100 + Number(rest.padEnd(2, '0').slice(0, 2))
  })

export const amountOf = (halalas: number): string =>
  `${Math.floor(halalas / 100)}.${String(halalas % 100).padStart(2, '0')}`

/** Their messages write statuses in small letters, their API in capitals. */
const Status = z
  .string()
  .max(50)
  .transform((status) => status.toUpperCase())

export const Payment = z.object({
  id: z.string().min(1).max(200),
  status: Status,
  amount: Amount,
  currency: z.string(),
  created_at: z.iso.datetime({ offset: true }).nullish(),
  order: z.object({ reference_id: z.string().nullish() }).nullish(),
  captures: z.array(z.object({ amount: Amount })).nullish(),
  refunds: z.array(z.object({ amount: Amount })).nullish(),
})
export type Payment = z.output<typeof Payment>

export const PaymentPage = z.object({ payments: z.array(Payment) })

export const Session = z.object({
  status: z.string(),
  payment: z.object({ id: z.string().min(1).max(200) }),
  configuration: z.object({
    available_products: z
      .object({ installments: z.array(z.object({ web_url: z.url().nullish() })).nullish() })
      .nullish(),
    products: z.object({ installments: z.object({ rejection_reason: z.string().nullish() }).nullish() }).nullish(),
  }),
})

const REASONS: Record<string, PaymentDeclined['reason']> = {
  order_amount_too_high: 'amount-too-high',
  order_amount_too_low: 'amount-too-low',
}
export const reasonOf = (rejection: string | null | undefined): PaymentDeclined['reason'] =>
  REASONS[rejection ?? ''] ?? 'not-available'

export const sumOf = (parts: { amount: number }[] | null | undefined): number =>
  (parts ?? []).reduce((sum, { amount }) => sum + amount, 0)

const KNOWN = ['CREATED', 'AUTHORIZED', 'CLOSED', 'REJECTED', 'EXPIRED']
export const isUnknown = ({ status }: Payment): boolean => !KNOWN.includes(status)

export function stateOf(payment: Payment): PaymentState {
  const { id, status, amount, currency } = payment
  const state = { reference: id, amountHalalas: amount, currency, refundedHalalas: 0, failureReason: null }
  if (status === 'AUTHORIZED') return { ...state, status: 'authorized' }
  if (status === 'REJECTED') return { ...state, status: 'failed', failureReason: 'instalments-declined' }
  if (status === 'EXPIRED') return { ...state, status: 'abandoned' }
  if (status !== 'CLOSED') return { ...state, status: 'open' }
  const captured = sumOf(payment.captures)
  // Closed without a capture: the payer owes nothing and we get nothing.
  if (captured === 0) return { ...state, status: 'abandoned' }
  const refundedHalalas = sumOf(payment.refunds)
  const isReturned = refundedHalalas >= captured
  return { ...state, status: isReturned ? 'refunded' : 'paid', amountHalalas: captured, refundedHalalas }
}

export const listed = (payment: Payment): ListedPayment => ({
  ...stateOf(payment),
  attemptId: z.uuid().safeParse(payment.order?.reference_id).data ?? null,
})
