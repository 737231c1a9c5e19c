/** Takes a seat and a coupon use for a learner, or resumes the order that already holds them. */
import { randomUUID } from 'node:crypto'
import type { Institute } from '../../../db/shapes.ts'
import type { ProblemCode } from '../../api/problem.ts'
import { Problem } from '../../api/problem.ts'
import type { Context, Services, SignedInUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { type CourseState, isRecorded, NEXT_STEP, runState } from '../catalogue/course-state.ts'
import type { Price } from '../orders/order-contract.ts'
import type { PaymentMethod } from '../orders/order-parts-contract.ts'
import type { OrderSource } from '../orders/order-sources.ts'
import { partsOf } from '../orders/parts/part-queries.server.ts'
import { AT_ONCE, planKeyOf } from '../orders/parts/plan-key.ts'
import { priceOf } from '../orders/prices/pricing.ts'
import { UNKNOWN_BUYER, vatOfSale } from '../orders/prices/vat.ts'
import {
  couponUse,
  findInstitute,
  findOffer,
  lockCoupon,
  lockPlace,
  moveOffer,
  type OfferedRun,
  openOrderOf,
  otherRunOf,
  type PlacedOrder,
} from '../orders/queries.server.ts'
import { endOrder, expireOverdueFor, insertOrder } from '../orders/transition-queries.server.ts'
import { offeredParts } from '../payment-plans/offered-parts.server.ts'
import type { PlannedPart } from '../payment-plans/schedule.ts'
import { afterPaid } from '../payments/after-paid.server.ts'
import { cancelCheckouts } from '../payments/apply-payment.server.ts'
import { lockOrderToPay } from '../transfers/queries.server.ts'
import { isOfCouponCompanies } from './coupon/company-queries.server.ts'
import { type Coupon, type CouponCheck, whyRefused } from './coupon/coupon.ts'
import { changeMethod, createAttempt, holdExpiry, onlineUntil } from './payment-method.server.ts'

export type OrderRequest = {
  courseId: number
  scheduleId: number | null
  couponCode: string | null
  method: PaymentMethod | undefined
  /** The fingerprint of the parts that were shown, or `none`; undefined keeps those of the open order. */
  plan: string | undefined
  /** Whether the learner means a second run of a course in which they have a seat. */
  again: boolean
}
type Offer = NonNullable<Awaited<ReturnType<typeof findOffer>>>

/**
 * Resumes the learner's open order, or writes a new one with its payment attempt. Course and institute are read before
 * the transaction, so that the locks are held only while seats and coupon uses are counted.
 */
export async function reserve(ctx: Context, learner: SignedInUser, request: OrderRequest): Promise<PlacedOrder> {
  const offer = await findOffer(ctx.db, request.courseId, ctx.now())
  if (!offer) throw new Problem('courseNotFound')
  const institute = await findInstitute(ctx.db)
  return ctx.db.transaction().execute((tx) => takeSeat(tx, ctx, learner, { ...request, offer, institute }))
}

type OfferedRequest = OrderRequest & { offer: Offer; institute: Institute | undefined }

/** Locks the run (or course), then the coupon. An open order with another coupon is replaced by the new one. */
async function takeSeat(tx: Tx, ctx: Context, learner: SignedInUser, request: OfferedRequest): Promise<PlacedOrder> {
  const { courseId, scheduleId, couponCode, offer, institute, method, again } = request
  await lockPlace(tx, courseId, scheduleId)
  const coupon = couponCode === null ? undefined : await lockCoupon(tx, couponCode)
  const now = ctx.now()
  await expireOverdueFor(tx, { scheduleId, couponId: coupon?.id ?? null, userId: learner.id }, now)
  const open = await openOrderOf(tx, learner.id, courseId, scheduleId)
  if (open?.status === 'paid') throw new Problem('alreadyEnrolled')
  if (open && open.expiresAt <= now) throw new Problem('paymentUnderWay')
  if (!open && !again && (await otherRunOf(tx, { userId: learner.id, courseId, scheduleId })))
    throw new Problem('enrolledInOtherRun')
  const openPlan = open ? planKeyOf(await partsOf(tx, open.id)) : AT_ONCE
  const plan = request.plan ?? openPlan
  if (open && open.couponCode === couponCode && plan === openPlan) {
    const chosenMethod = method ?? open.method
    const expiresAt = await changeMethod(tx, ctx, institute, open.id, chosenMethod)
    return { ...open, method: chosenMethod, expiresAt }
  }
  const priceHalalas = offeredRun(offer, scheduleId, now)?.priceHalalas ?? offer.course.priceHalalas
  if (couponCode !== null) {
    const isOfCompanies = await isOfCouponCompanies(tx, coupon, learner)
    checkCoupon({ coupon, courseId, priceHalalas, learnerEmail: learner.email, isOfCompanies, now })
  }
  // A seat that was offered to the waiting list stays one, as long as was promised, when its learner adds a coupon.
  const source = open?.source ?? 'site'
  const offered = open && source === 'waiting-list' ? await lockOrderToPay(tx, open.id) : undefined
  if (open) {
    await endOrder(tx, open.id, 'replaced', { by: 'learner', now })
    await cancelCheckouts(tx, ctx, open.id)
  }
  const pricedRequest = {
    ...request,
    plan,
    method: method ?? open?.method,
    coupon: coupon ?? null,
    priceHalalas,
    source,
    offeredUntil: offered && onlineUntil(offered, institute, now),
  }
  const order = await writeOrder(tx, ctx, learner, pricedRequest, now)
  if (offered) await moveOffer(tx, offered.id, order.id)
  return order
}

/**
 * The parts that the learner agreed to: those that were shown, of this moment's plan and price.
 * @throws Problem planChanged
 */
async function agreedParts(
  tx: Tx,
  { settings }: Context,
  { plan, offer, scheduleId }: PricedRequest,
  price: Price,
  now: Date,
): Promise<PlannedPart[]> {
  if (plan === undefined || plan === AT_ONCE) return []
  const run = offer.runs.find(({ id }) => id === scheduleId) ?? null
  const { minimumHalalas } = settings.payment
  const parts = await offeredParts(tx, { ...price, courseId: offer.course.id, run, now, minimumHalalas })
  if (!parts || planKeyOf(parts) !== plan) throw new Problem('planChanged')
  return parts
}

/** Why a run in this state cannot be ordered. A full run is detected by the statement that takes the seat. */
const STATE_PROBLEMS: Partial<Record<CourseState, ProblemCode>> = {
  upcoming: 'enrolmentNotOpen',
  closed: 'enrolmentClosed',
}

function offeredRun(offer: Offer, scheduleId: number | null, now: Date): OfferedRun | null {
  if (scheduleId === null) {
    if (isRecorded(offer.course)) return null
    const bookable = offer.runs.some((run) => NEXT_STEP[runState(run, now)] === 'enrol')
    throw new Problem(bookable ? 'scheduleRequired' : 'enrolmentClosed')
  }
  const run = offer.runs.find(({ id }) => id === scheduleId)
  if (!run) throw new Problem('courseNotFound')
  const problem = STATE_PROBLEMS[runState(run, now)]
  if (problem) throw new Problem(problem)
  return run
}

/**
 * Checks everything except the coupon's uses, which the inserting statement counts.
 * @throws Problem with the reason why the coupon is refused
 */
function checkCoupon(check: Omit<CouponCheck, 'use'>): void {
  const refusal = whyRefused({ ...check, use: { inAll: 0, byLearner: 0 } })
  if (refusal) throw new Problem(refusal, { minimumHalalas: check.coupon?.minimumHalalas ?? 0 })
}

type PricedRequest = OfferedRequest & {
  coupon: Coupon | null
  priceHalalas: number
  source: OrderSource
  /** Of a seat that the waiting list offered: the end of the offer. */
  offeredUntil: Date | undefined
}

async function writeOrder(
  tx: Tx,
  ctx: Context,
  learner: SignedInUser,
  request: PricedRequest,
  now: Date,
): Promise<PlacedOrder> {
  const { course } = request.offer
  const vat = vatOfSale(request.institute, course, UNKNOWN_BUYER)
  const price = priceOf(request.priceHalalas, request.coupon, vat)
  const isFree = price.totalHalalas === 0
  const parts = isFree ? [] : await agreedParts(tx, ctx, request, price, now)
  const method = isFree ? 'online' : (request.method ?? 'online')
  const runStartsAt = request.offer.runs.find(({ id }) => id === request.scheduleId)?.startsAt ?? null
  const place = { userId: learner.id, scheduleId: request.scheduleId, runStartsAt, now }
  const held = await holdExpiry(tx, request.institute, method, place)
  const order = await insertOrder(tx, {
    ...price,
    id: randomUUID(),
    userId: learner.id,
    courseId: course.id,
    scheduleId: request.scheduleId,
    coupon: request.coupon,
    event: isFree ? 'placedFree' : 'placed',
    source: request.source,
    lang: ctx.lang,
    courseName: course.name,
    vatReasonCode: vat.reasonCode,
    now,
    method,
    parts,
    isReserved: request.offeredUntil !== undefined,
    expiresAt: request.offeredUntil && request.offeredUntil > held ? request.offeredUntil : held,
    referencePrefix: referencePrefix(now),
  })
  if (!order) throw await reachedLimit(tx, learner, request, now)
  if (isFree) await afterPaid(tx, ctx, order.id, now)
  else
    await createAttempt(tx, ctx, { ...order, dueHalalas: parts[0]?.amountHalalas ?? price.totalHalalas, method, now })
  return order
}

export type SeatOffer = {
  learnerId: number
  lang: string
  offer: Offer
  institute: Institute | undefined
  scheduleId: number
  /** Until when the seat is held. */
  until: Date
}

/**
 * Holds a freed seat for the first of the waiting list: as an order that waits for its payment, or a paid one where
 * nothing is to be paid. The caller holds the lock of the run.
 * @returns undefined when no seat is free
 */
export async function offerSeat(tx: Tx, services: Services, seat: SeatOffer): Promise<PlacedOrder | undefined> {
  const { offer, institute, scheduleId } = seat
  const now = services.now()
  const run = offer.runs.find(({ id }) => id === scheduleId)
  const vat = vatOfSale(institute, offer.course, UNKNOWN_BUYER)
  const price = priceOf(run?.priceHalalas ?? offer.course.priceHalalas, null, vat)
  const isFree = price.totalHalalas === 0
  const order = await insertOrder(tx, {
    ...price,
    ...{ id: randomUUID(), userId: seat.learnerId, courseId: offer.course.id, scheduleId, coupon: null },
    source: 'waiting-list',
    ...{ event: isFree ? 'placedFree' : 'offered', isReserved: true, lang: seat.lang, courseName: offer.course.name },
    ...{ vatReasonCode: vat.reasonCode, now, method: 'online', expiresAt: seat.until },
    referencePrefix: referencePrefix(now),
  })
  if (!order) return undefined
  if (isFree) await afterPaid(tx, services, order.id, now)
  else await createAttempt(tx, services, { ...order, dueHalalas: price.totalHalalas, method: 'online', now })
  return order
}

/** Which limit stopped the insert; the locks are still held. */
async function reachedLimit(tx: Tx, learner: SignedInUser, request: PricedRequest, now: Date): Promise<Problem> {
  const { coupon, courseId, priceHalalas } = request
  if (!coupon) return new Problem('seatsGone')
  const use = await couponUse(tx, coupon.id, learner.id, now)
  const refusal = whyRefused({ coupon, courseId, priceHalalas, learnerEmail: learner.email, use, now })
  return new Problem(refusal ?? 'seatsGone')
}

/** An order's number without its digits: `M-2026-`, by the year in Riyadh. */
export function referencePrefix(now: Date): string {
  return `M-${new Date(now.getTime() + 3 * HOUR_MS).getUTCFullYear()}-`
}
