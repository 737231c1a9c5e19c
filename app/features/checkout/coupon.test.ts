import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../platform/durations.ts'
import { type Coupon, type CouponQuestion, whyRefused } from './coupon.ts'

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
}
const question: CouponQuestion = {
  coupon: good,
  courseId: 7,
  priceHalalas: 100_00,
  learnerEmail: 'sara@company.example',
  use: { inAll: 0, byLearner: 0 },
  now,
}
const refused = (coupon: Partial<Coupon>, other: Partial<CouponQuestion> = {}) =>
  whyRefused({ ...question, ...other, coupon: { ...good, ...coupon } })

describe('a coupon', () => {
  it('is taken when nothing speaks against it', () => {
    expect(whyRefused(question)).toBeUndefined()
  })

  it.each<[string, Partial<Coupon>, Partial<CouponQuestion>, string]>([
    ['paused', { active: false }, {}, 'couponInactive'],
    ['not yet valid', { validFrom: at(1) }, {}, 'couponNotYetValid'],
    ['expired at this very instant', { validTo: now }, {}, 'couponExpired'],
    ['for other courses', { courseIds: [8, 9] }, {}, 'couponOtherCourse'],
    ['for another company', { emailDomain: 'other.example' }, {}, 'couponOtherDomain'],
    ['for a company whose name only ends alike', { emailDomain: 'any.example' }, {}, 'couponOtherDomain'],
    ['for larger orders', { minimumHalalas: 100_01 }, {}, 'couponMinimum'],
    ['used by this learner', { perLearnerLimit: 2 }, { use: { inAll: 2, byLearner: 2 } }, 'couponUsedByLearner'],
    ['used up', { totalLimit: 5 }, { use: { inAll: 5, byLearner: 0 } }, 'couponExhausted'],
  ])('that is %s is refused', (_name, coupon, other, code) => {
    expect(refused(coupon, other)).toBe(code)
  })

  it('that nobody knows is refused', () => {
    expect(whyRefused({ ...question, coupon: undefined })).toBe('couponUnknown')
  })

  it.each<[string, Partial<Coupon>, Partial<CouponQuestion>]>([
    ['from its first instant', { validFrom: now }, {}],
    ['until just before its end', { validTo: at(1) }, {}],
    ['for its course', { courseIds: [7] }, {}],
    ['for its company, however the address is written', { emailDomain: 'Company.example' }, {}],
    ['for an order of exactly its minimum', { minimumHalalas: 100_00 }, {}],
    ['for its last use', { totalLimit: 5 }, { use: { inAll: 4, byLearner: 0 } }],
    ['for the last use of a learner', { perLearnerLimit: 2 }, { use: { inAll: 9, byLearner: 1 } }],
  ])('is good %s', (_name, coupon, other) => {
    expect(refused(coupon, other)).toBeUndefined()
  })

  it('is not refused a guest for what depends on the learner', () => {
    const guest = { learnerEmail: undefined, use: { inAll: 1, byLearner: 0 } }
    expect(refused({ emailDomain: 'other.example', perLearnerLimit: 1 }, guest)).toBeUndefined()
    expect(refused({ totalLimit: 1 }, guest)).toBe('couponExhausted')
  })

  it('says the first of several reasons, always the same', () => {
    const wrong = { validTo: at(-1), courseIds: [8], minimumHalalas: 500_00, totalLimit: 1 }
    expect(refused({ ...wrong, active: false }, { use: { inAll: 9, byLearner: 9 } })).toBe('couponInactive')
    expect(refused(wrong)).toBe('couponExpired')
    expect(refused({ ...wrong, validTo: null })).toBe('couponOtherCourse')
  })

  it('is taken exactly when each of its conditions holds, whatever the others are', () => {
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
        const held = [
          coupon.active,
          coupon.validFrom <= now,
          coupon.validTo === null || now < coupon.validTo,
          coupon.totalLimit === null || use.inAll < coupon.totalLimit,
          coupon.perLearnerLimit === null || use.byLearner < coupon.perLearnerLimit,
          coupon.minimumHalalas === null || coupon.minimumHalalas <= question.priceHalalas,
          coupon.courseIds === null || coupon.courseIds.includes(question.courseId),
          coupon.emailDomain === null || coupon.emailDomain.toLowerCase() === 'company.example',
        ]
        expect(refused(coupon, { use }) === undefined).toBe(held.every(Boolean))
      }),
      { numRuns: 2000 },
    )
  })
})
