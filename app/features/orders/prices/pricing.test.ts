import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { discountOf, netOf, priceOf } from './pricing.ts'
import type { VatTreatment } from './vat.ts'

const halalas = fc.integer({ min: 0, max: 1_000_000_00 })
const percent = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100)
const discount = fc.oneof(
  percent.map((share) => ({ percent: share, amountHalalas: null })),
  fc.integer({ min: 1, max: 2_000_000_00 }).map((amountHalalas) => ({ percent: null, amountHalalas })),
  fc.constant(null),
)
const vatRate = fc.oneof(
  percent.map((ratePercent) => ({ treatment: 'standard' as VatTreatment, ratePercent })),
  fc.constantFrom<VatTreatment>('zero', 'exempt', 'none').map((treatment) => ({ treatment, ratePercent: 0 })),
)
const STANDARD = { treatment: 'standard', ratePercent: 15 } as const
const EXEMPT = { treatment: 'exempt', ratePercent: 0 } as const

describe('a price', () => {
  it('is integer halalas that add up for every discount and rate', () => {
    fc.assert(
      fc.property(halalas, discount, vatRate, (price, coupon, vat) => {
        const result = priceOf(price, coupon, vat)
        expect(Object.values(result).every((value) => typeof value === 'string' || Number.isFinite(value))).toBe(true)
        for (const part of [result.discountHalalas, result.totalHalalas, result.netHalalas, result.vatHalalas])
          expect(Number.isInteger(part) && part >= 0).toBe(true)
        expect(result.priceHalalas - result.discountHalalas).toBe(result.totalHalalas)
        expect(result.netHalalas + result.vatHalalas).toBe(result.totalHalalas)
      }),
    )
  })

  it('has the same total whether the discount or the VAT is calculated first', () => {
    fc.assert(
      fc.property(halalas, discount, vatRate, (price, coupon, vat) => {
        const full = priceOf(price, coupon, vat)
        const discounted = priceOf(price, coupon, EXEMPT)
        const split = priceOf(discounted.totalHalalas, null, vat)
        expect(full.totalHalalas).toBe(discounted.totalHalalas)
        expect([full.netHalalas, full.vatHalalas]).toEqual([split.netHalalas, split.vatHalalas])
      }),
    )
  })

  it('is never higher with a coupon, and never lower for a more expensive course with the same percentage', () => {
    fc.assert(
      fc.property(halalas, halalas, percent, (one, other, share) => {
        const total = (price: number) => priceOf(price, { percent: share, amountHalalas: null }, STANDARD).totalHalalas
        expect(total(one)).toBeLessThanOrEqual(one)
        expect(total(Math.max(one, other))).toBeGreaterThanOrEqual(total(Math.min(one, other)))
      }),
    )
  })

  it('has VAT within one halala of the rate on the net amount', () => {
    fc.assert(
      fc.property(halalas, percent, (total, rate) => {
        const net = BigInt(netOf(total, rate))
        const hundredths = BigInt(Math.round(rate * 100))
        const off = (BigInt(total) - net) * 10_000n - net * hundredths
        expect(off <= 10_000n && off >= -10_000n).toBe(true)
      }),
    )
  })

  it('rounds the net half up to the halala', () => {
    fc.assert(
      fc.property(halalas, percent, (total, rate) => {
        const divisor = 10_000n + BigInt(Math.round(rate * 100))
        const dividend = BigInt(total) * 10_000n
        expect(BigInt(netOf(total, rate))).toBe((2n * dividend + divisor) / (2n * divisor))
      }),
    )
  })

  it.each([
    [1_000_00, 869_57, 130_43],
    [1_150_00, 1_000_00, 150_00],
    [10_00, 8_70, 1_30],
    [1, 1, 0],
    [0, 0, 0],
  ])('of %i halalas without a discount is %i net and %i VAT', (total, net, vat) => {
    expect(priceOf(total, null, STANDARD)).toMatchObject({
      totalHalalas: total,
      netHalalas: net,
      vatHalalas: vat,
    })
  })
})

describe('a discount', () => {
  it('is never negative nor more than the price', () => {
    fc.assert(
      fc.property(halalas, discount, (price, coupon) => {
        const off = coupon ? discountOf(price, coupon) : 0
        expect(off).toBeGreaterThanOrEqual(0)
        expect(off).toBeLessThanOrEqual(price)
      }),
    )
  })

  it.each([
    ['10 % of 999.95', 999_95, { percent: 10, amountHalalas: null }, 100_00],
    ['12.5 % of 0.04', 4, { percent: 12.5, amountHalalas: null }, 1],
    ['33.33 % of 1,000', 1_000_00, { percent: 33.33, amountHalalas: null }, 333_30],
    ['100 %', 1_234_56, { percent: 100, amountHalalas: null }, 1_234_56],
    ['200 off 150', 150_00, { percent: null, amountHalalas: 200_00 }, 150_00],
    ['200 off 1,500', 1_500_00, { percent: null, amountHalalas: 200_00 }, 200_00],
  ])('%s is exact', (_name, price, coupon, expected) => {
    expect(discountOf(price, coupon)).toBe(expected)
  })
})
