/** What should become of orders, written down a second time and without a database: one run, its learners, one coupon. */
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import type { Company } from './company.ts'

export type Way = 'online' | 'transfer'

export type Page = {
  reference: string
  way: Way
  /** What the product has heard of it. */
  heard: 'created' | 'failed' | 'abandoned' | 'paid' | 'refund-due' | 'refunded'
  madeAt: number
  /** What of it went back, and what of that by hand: of the latter the company knows nothing. */
  backHalalas: number
  byHandHalalas: number
}

export type Refund = {
  page: Page | null
  amountHalalas: number | null
  status: 'requested' | 'declined' | 'sending' | 'refused' | 'done'
  keepsSeat: boolean
  isAsked: boolean
}

export type Order = {
  id: string
  learner: number
  coupon: boolean
  totalHalalas: number
  method: Way
  status: 'pending' | 'paid' | 'refunded' | 'cancelled' | 'expired' | 'failed'
  expiresAt: number
  pages: Page[]
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
/** A payment page older than that is not used again after a change of the method. */
const FRESH_MS = 10 * MINUTE_MS

type Placed = string | { resumed: Order } | { isFree: boolean }

export class OrderModel {
  readonly orders: Order[] = []
  now: number
  readonly limits: Limits
  private readonly papers: Company['papers']

  constructor(limits: Limits, papers: Company['papers'], now: number) {
    this.limits = limits
    this.papers = papers
    this.now = now
  }

  expireOverdue(which: Order[] = this.orders): void {
    for (const order of which) if (order.status === 'pending' && order.expiresAt <= this.now) order.status = 'expired'
  }

  seatsLeft(): number {
    return this.limits.seats - this.orders.filter(holdsSeat).length
  }

  /** The problem that ordering ends in, or what is ordered: a new order, or the open one. */
  place(learner: number, coupon: boolean, method: Way): Placed {
    const overdue = this.orders.filter(({ status, expiresAt }) => status === 'pending' && expiresAt <= this.now)
    this.expireOverdue()
    const placed = this.order(learner, coupon, method)
    // What is refused writes nothing at all.
    if (typeof placed === 'string') for (const order of overdue) order.status = 'pending'
    return placed
  }

  private order(learner: number, coupon: boolean, method: Way): Placed {
    const open = this.orders.find((order) => order.learner === learner && holdsSeat(order))
    if (open?.status === 'paid') return 'alreadyEnrolled'
    if (open && open.coupon === coupon) {
      this.changeMethod(open, method)
      return { resumed: open }
    }
    if (open) open.status = 'cancelled'
    const problem = this.whyNot(learner, coupon)
    if (problem && open) open.status = 'pending'
    return problem ?? { isFree: this.totalOf(coupon) === 0 }
  }

  totalOf(coupon: boolean): number {
    return coupon ? (this.limits.priceHalalas * (100 - this.limits.percent)) / 100 : this.limits.priceHalalas
  }

  private whyNot(learner: number, coupon: boolean, except?: Order): string | undefined {
    const used = this.orders.filter((order) => order !== except && order.coupon && holdsCoupon(order))
    if (coupon && used.filter((order) => order.learner === learner).length >= this.limits.usesByLearner)
      return 'couponUsedByLearner'
    if (coupon && used.length >= this.limits.couponUses) return 'couponExhausted'
    const held = this.orders.filter((order) => order !== except && holdsSeat(order)).length
    return held >= this.limits.seats ? 'seatsGone' : undefined
  }

  private changeMethod(order: Order, method: Way): void {
    if (order.method === method) return
    order.method = method
    const transfer = order.pages.find(({ way }) => way === 'transfer')
    if (method === 'transfer' && transfer) transfer.heard = 'created'
    if (method === 'online') {
      order.expiresAt = Math.min(order.expiresAt, this.now + RESERVATION_MS)
      if (transfer) transfer.heard = 'abandoned'
    }
  }

  /** Whether going on with the order makes a new page, once its method is settled. */
  needsPage({ pages, method }: Order, before: Way): boolean {
    if (method === 'transfer') return !pages.some(({ way }) => way === 'transfer')
    const open = pages.filter(({ way, heard }) => way === 'online' && heard === 'created')
    return method === before ? open.length === 0 : !open.some(({ madeAt }) => madeAt >= this.now - FRESH_MS)
  }

  /** The company's word on a page reaches the product. */
  hear(order: Order, page: Page): void {
    const paper = this.papers.get(page.reference)!
    if (paper.status === 'open') return
    if (paper.status === 'paid') {
      this.receiveMoney(order, page, paper.refundedHalalas, paper.amountHalalas)
      return
    }
    if (page.heard !== 'created') return
    page.heard = paper.status
    if (order.pages.some(({ heard }) => heard === 'created')) return
    // A page that closed because its time was over was not left by anybody.
    if (paper.status === 'abandoned') this.expireOverdue([order])
    if (order.status === 'pending') order.status = paper.status === 'failed' ? 'failed' : 'cancelled'
  }

  receiveMoney(order: Order, page: Page, backHalalas: number, paidHalalas: number): void {
    this.expireOverdue()
    if (['created', 'failed', 'abandoned'].includes(page.heard)) this.spend(order, page, backHalalas === paidHalalas)
    const { refunds } = order
    if (backHalalas <= page.backHalalas - page.byHandHalalas) return
    const sending = refunds.find((one) => one.page === page && one.status === 'sending')
    if (sending && backHalalas >= page.backHalalas - page.byHandHalalas + sending.amountHalalas!)
      this.finish(order, sending)
    const elsewhere = Math.min(backHalalas - (page.backHalalas - page.byHandHalalas), paidHalalas - page.backHalalas)
    if (elsewhere <= 0 || refunds.some((one) => one.page === page && one.status === 'sending')) return
    const asked = refunds.find((one) => one.page === page && one.status === 'requested')
    const made = asked ?? { page, amountHalalas: null, status: 'sending', keepsSeat: false, isAsked: false }
    if (!asked) refunds.push(made)
    made.amountHalalas = elsewhere
    made.keepsSeat = page.backHalalas + elsewhere < paidHalalas
    this.finish(order, made)
  }

  private spend(order: Order, page: Page, isBack: boolean): void {
    if (!isBack && this.claim(order)) {
      page.heard = 'paid'
      order.hasInvoice = true
      return
    }
    page.heard = 'refund-due'
    if (isBack && order.status === 'pending') order.status = 'failed'
    const owed = { page, amountHalalas: order.totalHalalas, keepsSeat: false, isAsked: false }
    if (!isBack) order.refunds.push({ ...owed, status: 'sending' })
  }

  private claim(order: Order): boolean {
    if (order.status === 'pending') {
      order.status = 'paid'
      return true
    }
    if (order.status === 'paid' || order.status === 'refunded') return false
    const own = this.orders.filter(({ learner }) => learner === order.learner)
    const newer = own.find(({ status }) => status === 'pending')
    if (newer) newer.status = 'cancelled'
    const isFree = !this.whyNot(order.learner, order.coupon, order) && !own.some(({ status }) => status === 'paid')
    if (isFree) order.status = 'paid'
    else if (newer) newer.status = 'pending'
    return isFree
  }

  /** False when less than that is left of the payment. */
  finish(order: Order, refund: Refund, byHand = false): boolean {
    const { page } = refund
    if (page && page.backHalalas + refund.amountHalalas! > order.totalHalalas) return false
    const boughtSeat = page === null || page.heard === 'paid'
    refund.status = 'done'
    if (page) {
      page.backHalalas += refund.amountHalalas!
      if (byHand) page.byHandHalalas += refund.amountHalalas!
      if (page.backHalalas >= order.totalHalalas) page.heard = 'refunded'
    }
    if (!boughtSeat) return true
    order.refundedHalalas += refund.amountHalalas!
    if (refund.amountHalalas! > 0) order.creditNotes += 1
    if (!refund.keepsSeat && order.status === 'paid') order.status = 'refunded'
    return true
  }

  cancel(order: Order): string | undefined {
    if (order.status === 'pending') this.ask(order)
    if (order.status !== 'pending') return 'orderNotPending'
    order.status = 'cancelled'
    return undefined
  }

  /** A learner looks: the newest open page is asked about. */
  look(order: Order): void {
    if (order.status !== 'pending') return
    this.ask(order)
    this.expireOverdue([order])
  }

  private ask(order: Order): void {
    const page = order.pages.findLast(({ way, heard }) => way === 'online' && heard === 'created')
    if (page) this.hear(order, page)
  }

  requestRefund(order: Order): string | undefined {
    if (order.status !== 'paid') return 'orderNotRefundable'
    if (order.refunds.some(({ isAsked }) => isAsked)) return 'refundAsked'
    const page = order.pages.find(({ heard }) => heard === 'paid') ?? null
    if (order.refunds.some((one) => one.page === page && one.status === 'sending')) return 'refundAsked'
    order.refunds.push({ page, amountHalalas: null, status: 'requested', keepsSeat: false, isAsked: true })
    return undefined
  }

  declineRefund(order: Order): string | undefined {
    const asked = order.refunds.find(({ status }) => status === 'requested')
    if (!asked) return 'noRefundAsked'
    asked.status = 'declined'
    return undefined
  }

  /** Staff decide; the company is asked at once. */
  refund(order: Order, request: { amountHalalas?: number; keepsSeat: boolean; byHand: boolean }): string | undefined {
    const { amountHalalas, keepsSeat, byHand } = request
    const unsent = byHand
      ? order.refunds.findLast(
          (one) =>
            (amountHalalas === undefined || amountHalalas === one.amountHalalas) &&
            (one.status === 'refused' || (one.status === 'sending' && one.page?.way === 'transfer')),
        )
      : undefined
    if (unsent) return this.finish(order, unsent, true) ? undefined : 'orderNotRefundable'
    const page = order.pages.find(({ heard }) => heard === 'paid') ?? null
    const left = order.totalHalalas - order.refundedHalalas
    const isSold = order.status === 'paid' || (order.status === 'refunded' && page !== null)
    if (!isSold || (order.totalHalalas > 0 && (page === null || left <= 0))) return 'orderNotRefundable'
    if (order.refunds.some((one) => one.page === page && one.status === 'sending')) return 'refundUnderWay'
    const amount = amountHalalas ?? left
    if (amount > left) return 'validation'
    const asked = order.refunds.find(({ status }) => status === 'requested')
    const refund = asked ?? { page, amountHalalas: amount, status: 'sending', keepsSeat: false, isAsked: false }
    if (!asked) order.refunds.push(refund)
    Object.assign(refund, { page, amountHalalas: amount, status: 'sending', keepsSeat: keepsSeat && amount < left })
    if (byHand || page === null) this.finish(order, refund, true)
    else if (page.way === 'online') this.send(order, refund)
    return undefined
  }

  /** The job that sends what is on its way. */
  send(order: Order, refund: Refund): void {
    if (refund.status !== 'sending' || refund.page?.way !== 'online') return
    const paper = this.papers.get(refund.page.reference)!
    const inAll = refund.page.backHalalas - refund.page.byHandHalalas + refund.amountHalalas!
    if (paper.refuses || inAll > paper.amountHalalas) {
      refund.status = 'refused'
      return
    }
    this.receiveMoney(order, refund.page, Math.max(paper.refundedHalalas, inAll), paper.amountHalalas)
  }
}

function holdsSeat({ status }: Order): boolean {
  return status === 'pending' || status === 'paid'
}

/** A use is given back with the whole payment only. */
function holdsCoupon(order: Order): boolean {
  return holdsSeat(order) || (order.status === 'refunded' && order.refundedHalalas < order.totalHalalas)
}
