import { foldDigits } from '../locales/digits.ts'

/** Groups of three digits, so that a comma before halalas («649,50») is not taken for one of thousands. */
const AMOUNT = /^(?:\d{1,8}|\d{1,3}(?:[,٬ ]\d{3}){1,2})(?:[.٫]\d{1,2})?$/

/**
 * An amount in riyals as typed, in halalas: Arabic digits, separators of thousands and up to two decimals. Undefined when
 * nothing was typed; NaN for what is no amount, which the call refuses at its field.
 */
export function halalasIn(text: FormDataEntryValue | null): number | undefined {
  const typed = typeof text === 'string' ? foldDigits(text).trim().replace(/\s/g, ' ') : ''
  if (typed === '') return undefined
  if (!AMOUNT.test(typed)) return Number.NaN
  return Math.round(Number(typed.replace(/[,٬ ]/g, '').replace('٫', '.')) * 100)
}

/** For a field of `halalasIn`: `1150.50`, and `1150` without halalas. */
export function riyalsOf(halalas: number): string {
  return halalas % 100 === 0 ? String(halalas / 100) : (halalas / 100).toFixed(2)
}
