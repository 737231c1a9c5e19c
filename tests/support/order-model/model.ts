/** A second implementation of the rules of orders, without a database: one run, its learners, one coupon. */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../app/platform/durations.ts'
import type { Provider } from './provider.ts'

export type PaymentMethod = 'online' | 'transfer'

export type Checkout = {
  reference: string
  method: PaymentMethod
  /** Which part of the order it pays. */
  part: number
  amountHalalas: number
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
  status: 'requested' | 'withdrawn' | 'declined' | 'sending' | 'refused' | 'done'
  keepsSeat: boolean
  isRequestedByLearner: boolean
}

export type Order = {
  id: string
  reference: string
  learner: number
  coupon: boolean
  totalHalalas: number
  /** The amounts of its parts; one that is paid at once has its total alone. */
  parts: number[]
  paidParts: number
  method: PaymentMethod
  status: 'pending' | 'paid' | 'refunded' | 'cancelled' | 'expired' | 'failed'
  expiresAt: number
  /** Of an order that ended unpaid. */
  endedAt?: number
  isCancelledByLearner?: boolean
  checkouts: Checkout[]
  refunds: Refund[]
  refundedHalalas: number
  invoices: number
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
  place(learner: number, coupon: boolean, method: PaymentMethod, inParts: boolean): Placed {
    for (const order of this.unsettledOf(learner)) this.view(order)
    const overdue = this.orders.filter((order) => this.isOverdue(order))
    this.expireOverdue()
    const placed = this.order(learner, coupon, method, inParts)
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

  private order(learner: number, coupon: boolean, method: PaymentMethod, inParts: boolean): Placed {
    const open = this.orders.find((order) => order.learner === learner && holdsSeat(order))
    if (open?.status === 'paid') return 'alreadyEnrolled'
    if (open && open.expiresAt <= this.now) return 'paymentUnderWay'
    if (open && open.coupon === coupon && inParts === open.parts.length > 1) {
      this.changeMethod(open, method)
      return { resumed: open }
    }
    if (open) this.end(open, 'cancelled')
    const isDivided = this.totalOf(coupon) === 0 || !inParts || this.partsOf(coupon).length > 1
    const problem = isDivided ? this.placementProblem(learner, coupon) : 'planChanged'
    if (problem && open) this.reopen(open)
    return problem ?? { isFree: this.totalOf(coupon) === 0 }
  }

  totalOf(coupon: boolean): number {
    return coupon ? (this.limits.priceHalalas * (100 - this.limits.percent)) / 100 : this.limits.priceHalalas
  }

  /** 40 % at once, and the rest in two equal parts of whole riyals; no part is below 50 riyals. */
  partsOf(coupon: boolean): number[] {
    const total = this.totalOf(coupon)
    const rest = total - Math.floor((total * 40) / 100)
    const later = Math.floor(rest / 200) * 100
    const parts = [total - 2 * later, later, later]
    return parts.some((amount) => amount < 50_00) ? [total] : parts
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
    const transfer = order.checkouts.find(isFirstTransfer)
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
    refund.keepsSeat = external < (isOfSeat(checkout) ? leftOf(order) : paidHalalas - checkout.refundedHalalas)
    this.finish(order, refund)
  }

  private settle(order: Order, checkout: Checkout, isRefunded: boolean): void {
    const isTaken = checkout.part > 1 ? isOwed(order, checkout.part) : this.claimSeat(order)
    if (!isRefunded && isTaken) {
      checkout.status = 'paid'
      order.paidParts = checkout.part
      order.invoices += 1
      return
    }
    checkout.status = 'refund-due'
    if (isRefunded && order.status === 'pending') this.end(order, 'failed')
    if (!isRefunded) addRefund(order, checkout).amountHalalas = checkout.amountHalalas
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
    if (checkout && checkout.refundedHalalas + refund.amountHalalas! > checkout.amountHalalas) return false
    const boughtSeat = checkout === null || isOfSeat(checkout)
    refund.status = 'done'
    if (checkout) {
      checkout.refundedHalalas += refund.amountHalalas!
      if (byHand) checkout.refundedByHandHalalas += refund.amountHalalas!
      if (checkout.refundedHalalas >= checkout.amountHalalas) checkout.status = 'refunded'
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
    const owesPart = isOwed(order, order.paidParts + 1)
    if ((order.status === 'paid' && !owesPart) || order.status === 'refunded') return
    this.fetch(order, POLL_INTERVAL_MS)
    this.expireOverdue([order])
  }

  private fetch(order: Order, everyMs: number): void {
    const online = order.checkouts.filter(({ method }) => method === 'online')
    if (online.some(({ askedAt }) => askedAt !== undefined && askedAt > this.now - everyMs)) return
    const open = online.findLast(({ status }) => status === 'created')
    const checkout = open ?? online.findLast(({ status }) => status === 'failed' || status === 'abandoned')
    if (!checkout || (order.status === 'pending' && checkout !== open)) return
    if (order.status === 'paid' && (checkout !== open || checkout.part === 1)) return
    const end = order.endedAt ?? Number.POSITIVE_INFINITY
    if (checkout.askedAt !== undefined && checkout.askedAt > end) return
    checkout.askedAt = this.now
    this.sync(order, checkout)
  }

  requestRefund(order: Order): string | undefined {
    if (order.status !== 'paid') return 'orderNotRefundable'
    if (order.refunds.some(({ isRequestedByLearner, status }) => isRequestedByLearner && status !== 'withdrawn'))
      return 'refundAsked'
    const checkout = paymentsOf(order)[0] ?? null
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

  withdrawRefund(order: Order): string | undefined {
    const requested = order.refunds.find(({ status }) => status === 'requested')
    if (!requested) return 'noRefundAsked'
    requested.status = 'withdrawn'
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
    const payments: (Checkout | null)[] = order.totalHalalas === 0 ? [null] : paymentsOf(order)
    const isSold = order.status === 'paid' || (order.status === 'refunded' && payments[0])
    if (!isSold || payments.length === 0) return 'orderNotRefundable'
    if (order.refunds.some((one) => payments.includes(one.checkout) && one.status === 'sending'))
      return 'refundUnderWay'
    const left = payments.reduce((sum, payment) => sum + (payment ? leftOfPayment(payment) : 0), 0)
    const amount = amountHalalas ?? left
    if (amount > left) return 'validation'
    const decided = this.split(order, payments, amount, keepsSeat && amount < left)
    for (const refund of decided) if (byHand || refund.checkout === null) this.finish(order, refund, true)
    for (const refund of decided) this.send(order, refund)
    return undefined
  }

  /** Takes the amount from the newest part first; the learner's request becomes the first of the refunds. */
  private split(order: Order, payments: (Checkout | null)[], amount: number, keepsSeat: boolean): Refund[] {
    const requested = order.refunds.find(({ status }) => status === 'requested')
    let missing = amount
    const decided: Refund[] = []
    for (const checkout of payments) {
      const share = Math.min(missing, checkout ? leftOfPayment(checkout) : 0)
      if (checkout && share === 0) continue
      const refund = (decided.length === 0 && requested) || addRefund(order, checkout)
      Object.assign(refund, { checkout, amountHalalas: share, status: 'sending', keepsSeat })
      decided.push(refund)
      missing -= share
    }
    return decided
  }

  /** The part that the learner pays now, or why there is none. */
  partToPay(order: Order): number | string {
    const part = order.paidParts + 1
    return isOwed(order, part) ? part : 'partNotOwed'
  }

  /** Whether paying the part opens a new payment page. */
  needsPartCheckout(order: Order, part: number): boolean {
    return !order.checkouts.some(
      (one) =>
        one.part === part &&
        one.method === 'online' &&
        one.status === 'created' &&
        one.createdAt >= this.now - CHECKOUT_REUSE_MS,
    )
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

/** The checkout by transfer of the whole, or of the first part. */
export const isFirstTransfer = ({ method, part }: Checkout): boolean => method === 'transfer' && part === 1

/** Whether this part of an order that holds, and that no refund is about to end, is the next one. */
const isOwed = ({ status, parts, paidParts, refunds }: Order, part: number): boolean =>
  status === 'paid' && part > 1 && part === paidParts + 1 && part <= parts.length && !refunds.some(endsOrder)

const endsOrder = ({ status, keepsSeat, checkout }: Refund): boolean =>
  (status === 'sending' || status === 'refused') && !keepsSeat && checkout?.status === 'paid'

/** Payments that bought the seat or a part of it, and have something left; the newest part first. */
const paymentsOf = ({ checkouts }: Order): Checkout[] =>
  checkouts.filter(({ status }) => status === 'paid').toSorted((one, other) => other.part - one.part)

const leftOfPayment = ({ amountHalalas, refundedHalalas }: Checkout): number => amountHalalas - refundedHalalas
const isOfSeat = ({ status }: Checkout): boolean => status === 'paid'

/** What was paid for the order and not sent back. */
const leftOf = (order: Order): number => paidOf(order) - order.refundedHalalas

export const paidOf = ({ parts, paidParts }: Order): number =>
  parts.slice(0, paidParts).reduce((sum, amount) => sum + amount, 0)

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
  return holdsSeat(order) || (order.status === 'refunded' && order.refundedHalalas < paidOf(order))
}
