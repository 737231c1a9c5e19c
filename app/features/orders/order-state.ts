/** The one table of what may happen to an order; every change of its status in the database goes through it. */
import { MINUTE_MS } from '../../platform/durations.ts'
import type { OrderStatus } from './order-contract.ts'

/** Who may cause an event: the learner, the payment provider's word, the institute's staff, or time. */
export type ActorKind = 'learner' | 'provider' | 'staff' | 'clock'

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
  'not-for-online',
  'bank-unavailable',
  'authentication-failed',
  'wrong-amount',
  'refunded',
] as const
export type EndReason = (typeof END_REASONS)[number]

type Event = {
  /** `new` is an order that is not written yet. */
  from: readonly (OrderStatus | 'new')[]
  to: OrderStatus
  by: readonly ActorKind[]
  /** What is written in the same transaction, besides the status and the row in `order_events`. */
  writes: string
  /** Why the order ended; undefined where it did not, or where the event says it itself. */
  because?: EndReason
}

/**
 * Open and paid orders hold a seat and a coupon use, ended ones hold nothing. `paidLate` is a payment that came after
 * the end: it is taken only if the seat can be had again, by the same condition as a new order.
 */
export const ORDER_EVENTS = {
  placed: { from: ['new'], to: 'pending', by: ['learner'], writes: 'order, attempt' },
  placedFree: { from: ['new'], to: 'paid', by: ['learner'], writes: 'order, invoice, mail' },
  paid: { from: ['pending'], to: 'paid', by: ['provider', 'staff'], writes: 'attempt, ledger, invoice, mail' },
  paidLate: {
    from: ['cancelled', 'expired', 'failed'],
    to: 'paid',
    by: ['provider', 'staff'],
    writes: 'attempt, ledger, invoice, mail',
  },
  declined: { from: ['pending'], to: 'failed', by: ['provider'], writes: 'attempt' },
  wrongAmount: {
    from: ['pending'],
    to: 'failed',
    by: ['provider'],
    writes: 'attempt, ledger, refund, mail',
    because: 'wrong-amount',
  },
  abandoned: { from: ['pending'], to: 'cancelled', by: ['provider'], writes: 'attempt', because: 'abandoned' },
  cancelled: { from: ['pending'], to: 'cancelled', by: ['learner'], writes: 'closing of the page', because: 'learner' },
  replaced: { from: ['pending'], to: 'cancelled', by: ['learner'], writes: 'closing of the page', because: 'replaced' },
  expired: { from: ['pending'], to: 'expired', by: ['clock'], writes: 'nothing more', because: 'time' },
  refunded: {
    from: ['paid'],
    to: 'refunded',
    by: ['staff', 'provider'],
    writes: 'refund, attempt, ledger, credit note, mail',
    because: 'refunded',
  },
} as const satisfies Record<string, Event>
export type OrderEvent = keyof typeof ORDER_EVENTS

/** What is kept in an order's trail besides its changes of status. */
const ORDER_RECORDS = [
  'methodChosen',
  'receiptSent',
  'transferDeclined',
  'refundDue',
  'refundRequested',
  'refundDeclined',
  'refundDecided',
  'refundRefused',
  'partlyRefunded',
] as const
export type OrderRecord = (typeof ORDER_RECORDS)[number]

const TABLE: Record<OrderEvent, Event> = ORDER_EVENTS

/** The statuses in which an event finds an order that it changes. */
export function statusesBefore(event: OrderEvent): OrderStatus[] {
  return TABLE[event].from.filter((status) => status !== 'new')
}

/** Why an order ends by this event, unless the event carries its own reason. */
export function reasonOf(event: OrderEvent): EndReason | null {
  return TABLE[event].because ?? null
}

/** The statuses that hold a seat and a coupon use. */
export const HOLDING_STATUSES = ['pending', 'paid'] as const satisfies OrderStatus[]

/** From where a payment that came too late would have to bring an order back. */
export const ENDED_UNPAID_STATUSES = statusesBefore('paidLate')

/** The provider's word for a failure; what we have no text for was declined. */
export function endReasonOf(failureReason: string | null): EndReason {
  return END_REASONS.find((reason) => reason === failureReason) ?? 'declined'
}

/** How long an unpaid order holds its seat. */
export const RESERVATION_MS = 20 * MINUTE_MS

/** How long after its payment a learner may ask for it back, while the institute has set nothing else. */
export const REFUND_DAYS = 7
