/** Converts ٠–٩ and ۰–۹ to 0–9: for codes, phones, ids, amounts, years, coupons and dates; never for passwords. */
export function foldDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
}
