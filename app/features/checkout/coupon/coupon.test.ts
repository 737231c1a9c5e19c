import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../platform/durations.ts'
import { type Coupon, type CouponCheck, whyRefused } from './coupon.ts'

const now = new Date('2026-11-20T12:00:00Z')
const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)

const good: Coupon = {
  id: 1,
  code: 'GOOD',
  percent: 10,
  amountHalalas: null,
  active: true,
  validFrom: at(-1),
  validTo: null,
  totalLimit: null,
  perLearnerLimit: null,
  minimumHalalas: null,
  courseIds: null,
  emailDomain: null,
  companyIds: null,
}
const check: CouponCheck = {
  coupon: good,
  courseId: 7,
  priceHalalas: 100_00,
  learnerEmail: 'sara@company.example',
  use: { inAll: 0, byLearner: 0 },
  now,
}
const refusalOf = (coupon: Partial<Coupon>, other: Partial<CouponCheck> = {}) =>
  whyRefused({ ...check, ...other, coupon: { ...good, ...coupon } })

describe('a coupon', () => {
  it('is accepted when all conditions are met', () => {
    expect(whyRefused(check)).toBeUndefined()
  })

  it.each<[string, Partial<Coupon>, Partial<CouponCheck>, string]>([
    ['paused', { active: false }, {}, 'couponInactive'],
    ['not yet valid', { validFrom: at(1) }, {}, 'couponNotYetValid'],
    ['expired at this very instant', { validTo: now }, {}, 'couponExpired'],
    ['for other courses', { courseIds: [8, 9] }, {}, 'couponOtherCourse'],
    ['for another company', { emailDomain: 'other.example' }, {}, 'couponOtherDomain'],
    ['for a company whose domain only has the same ending', { emailDomain: 'any.example' }, {}, 'couponOtherDomain'],
    ['for larger orders', { minimumHalalas: 100_01 }, {}, 'couponMinimum'],
    ['used by this learner', { perLearnerLimit: 2 }, { use: { inAll: 2, byLearner: 2 } }, 'couponUsedByLearner'],
    ['used up', { totalLimit: 5 }, { use: { inAll: 5, byLearner: 0 } }, 'couponExhausted'],
  ])('that is %s is refused', (_name, coupon, other, code) => {
    expect(refusalOf(coupon, other)).toBe(code)
  })

  it('that does not exist is refused', () => {
    expect(whyRefused({ ...check, coupon: undefined })).toBe('couponUnknown')
  })

  it.each<[string, Partial<Coupon>, Partial<CouponCheck>]>([
    ['from its first instant', { validFrom: now }, {}],
    ['until just before its end', { validTo: at(1) }, {}],
    ['for its course', { courseIds: [7] }, {}],
    ['for its company, in upper or lower case', { emailDomain: 'Company.example' }, {}],
    ['for an order of exactly its minimum', { minimumHalalas: 100_00 }, {}],
    ['for its last use', { totalLimit: 5 }, { use: { inAll: 4, byLearner: 0 } }],
    ['for the last use of a learner', { perLearnerLimit: 2 }, { use: { inAll: 9, byLearner: 1 } }],
  ])('is valid %s', (_name, coupon, other) => {
    expect(refusalOf(coupon, other)).toBeUndefined()
  })

  it('is not refused to a guest for conditions on the learner', () => {
    const guest = { learnerEmail: undefined, use: { inAll: 1, byLearner: 0 } }
    expect(refusalOf({ emailDomain: 'other.example', perLearnerLimit: 1 }, guest)).toBeUndefined()
    expect(refusalOf({ totalLimit: 1 }, guest)).toBe('couponExhausted')
  })

  it('is always refused for the first of several reasons', () => {
    const wrong = { validTo: at(-1), courseIds: [8], minimumHalalas: 500_00, totalLimit: 1 }
    expect(refusalOf({ ...wrong, active: false }, { use: { inAll: 9, byLearner: 9 } })).toBe('couponInactive')
    expect(refusalOf(wrong)).toBe('couponExpired')
    expect(refusalOf({ ...wrong, validTo: null })).toBe('couponOtherCourse')
  })

  it('is accepted exactly when all of its conditions are met', () => {
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
    const conditions = fc.record({
      active: fc.boolean(),
      validFrom: fc.integer({ min: -2, max: 1 }).map(at),
      validTo: maybe(fc.integer({ min: -1, max: 2 }).map(at)),
      totalLimit: maybe(fc.integer({ min: 1, max: 3 })),
      perLearnerLimit: maybe(fc.integer({ min: 1, max: 2 })),
      minimumHalalas: maybe(fc.constantFrom(99_99, 100_00, 100_01)),
      courseIds: maybe(fc.constantFrom<number[]>([7], [8], [7, 8])),
      emailDomain: maybe(fc.constantFrom('company.example', 'Company.Example', 'other.example')),
    })
    const uses = fc.record({ inAll: fc.nat(3), byLearner: fc.nat(2) })
    fc.assert(
      fc.property(conditions, uses, (coupon, use) => {
        const conditionsMet = [
          coupon.active,
          coupon.validFrom <= now,
          coupon.validTo === null || now < coupon.validTo,
          coupon.totalLimit === null || use.inAll < coupon.totalLimit,
          coupon.perLearnerLimit === null || use.byLearner < coupon.perLearnerLimit,
          coupon.minimumHalalas === null || coupon.minimumHalalas <= check.priceHalalas,
          coupon.courseIds === null || coupon.courseIds.includes(check.courseId),
          coupon.emailDomain === null || coupon.emailDomain.toLowerCase() === 'company.example',
        ]
        expect(refusalOf(coupon, { use }) === undefined).toBe(conditionsMet.every(Boolean))
      }),
      { numRuns: 2000 },
    )
  })
})
