/** Takes a seat and a coupon use for a learner, or finds the order that already holds them. */
import { randomUUID } from 'node:crypto'
import type { Institute } from '../../../db/shapes.ts'
import type { ProblemCode } from '../../api/problem.ts'
import { Problem } from '../../api/problem.ts'
import type { Context, SignedInUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { type CourseState, isRecorded, NEXT_STEP, runState } from '../catalogue/course-state.ts'
import type { PaymentMethod } from '../orders/order-parts-contract.ts'
import { DEFAULT_VAT_PERCENT, priceOf } from '../orders/pricing.ts'
import {
  couponUse,
  findInstitute,
  findOffer,
  lockCoupon,
  lockPlace,
  type OfferedRun,
  openOrderOf,
  type PlacedOrder,
} from '../orders/queries.server.ts'
import { endOrder, expireOverdueFor, insertOrder } from '../orders/transition-queries.server.ts'
import { afterPaid } from '../payments/after-paid.server.ts'
import { cancelCheckouts } from '../payments/apply-payment.server.ts'
import { type Coupon, whyRefused } from './coupon.ts'
import { changeMethod, createAttempt, holdExpiry } from './payment-method.server.ts'

export type OrderRequest = {
  courseId: number
  scheduleId: number | null
  couponCode: string | null
  method: PaymentMethod | undefined
}
type Offer = NonNullable<Awaited<ReturnType<typeof findOffer>>>

/**
 * Resumes the learner's open order, or writes a new one with the attempt to pay it. What does not change from one buyer
 * to the next is read first: those who want the same seat wait for each other only while seats and coupons are counted.
 */
export async function reserve(ctx: Context, learner: SignedInUser, request: OrderRequest): Promise<PlacedOrder> {
  const offer = await findOffer(ctx.db, request.courseId, ctx.now())
  if (!offer) throw new Problem('courseNotFound')
  const institute = await findInstitute(ctx.db)
  return ctx.db.transaction().execute((tx) => takeSeat(tx, ctx, learner, { ...request, offer, institute }))
}

type OfferedRequest = OrderRequest & { offer: Offer; institute: Institute | undefined }

/** Under the locks of the place, then the coupon. An open order with another coupon makes way for the new one. */
async function takeSeat(tx: Tx, ctx: Context, learner: SignedInUser, asked: OfferedRequest): Promise<PlacedOrder> {
  const { courseId, scheduleId, couponCode, offer, institute, method } = asked
  await lockPlace(tx, courseId, scheduleId)
  const coupon = couponCode === null ? undefined : await lockCoupon(tx, couponCode)
  const now = ctx.now()
  await expireOverdueFor(tx, { scheduleId, couponId: coupon?.id ?? null, userId: learner.id }, now)
  const open = await openOrderOf(tx, learner.id, courseId, scheduleId)
  if (open?.status === 'paid') throw new Problem('alreadyEnrolled')
  if (open && open.couponCode === couponCode) {
    const way = method ?? open.method
    return { ...open, method: way, expiresAt: await changeMethod(tx, ctx, institute, open.id, way) }
  }
  const priceHalalas = offeredRun(offer, scheduleId, now)?.priceHalalas ?? offer.course.priceHalalas
  if (couponCode !== null) refuseCoupon(coupon, courseId, priceHalalas, learner, now)
  if (open) {
    await endOrder(tx, open.id, 'replaced', { by: 'learner', now })
    await cancelCheckouts(tx, ctx, open.id)
  }
  const chosen = { ...asked, method: method ?? open?.method, coupon: coupon ?? null, priceHalalas }
  return write(tx, ctx, learner, chosen, now)
}

/** Why an offer in this state cannot be ordered. A full run is left to the statement that takes the seat. */
const NOT_NOW: Partial<Record<CourseState, ProblemCode>> = { upcoming: 'enrolmentNotOpen', closed: 'enrolmentClosed' }

function offeredRun(offer: Offer, scheduleId: number | null, now: Date): OfferedRun | null {
  if (scheduleId === null) {
    if (isRecorded(offer.course)) return null
    const bookable = offer.runs.some((run) => NEXT_STEP[runState(run, now)] === 'enrol')
    throw new Problem(bookable ? 'scheduleRequired' : 'enrolmentClosed')
  }
  const run = offer.runs.find(({ id }) => id === scheduleId)
  if (!run) throw new Problem('courseNotFound')
  const problem = NOT_NOW[runState(run, now)]
  if (problem) throw new Problem(problem)
  return run
}

/** What can be said before its uses are counted: those the inserting statement counts. */
function refuseCoupon(
  coupon: Coupon | undefined,
  courseId: number,
  priceHalalas: number,
  learner: SignedInUser,
  now: Date,
): void {
  const use = { inAll: 0, byLearner: 0 }
  const refusal = whyRefused({
    coupon,
    courseId,
    priceHalalas,
    learnerEmail: learner.email,
    use,
    now,
  })
  if (refusal) throw new Problem(refusal, { minimumHalalas: coupon?.minimumHalalas ?? 0 })
}

type Chosen = OfferedRequest & { coupon: Coupon | null; priceHalalas: number }

async function write(tx: Tx, ctx: Context, learner: SignedInUser, chosen: Chosen, now: Date): Promise<PlacedOrder> {
  const { course } = chosen.offer
  const vatPercent = chosen.institute?.vatRatePercent ?? DEFAULT_VAT_PERCENT
  const price = priceOf(chosen.priceHalalas, chosen.coupon, course.vatTreatment, vatPercent)
  const free = price.totalHalalas === 0
  const method = free ? 'online' : (chosen.method ?? 'online')
  const runStartsAt = chosen.offer.runs.find(({ id }) => id === chosen.scheduleId)?.startsAt ?? null
  const place = { userId: learner.id, scheduleId: chosen.scheduleId, runStartsAt, now }
  const order = await insertOrder(tx, {
    ...price,
    id: randomUUID(),
    userId: learner.id,
    courseId: course.id,
    scheduleId: chosen.scheduleId,
    coupon: chosen.coupon,
    event: free ? 'placedFree' : 'placed',
    lang: ctx.lang,
    courseName: course.name,
    vatTreatment: course.vatTreatment,
    now,
    method,
    expiresAt: await holdExpiry(tx, chosen.institute, method, place),
    referencePrefix: `M-${riyadhYear(now)}-`,
  })
  if (!order) throw await limitReached(tx, learner, chosen, now)
  if (free) await afterPaid(tx, ctx, order.id, now)
  else await createAttempt(tx, ctx, { ...order, totalHalalas: price.totalHalalas, method, now })
  return order
}

/** Which limit the inserting statement ran into; the locks are still held. */
async function limitReached(tx: Tx, learner: SignedInUser, chosen: Chosen, now: Date): Promise<Problem> {
  const { coupon, courseId, priceHalalas } = chosen
  if (!coupon) return new Problem('seatsGone')
  const use = await couponUse(tx, coupon.id, learner.id, now)
  const refusal = whyRefused({ coupon, courseId, priceHalalas, learnerEmail: learner.email, use, now })
  return new Problem(refusal ?? 'seatsGone')
}

function riyadhYear(now: Date): number {
  return new Date(now.getTime() + 3 * HOUR_MS).getUTCFullYear()
}
