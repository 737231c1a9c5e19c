/** Tamara's orders, and what they mean here. https://docs.tamara.co/docs/online-order-status-flow */
import { z } from 'zod'
import type { PaymentState } from '../port.ts'

/** Their amounts are numbers with at most two decimals. */
const Money = z.object({
  amount: z.coerce
    .number()
    .min(0)
    .max(100_000_000)
    .transform((riyals) => Math.round(riyals * 100)),
  currency: z.string(),
})

export const moneyOf = (halalas: number) => ({ amount: halalas / 100, currency: 'SAR' })

export const TamaraOrder = z.object({
  order_id: z.string().min(1).max(200),
  status: z.string(),
  total_amount: Money,
  captured_amount: Money.nullish(),
  refunded_amount: Money.nullish(),
  canceled_amount: Money.nullish(),
})
export type TamaraOrder = z.output<typeof TamaraOrder>

export const CheckoutSession = z.object({ order_id: z.string().min(1).max(200), checkout_url: z.url() })
export const Eligibility = z.object({ is_eligible: z.boolean() })

const STATUSES: Record<string, PaymentState['status']> = {
  new: 'open',
  on_hold: 'open',
  approved: 'authorized',
  authorised: 'authorized',
  updated: 'authorized',
  declined: 'failed',
  expired: 'abandoned',
  canceled: 'abandoned',
  partially_captured: 'paid',
  fully_captured: 'paid',
  partially_refunded: 'paid',
  fully_refunded: 'refunded',
}
export const isUnknown = ({ status }: TamaraOrder): boolean => !STATUSES[status]

export function stateOf(order: TamaraOrder): PaymentState {
  const status = STATUSES[order.status] ?? 'open'
  const { amount, currency } = order.total_amount
  const isTaken = status === 'paid' || status === 'refunded'
  const held = amount - (order.canceled_amount?.amount ?? 0)
  return {
    reference: order.order_id,
    status,
    amountHalalas: isTaken ? (order.captured_amount?.amount ?? held) : held,
    currency,
    refundedHalalas: isTaken ? (order.refunded_amount?.amount ?? 0) : 0,
    failureReason: status === 'failed' ? 'instalments-declined' : null,
  }
}
