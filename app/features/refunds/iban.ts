/** The length of a Saudi IBAN: SA, two check digits, two of the bank and eighteen of the account. */
const SAUDI = /^SA\d{4}[A-Z0-9]{18}$/
const ANY = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
const MODULUS = 97n

/** Whether an IBAN in capitals and without spaces has a correct checksum. ISO 13616 */
export function isIban(iban: string): boolean {
  if (!(iban.startsWith('SA') ? SAUDI : ANY).test(iban)) return false
  const rearranged = iban.slice(4) + iban.slice(0, 4)
  // A letter counts as two digits, from A = 10 to Z = 35.
  const digits = [...rearranged].map((character) => Number.parseInt(character, 36)).join('')
  return BigInt(digits) % MODULUS === 1n
}
