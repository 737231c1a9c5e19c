/** What an order costs. All amounts are integer halalas, also in between: no fractions. */
import type { Price } from '../order-contract.ts'
import type { Vat } from './vat.ts'

/** Exactly one of the two is set, never both. */
export type Discount = { percent: number | null; amountHalalas: number | null }

/** The price less the discount, with the VAT it includes: net + VAT is always exactly the total. */
export function priceOf(
  priceHalalas: number,
  discount: Discount | null,
  { treatment, ratePercent }: Pick<Vat, 'treatment' | 'ratePercent'>,
): Price {
  const discountHalalas = discount ? discountOf(priceHalalas, discount) : 0
  const totalHalalas = priceHalalas - discountHalalas
  const netHalalas = netOf(totalHalalas, ratePercent)
  return {
    currency: 'SAR',
    priceHalalas,
    discountHalalas,
    totalHalalas,
    netHalalas,
    vatHalalas: totalHalalas - netHalalas,
    vatTreatment: treatment,
    vatRatePercent: ratePercent,
  }
}

/** The amount of a discount: a percentage of the price, rounded half up, or a fixed amount; at most the price. */
export function discountOf(priceHalalas: number, { percent, amountHalalas }: Discount): number {
  const nominal = percent === null ? (amountHalalas ?? 0) : divideHalfUp(priceHalalas * hundredths(percent), 10_000)
  return Math.min(Math.max(nominal, 0), priceHalalas)
}

/** The part of a VAT-inclusive total that is not VAT: total ÷ (1 + rate), rounded half up. */
export function netOf(totalHalalas: number, ratePercent: number): number {
  return divideHalfUp(totalHalalas * 10_000, 10_000 + hundredths(ratePercent))
}

/** A percentage has two decimals at most: `7.5` → 750. */
function hundredths(percent: number): number {
  return Math.round(percent * 100)
}

/** Both are non-negative integers; exact as long as twice the dividend is a safe integer. */
function divideHalfUp(dividend: number, divisor: number): number {
  const doubled = 2 * dividend + divisor
  return (doubled - (doubled % (2 * divisor))) / (2 * divisor)
}
