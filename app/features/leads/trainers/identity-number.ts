/** Numbers of Saudi identity cards (they begin with 1) and residence permits (with 2). */

/** Whether it is ten digits of either kind, whatever its check digit. @param number digits only, 0–9 */
export const isLikeIdentityNumber = (number: string) => /^[12]\d{9}$/.test(number)

/** Whether it is such a number with the right check digit. @param number digits only, 0–9 */
export function isIdentityNumber(number: string): boolean {
  if (!isLikeIdentityNumber(number)) return false
  // Luhn: every other digit from the first is doubled, and a double counts the sum of its digits.
  const sum = [...number].reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

export const isOfNational = (number: string) => number.startsWith('1')
