/** A second implementation of the rules of orders, without a database: one run, its learners, one coupon. */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../app/platform/durations.ts'
import type { Provider } from './provider.ts'

export type PaymentMethod = 'online' | 'transfer'

export type Checkout = {
  reference: string
  method: PaymentMethod
  /** As the product has recorded it. */
  status: 'created' | 'failed' | 'abandoned' | 'paid' | 'refund-due' | 'refunded'
  createdAt: number
  /** When the product last fetched it for somebody who opened the order. */
  askedAt?: number
  refundedHalalas: number
  /** The part that was refunded by hand; the provider does not know of it. */
  refundedByHandHalalas: number
}

export type Refund = {
  checkout: Checkout | null
  amountHalalas: number | null
  status: 'requested' | 'declined' | 'sending' | 'refused' | 'done'
  keepsSeat: boolean
  isRequestedByLearner: boolean
}

export type Order = {
  id: string
  learner: number
  coupon: boolean
  totalHalalas: number
  method: PaymentMethod
  status: 'pending' | 'paid' | 'refunded' | 'cancelled' | 'expired' | 'failed'
  expiresAt: number
  /** Of an order that ended unpaid. */
  endedAt?: number
  isCancelledByLearner?: boolean
  checkouts: Checkout[]
  refunds: Refund[]
  refundedHalalas: number
  hasInvoice: boolean
  creditNotes: number
}

export type Limits = {
  seats: number
  priceHalalas: number
  /** 50 or 100 percent off. */
  percent: number
  couponUses: number
  usesByLearner: number
}

const RESERVATION_MS = 20 * MINUTE_MS
/** An older checkout session is not reused after a change of the payment method. */
const CHECKOUT_REUSE_MS = 10 * MINUTE_MS
/** A payment that is under way at the end of its order's time keeps the seat for so long. */
const GRACE_MS = 10 * MINUTE_MS
const POLL_INTERVAL_MS = 10 * SECOND_MS

type Placed = string | { resumed: Order } | { isFree: boolean }

export class OrderModel {
  readonly orders: Order[] = []
  now: number
  readonly limits: Limits
  private readonly payments: Provider['payments']

  constructor(limits: Limits, payments: Provider['payments'], now: number) {
    this.limits = limits
    this.payments = payments
    this.now = now
  }

  expireOverdue(which: Order[] = this.orders): void {
    for (const order of which) if (this.isOverdue(order)) this.end(order, 'expired')
  }

  isOverdue({ status, expiresAt, checkouts }: Order): boolean {
    const canBeUnderWay = checkouts.some((checkout) => checkout.method === 'online' && checkout.status === 'created')
    return status === 'pending' && expiresAt <= this.now - (canBeUnderWay ? GRACE_MS : 0)
  }

  private end(order: Order, status: 'expired' | 'cancelled' | 'failed'): void {
    order.status = status
    order.endedAt = this.now
  }

  private reopen(order: Order): void {
    order.status = 'pending'
    delete order.endedAt
  }

  seatsLeft(): number {
    return this.limits.seats - this.orders.filter(holdsSeat).length
  }

  /** The code of the problem, or the result: a new order, or the one that is open. */
  place(learner: number, coupon: boolean, method: PaymentMethod): Placed {
    for (const order of this.unsettledOf(learner)) this.view(order)
    const overdue = this.orders.filter((order) => this.isOverdue(order))
    this.expireOverdue()
    const placed = this.order(learner, coupon, method)
    // A refused order writes nothing: the transaction is rolled back.
    if (typeof placed === 'string') for (const order of overdue) this.reopen(order)
    return placed
  }

  /** The learner's last orders that the provider may know as paid: they are fetched before another one is placed. */
  private unsettledOf(learner: number): Order[] {
    return this.orders
      .filter((order) => order.learner === learner)
      .filter(({ status, expiresAt, endedAt, checkouts }) => {
        const end = endedAt ?? expiresAt
        const isUnasked = checkouts.some(
          ({ method, status: of, askedAt }) =>
            method === 'online' && of === 'created' && (askedAt === undefined || askedAt <= end),
        )
        const isRecent = endedAt !== undefined && endedAt > this.now - DAY_MS
        return isUnasked && (status === 'pending' ? expiresAt <= this.now : isEndedUnpaid(status) && isRecent)
      })
      .toReversed()
      .slice(0, 3)
  }

  private order(learner: number, coupon: boolean, method: PaymentMethod): Placed {
    const open = this.orders.find((order) => order.learner === learner && holdsSeat(order))
    if (open?.status === 'paid') return 'alreadyEnrolled'
    if (open && open.expiresAt <= this.now) return 'paymentUnderWay'
    if (open && open.coupon === coupon) {
      this.changeMethod(open, method)
      return { resumed: open }
    }
    if (open) this.end(open, 'cancelled')
    const problem = this.placementProblem(learner, coupon)
    if (problem && open) this.reopen(open)
    return problem ?? { isFree: this.totalOf(coupon) === 0 }
  }

  totalOf(coupon: boolean): number {
    return coupon ? (this.limits.priceHalalas * (100 - this.limits.percent)) / 100 : this.limits.priceHalalas
  }

  private placementProblem(learner: number, coupon: boolean, except?: Order): string | undefined {
    const used = this.orders.filter((order) => order !== except && order.coupon && holdsCoupon(order))
    if (coupon && used.filter((order) => order.learner === learner).length >= this.limits.usesByLearner)
      return 'couponUsedByLearner'
    if (coupon && used.length >= this.limits.couponUses) return 'couponExhausted'
    const held = this.orders.filter((order) => order !== except && holdsSeat(order)).length
    return held >= this.limits.seats ? 'seatsGone' : undefined
  }

  private changeMethod(order: Order, method: PaymentMethod): void {
    if (order.method === method) return
    order.method = method
    const transfer = order.checkouts.find((checkout) => checkout.method === 'transfer')
    if (method === 'transfer' && transfer) transfer.status = 'created'
    if (method === 'online') {
      order.expiresAt = Math.min(order.expiresAt, this.now + RESERVATION_MS)
      if (transfer) transfer.status = 'abandoned'
    }
  }

  /** Whether continuing the order creates a new checkout session, after its method was set. */
  needsCheckout(order: Order, methodBefore: PaymentMethod): boolean {
    if (order.method === 'transfer') return !order.checkouts.some(({ method }) => method === 'transfer')
    const open = order.checkouts.filter(({ method, status }) => method === 'online' && status === 'created')
    return order.method === methodBefore
      ? open.length === 0
      : !open.some(({ createdAt }) => createdAt >= this.now - CHECKOUT_REUSE_MS)
  }

  /** The product applies the status that the provider reports of a checkout session. */
  sync(order: Order, checkout: Checkout): void {
    const payment = this.payments.get(checkout.reference)!
    if (payment.status === 'open') return
    if (payment.status === 'paid') {
      this.receiveMoney(order, checkout, payment.refundedHalalas, payment.amountHalalas)
      return
    }
    if (checkout.status !== 'created') return
    checkout.status = payment.status
    if (order.checkouts.some(({ status }) => status === 'created')) return
    // A checkout session that timed out was not abandoned by the learner: its order expires.
    if (payment.status === 'abandoned') this.expireOverdue([order])
    if (order.status === 'pending') this.end(order, payment.status === 'failed' ? 'failed' : 'cancelled')
  }

  receiveMoney(order: Order, checkout: Checkout, refundedHalalas: number, paidHalalas: number): void {
    this.expireOverdue()
    if (['created', 'failed', 'abandoned'].includes(checkout.status))
      this.settle(order, checkout, refundedHalalas === paidHalalas)
    if (refundedHalalas <= knownAtProvider(checkout)) return
    const refundIn = (status: Refund['status']) =>
      order.refunds.find((refund) => refund.checkout === checkout && refund.status === status)
    const sending = refundIn('sending')
    if (sending && refundedHalalas >= knownAtProvider(checkout) + sending.amountHalalas!) this.finish(order, sending)
    const external = Math.min(refundedHalalas - knownAtProvider(checkout), paidHalalas - checkout.refundedHalalas)
    if (external <= 0 || refundIn('sending')) return
    const refund = refundIn('requested') ?? addRefund(order, checkout)
    refund.amountHalalas = external
    refund.keepsSeat = checkout.refundedHalalas + external < paidHalalas
    this.finish(order, refund)
  }

  private settle(order: Order, checkout: Checkout, isRefunded: boolean): void {
    if (!isRefunded && this.claimSeat(order)) {
      checkout.status = 'paid'
      order.hasInvoice = true
      return
    }
    checkout.status = 'refund-due'
    if (isRefunded && order.status === 'pending') this.end(order, 'failed')
    if (!isRefunded) addRefund(order, checkout).amountHalalas = order.totalHalalas
  }

  private claimSeat(order: Order): boolean {
    if (order.status === 'pending') {
      order.status = 'paid'
      return true
    }
    if (order.status === 'paid' || order.status === 'refunded') return false
    const own = this.orders.filter(({ learner }) => learner === order.learner)
    const newer = own.find(({ status }) => status === 'pending')
    if (newer) this.end(newer, 'cancelled')
    const isAvailable =
      !order.isCancelledByLearner &&
      !this.placementProblem(order.learner, order.coupon, order) &&
      !own.some(({ status }) => status === 'paid')
    if (isAvailable) order.status = 'paid'
    else if (newer) this.reopen(newer)
    return isAvailable
  }

  /** False when the amount exceeds what is left of the payment. */
  finish(order: Order, refund: Refund, byHand = false): boolean {
    const { checkout } = refund
    if (checkout && checkout.refundedHalalas + refund.amountHalalas! > order.totalHalalas) return false
    const boughtSeat = checkout === null || checkout.status === 'paid'
    refund.status = 'done'
    if (checkout) {
      checkout.refundedHalalas += refund.amountHalalas!
      if (byHand) checkout.refundedByHandHalalas += refund.amountHalalas!
      if (checkout.refundedHalalas >= order.totalHalalas) checkout.status = 'refunded'
    }
    if (!boughtSeat) return true
    order.refundedHalalas += refund.amountHalalas!
    if (refund.amountHalalas! > 0) order.creditNotes += 1
    if (!refund.keepsSeat && order.status === 'paid') order.status = 'refunded'
    return true
  }

  cancel(order: Order): string | undefined {
    if (order.status === 'pending') this.fetch(order, 0)
    if (order.status !== 'pending') return 'orderNotPending'
    this.end(order, 'cancelled')
    order.isCancelledByLearner = true
    return undefined
  }

  /** A learner opens the order: it is fetched from the provider, but not too often, and only once after its end. */
  view(order: Order): void {
    if (order.status === 'paid' || order.status === 'refunded') return
    this.fetch(order, POLL_INTERVAL_MS)
    this.expireOverdue([order])
  }

  private fetch(order: Order, everyMs: number): void {
    const online = order.checkouts.filter(({ method }) => method === 'online')
    if (online.some(({ askedAt }) => askedAt !== undefined && askedAt > this.now - everyMs)) return
    const open = online.findLast(({ status }) => status === 'created')
    const checkout = open ?? online.findLast(({ status }) => status === 'failed' || status === 'abandoned')
    if (!checkout || (order.status === 'pending' && checkout !== open)) return
    const end = order.endedAt ?? Number.POSITIVE_INFINITY
    if (checkout.askedAt !== undefined && checkout.askedAt > end) return
    checkout.askedAt = this.now
    this.sync(order, checkout)
  }

  requestRefund(order: Order): string | undefined {
    if (order.status !== 'paid') return 'orderNotRefundable'
    if (order.refunds.some(({ isRequestedByLearner }) => isRequestedByLearner)) return 'refundAsked'
    const checkout = order.checkouts.find(({ status }) => status === 'paid') ?? null
    if (order.refunds.some((one) => one.checkout === checkout && one.status === 'sending')) return 'refundAsked'
    order.refunds.push({
      checkout,
      amountHalalas: null,
      status: 'requested',
      keepsSeat: false,
      isRequestedByLearner: true,
    })
    return undefined
  }

  declineRefund(order: Order): string | undefined {
    const requested = order.refunds.find(({ status }) => status === 'requested')
    if (!requested) return 'noRefundAsked'
    requested.status = 'declined'
    return undefined
  }

  /** Staff decide; the refund is sent to the provider immediately. */
  refund(order: Order, request: { amountHalalas?: number; keepsSeat: boolean; byHand: boolean }): string | undefined {
    const { amountHalalas, keepsSeat, byHand } = request
    const unsent = byHand
      ? order.refunds.findLast(
          (one) =>
            (amountHalalas === undefined || amountHalalas === one.amountHalalas) &&
            (one.status === 'refused' || (one.status === 'sending' && one.checkout?.method === 'transfer')),
        )
      : undefined
    if (unsent) return this.finish(order, unsent, true) ? undefined : 'orderNotRefundable'
    const checkout = order.checkouts.find(({ status }) => status === 'paid') ?? null
    const left = order.totalHalalas - order.refundedHalalas
    const isSold = order.status === 'paid' || (order.status === 'refunded' && checkout !== null)
    if (!isSold || (order.totalHalalas > 0 && (checkout === null || left <= 0))) return 'orderNotRefundable'
    if (order.refunds.some((one) => one.checkout === checkout && one.status === 'sending')) return 'refundUnderWay'
    const amount = amountHalalas ?? left
    if (amount > left) return 'validation'
    const refund = order.refunds.find(({ status }) => status === 'requested') ?? addRefund(order, checkout)
    Object.assign(refund, { checkout, amountHalalas: amount, status: 'sending', keepsSeat: keepsSeat && amount < left })
    if (byHand || checkout === null) this.finish(order, refund, true)
    else if (checkout.method === 'online') this.send(order, refund)
    return undefined
  }

  /** The job that sends a decided refund. */
  send(order: Order, refund: Refund): void {
    if (refund.status !== 'sending' || refund.checkout?.method !== 'online') return
    const payment = this.payments.get(refund.checkout.reference)!
    const totalHalalas = knownAtProvider(refund.checkout) + refund.amountHalalas!
    if (payment.refuses || totalHalalas > payment.amountHalalas) {
      refund.status = 'refused'
      return
    }
    this.receiveMoney(order, refund.checkout, Math.max(payment.refundedHalalas, totalHalalas), payment.amountHalalas)
  }
}

/** Adds a refund that is being sent. */
function addRefund(order: Order, checkout: Checkout | null): Refund {
  const refund: Refund = {
    checkout,
    amountHalalas: null,
    status: 'sending',
    keepsSeat: false,
    isRequestedByLearner: false,
  }
  order.refunds.push(refund)
  return refund
}

/** What the provider has refunded, as far as the product knows. */
function knownAtProvider({ refundedHalalas, refundedByHandHalalas }: Checkout): number {
  return refundedHalalas - refundedByHandHalalas
}

function isEndedUnpaid(status: Order['status']): boolean {
  return status === 'cancelled' || status === 'expired' || status === 'failed'
}

function holdsSeat({ status }: Order): boolean {
  return status === 'pending' || status === 'paid'
}

/** The use of a coupon is returned only when the full amount is refunded. */
function holdsCoupon(order: Order): boolean {
  return holdsSeat(order) || (order.status === 'refunded' && order.refundedHalalas < order.totalHalalas)
}
