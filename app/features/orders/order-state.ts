/** The state machine of an order; every change of its status in the database follows this table. */
import { MINUTE_MS } from '../../platform/durations.ts'
import type { OrderStatus } from './order-contract.ts'

/** Who may cause an event: the learner, the payment provider, the institute's staff, or the passing of time. */
export type ActorKind = 'learner' | 'provider' | 'staff' | 'clock'

/** Why an order ended without a seat; texts are in `locales/<lang>/orders-records.ts`. */
export const END_REASONS = [
  'learner',
  'staff',
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
  'instalments-declined',
  'wrong-amount',
  'course-begun',
  'course-withdrawn',
  'refunded',
  'chargeback',
  'moved',
  'part-missed',
] as const
export type EndReason = (typeof END_REASONS)[number]

type Event = {
  /** `new`: the order is not in the database yet. */
  from: readonly (OrderStatus | 'new')[]
  to: OrderStatus
  by: readonly ActorKind[]
  /** What is written in the same transaction, besides the status and the row in `order_events`. */
  writes: string
  /** Why the order ended; undefined when it did not end, or when the caller passes the reason. */
  because?: EndReason
}

/**
 * Pending and paid orders hold a seat and a coupon use, ended ones hold nothing. `paidLate` is a payment that arrived
 * after the order ended: it is accepted only if a seat is still available and the learner did not cancel the order.
 * `notOnSale` is a payment for a course that was unpublished, or a run that was cancelled or has begun.
 */
export const ORDER_EVENTS = {
  placed: { from: ['new'], to: 'pending', by: ['learner', 'staff'], writes: 'order, attempt' },
  placedFree: { from: ['new'], to: 'paid', by: ['learner', 'staff'], writes: 'order, invoice, mail' },
  /** A freed seat is held for the first of the waiting list. */
  offered: { from: ['new'], to: 'pending', by: ['clock'], writes: 'order, attempt, mail' },
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
  notOnSale: {
    from: ['pending'],
    to: 'failed',
    by: ['provider', 'staff'],
    writes: 'attempt, ledger, refund, mail',
  },
  abandoned: { from: ['pending'], to: 'cancelled', by: ['provider'], writes: 'attempt', because: 'abandoned' },
  cancelled: {
    from: ['pending'],
    to: 'cancelled',
    by: ['learner', 'staff'],
    writes: 'cancelling of the checkout session',
    because: 'learner',
  },
  replaced: {
    from: ['pending'],
    to: 'cancelled',
    by: ['learner', 'staff'],
    writes: 'cancelling of the checkout session',
    because: 'replaced',
  },
  expired: { from: ['pending'], to: 'expired', by: ['clock'], writes: 'nothing more', because: 'time' },
  refunded: {
    from: ['paid'],
    to: 'refunded',
    by: ['staff', 'provider'],
    writes: 'refund, attempt, ledger, credit note, mail',
    because: 'refunded',
  },
  /** The payer's bank took the money back after a chargeback was lost, and staff gave up the seat. */
  chargedBack: {
    from: ['paid'],
    to: 'refunded',
    by: ['staff'],
    writes: 'refund, attempt, ledger, credit note, mail',
    because: 'chargeback',
  },
  /** Another order of another course, run or person took its place, and its money pays that one. */
  movedToOrder: {
    from: ['paid'],
    to: 'refunded',
    by: ['staff'],
    writes: 'another order, refund, attempt, ledger, credit note, mail',
    because: 'moved',
  },
  /** A part was not paid, and staff ended the enrolment: what was paid is sent back or kept, as they decide. */
  partMissed: {
    from: ['paid'],
    to: 'refunded',
    by: ['staff'],
    writes: 'refunds, mail',
    because: 'part-missed',
  },
} as const satisfies Record<string, Event>
export type OrderEvent = keyof typeof ORDER_EVENTS

/** Events in an order's audit trail that change no status. */
const ORDER_RECORDS = [
  'methodChosen',
  'receiptSent',
  'transferDeclined',
  'restAsked',
  'restWaived',
  'extended',
  'paymentAttached',
  'chargebackOpened',
  'chargebackWon',
  'chargebackLost',
  'refundDue',
  'refundRequested',
  'refundWithdrawn',
  'refundDeclined',
  'refundDecided',
  'refundRefused',
  'refundUnclear',
  'refundRetried',
  'refundAccountGiven',
  'partlyRefunded',
  'partPaid',
  'partExtended',
  'accessPaused',
  'accessResumed',
  'runMoved',
  'movedToRun',
] as const
export type OrderRecord = (typeof ORDER_RECORDS)[number]

const TABLE: Record<OrderEvent, Event> = ORDER_EVENTS

/** The statuses from which an event can change an order. */
export function statusesBefore(event: OrderEvent): OrderStatus[] {
  return TABLE[event].from.filter((status) => status !== 'new')
}

/** Why an order ends by this event; null when the caller passes the reason. */
export function reasonOf(event: OrderEvent): EndReason | null {
  return TABLE[event].because ?? null
}

/** The statuses that hold a seat and a coupon use. */
export const HOLDING_STATUSES = ['pending', 'paid'] as const satisfies OrderStatus[]

/** The statuses from which a late payment may still make an order paid. */
export const ENDED_UNPAID_STATUSES = statusesBefore('paidLate')

/** Maps the provider's failure reason; unknown reasons become `declined`. */
export function endReasonOf(failureReason: string | null): EndReason {
  return END_REASONS.find((reason) => reason === failureReason) ?? 'declined'
}

/** How long an unpaid order holds its seat. */
export const RESERVATION_MS = 20 * MINUTE_MS

/** How long a freed seat is held for the first of the waiting list, unless the institute sets its own time. */
export const OFFER_HOURS = 24

/** How long after the payment a learner may request a refund, unless the institute sets its own window. */
export const REFUND_DAYS = 7
