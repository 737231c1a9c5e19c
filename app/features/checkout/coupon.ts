/** Why a coupon is refused. The order is fixed, so that the same coupon always says the same thing first. */
import type { ProblemCode } from '../../api/problem.ts'
import type { Discount } from '../orders/pricing.ts'

export type Coupon = Discount & {
  id: number
  code: string
  active: boolean
  validFrom: Date
  /** The first instant at which it is over; null: never. */
  validTo: Date | null
  totalLimit: number | null
  perLearnerLimit: number | null
  minimumHalalas: number | null
  /** Null: every course. */
  courseIds: number[] | null
  emailDomain: string | null
}

/** How often it is in use: by open and by paid orders. */
export type CouponUse = { inAll: number; byLearner: number }

export type CouponQuestion = {
  coupon: Coupon | undefined
  courseId: number
  priceHalalas: number
  /** Undefined for a guest, of whom nothing can be said yet: what depends on the learner is asked once they are known. */
  learnerEmail: string | undefined
  use: CouponUse
  now: Date
}

export type CouponRefusal = Extract<ProblemCode, `coupon${string}`>

/** The first reason against it; undefined when it may be used. */
export function whyRefused(question: CouponQuestion): CouponRefusal | undefined {
  const { coupon, now } = question
  if (!coupon) return 'couponUnknown'
  if (!coupon.active) return 'couponInactive'
  if (now < coupon.validFrom) return 'couponNotYetValid'
  if (coupon.validTo && now >= coupon.validTo) return 'couponExpired'
  return notForThisOrder(coupon, question) ?? usedUp(coupon, question)
}

function notForThisOrder(coupon: Coupon, { courseId, learnerEmail, priceHalalas }: CouponQuestion) {
  if (coupon.courseIds && !coupon.courseIds.includes(courseId)) return 'couponOtherCourse'
  if (coupon.emailDomain && learnerEmail !== undefined && domainOf(learnerEmail) !== coupon.emailDomain.toLowerCase())
    return 'couponOtherDomain'
  if (coupon.minimumHalalas !== null && priceHalalas < coupon.minimumHalalas) return 'couponMinimum'
  return undefined
}

function usedUp(coupon: Coupon, { use, learnerEmail }: CouponQuestion) {
  const knowsLearner = learnerEmail !== undefined
  if (knowsLearner && coupon.perLearnerLimit !== null && use.byLearner >= coupon.perLearnerLimit)
    return 'couponUsedByLearner'
  if (coupon.totalLimit !== null && use.inAll >= coupon.totalLimit) return 'couponExhausted'
  return undefined
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}
