import { foldDigits } from '../locales/digits.ts'

/**
 * An amount in riyals as typed, in halalas: Arabic digits, separators of thousands and up to two decimals. Undefined when
 * nothing was typed; NaN for what is no amount, which the call refuses at its field.
 */
export function halalasIn(text: FormDataEntryValue | null): number | undefined {
  const typed =
    typeof text === 'string'
      ? foldDigits(text)
          .replace(/[\s,٬]/g, '')
          .replace('٫', '.')
      : ''
  if (typed === '') return undefined
  if (!/^\d{1,8}(?:\.\d{1,2})?$/.test(typed)) return Number.NaN
  return Math.round(Number(typed) * 100)
}

/** For a field of `halalasIn`: `1150.50`, and `1150` without halalas. */
export function riyalsOf(halalas: number): string {
  return halalas % 100 === 0 ? String(halalas / 100) : (halalas / 100).toFixed(2)
}
