/** What an order costs. Money is integer halalas from the first step to the last: no fraction ever exists. */
import type { Price } from './order-contract.ts'

export type VatTreatment = 'standard' | 'zero' | 'exempt'

/** Exactly one of the two is set. */
export type Discount = { percent: number | null; amountHalalas: number | null }

/** The rate while the institute has set none of its own. Source: KSA VAT since 2020-07-01. */
export const DEFAULT_VAT_PERCENT = 15

/** The price with its discount taken off and the VAT inside it named: net + VAT is the total, always exactly. */
export function priceOf(
  priceHalalas: number,
  discount: Discount | null,
  treatment: VatTreatment,
  standardRatePercent: number,
): Price {
  const discountHalalas = discount ? discountOf(priceHalalas, discount) : 0
  const totalHalalas = priceHalalas - discountHalalas
  const vatRatePercent = treatment === 'standard' ? standardRatePercent : 0
  const netHalalas = netOf(totalHalalas, vatRatePercent)
  return {
    currency: 'SAR',
    priceHalalas,
    discountHalalas,
    totalHalalas,
    netHalalas,
    vatHalalas: totalHalalas - netHalalas,
    vatRatePercent,
  }
}

/** What comes off the price: a share of it, rounded half up, or a fixed amount; never more than the price itself. */
export function discountOf(priceHalalas: number, { percent, amountHalalas }: Discount): number {
  const wished = percent === null ? (amountHalalas ?? 0) : divideHalfUp(priceHalalas * hundredths(percent), 10_000)
  return Math.min(Math.max(wished, 0), priceHalalas)
}

/** The part of a VAT-inclusive total that is not VAT: total ÷ (1 + rate), rounded half up. */
export function netOf(totalHalalas: number, ratePercent: number): number {
  return divideHalfUp(totalHalalas * 10_000, 10_000 + hundredths(ratePercent))
}

/** A percentage has two decimals at most: `7.5` → 750. */
function hundredths(percent: number): number {
  return Math.round(percent * 100)
}

/** Both whole and not negative; exact as long as twice the dividend is a safe integer. */
function divideHalfUp(dividend: number, divisor: number): number {
  const doubled = 2 * dividend + divisor
  return (doubled - (doubled % (2 * divisor))) / (2 * divisor)
}
