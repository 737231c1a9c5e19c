/** The one table of what may become of an order; every change of status in the database goes through it. */
import type { OrderStatus } from './contract.ts'

/**
 * Open orders hold a seat and a coupon use, ended ones hold nothing. The way from an ended order to `paid` is a payment
 * that came late: it is taken only if the seat can be had again, by the same condition as a new order.
 */
export const MAY_BECOME: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['paid', 'cancelled', 'expired', 'failed'],
  paid: ['refunded'],
  cancelled: ['paid'],
  expired: ['paid'],
  failed: ['paid'],
  refunded: [],
}

const STATUSES = Object.keys(MAY_BECOME) as OrderStatus[]

/** The statuses that hold a seat and a coupon use. */
export const HOLDING = ['pending', 'paid'] as const satisfies OrderStatus[]

/** From where an order may come to `status`. */
export function statusesBefore(status: OrderStatus): OrderStatus[] {
  return STATUSES.filter((before) => MAY_BECOME[before].includes(status))
}

/** From where a payment that came too late would have to bring an order back. */
export const ENDED_UNPAID = statusesBefore('paid').filter((status) => status !== 'pending')

/** Why an order ended without its learner's seat; texts are in `locales/<lang>/order-records.ts`. */
export const END_REASONS = [
  'learner',
  'replaced',
  'time',
  'abandoned',
  'declined',
  'insufficient-funds',
  'card-expired',
  'card-blocked',
  'over-limit',
  'authentication-failed',
  'wrong-amount',
  'refunded',
] as const
export type EndReason = (typeof END_REASONS)[number]

/** The provider's word for a failure; what we have no text for was declined. */
export function endReasonOf(failureReason: string | null): EndReason {
  return END_REASONS.find((reason) => reason === failureReason) ?? 'declined'
}

/** How long an unpaid order holds its seat. */
export const RESERVATION_MS = 20 * 60_000
