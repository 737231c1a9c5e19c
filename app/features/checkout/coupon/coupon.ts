/** Why a coupon is refused. The checks have a fixed order, so that a coupon is always refused for the same reason. */
import type { ProblemCode } from '../../../api/problem.ts'
import type { Discount } from '../../orders/prices/pricing.ts'

export type Coupon = Discount & {
  id: number
  code: string
  active: boolean
  validFrom: Date
  /** The first instant at which it is no longer valid; null: never. */
  validTo: Date | null
  totalLimit: number | null
  perLearnerLimit: number | null
  minimumHalalas: number | null
  /** Null: every course. */
  courseIds: number[] | null
  emailDomain: string | null
  /** Null: for everybody. */
  companyIds: number[] | null
}

/** How many open and paid orders use the coupon. */
export type CouponUse = { inAll: number; byLearner: number }

export type CouponCheck = {
  coupon: Coupon | undefined
  courseId: number
  priceHalalas: number
  /** Undefined for a guest: conditions on the learner are checked after signing in. */
  learnerEmail: string | undefined
  /** Of one of the coupon's companies; undefined where that is not asked, such as for a guest. */
  isOfCompanies?: boolean | undefined
  use: CouponUse
  now: Date
}

export type CouponRefusal = Extract<ProblemCode, `coupon${string}`>

/** The first reason to refuse the coupon; undefined when it may be used. */
export function whyRefused(check: CouponCheck): CouponRefusal | undefined {
  const { coupon, now } = check
  if (!coupon) return 'couponUnknown'
  if (!coupon.active) return 'couponInactive'
  if (now < coupon.validFrom) return 'couponNotYetValid'
  if (coupon.validTo && now >= coupon.validTo) return 'couponExpired'
  return orderRefusal(coupon, check) ?? limitRefusal(coupon, check)
}

function orderRefusal(coupon: Coupon, { courseId, learnerEmail, isOfCompanies, priceHalalas }: CouponCheck) {
  if (coupon.courseIds && !coupon.courseIds.includes(courseId)) return 'couponOtherCourse'
  if (coupon.emailDomain && learnerEmail !== undefined && domainOf(learnerEmail) !== coupon.emailDomain.toLowerCase())
    return 'couponOtherDomain'
  if (coupon.companyIds && isOfCompanies === false) return 'couponOtherCompany'
  if (coupon.minimumHalalas !== null && priceHalalas < coupon.minimumHalalas) return 'couponMinimum'
  return undefined
}

function limitRefusal(coupon: Coupon, { use, learnerEmail }: CouponCheck) {
  const isLearnerKnown = learnerEmail !== undefined
  if (isLearnerKnown && coupon.perLearnerLimit !== null && use.byLearner >= coupon.perLearnerLimit)
    return 'couponUsedByLearner'
  if (coupon.totalLimit !== null && use.inAll >= coupon.totalLimit) return 'couponExhausted'
  return undefined
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}
