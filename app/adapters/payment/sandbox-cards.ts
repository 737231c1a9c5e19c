/** The sandbox's test cards, and what makes a card form acceptable. */
import { foldDigits } from '../../locales/digits.ts'

/** What the sandbox does with a card. */
export type CardOutcome = 'paid' | 'insufficient-funds' | 'challenge' | 'paid-told-late' | 'paid-told-twice'

export const TEST_CARDS: { number: string; outcome: CardOutcome }[] = [
  { number: '4111111111111111', outcome: 'paid' },
  { number: '4000000000000002', outcome: 'insufficient-funds' },
  { number: '4000000000003220', outcome: 'challenge' },
  { number: '4000000000000341', outcome: 'paid-told-late' },
  { number: '4000000000000259', outcome: 'paid-told-twice' },
]

export type CardForm = { number: string; expiry: string; cvc: string }
export type CardField = keyof CardForm
export type CardMistake = 'required' | 'number' | 'unknown' | 'expiry' | 'expired' | 'cvc'
export type ReadCard =
  | { outcome: CardOutcome; lastFour: string }
  | { mistakes: Partial<Record<CardField, CardMistake>> }

/** Reads what was typed, Arabic digits included. Only the listed cards are taken: no real one belongs here. */
export function readCard(form: CardForm, now: Date): ReadCard {
  const number = foldDigits(form.number).replace(/[\s-]/g, '')
  const known = TEST_CARDS.find((card) => card.number === number)
  const mistakes: Partial<Record<CardField, CardMistake>> = {}
  if (!known) mistakes.number = mistakeOfNumber(number)
  const expiry = mistakeOfExpiry(foldDigits(form.expiry).trim(), now)
  if (expiry) mistakes.expiry = expiry
  const cvc = foldDigits(form.cvc).trim()
  if (!/^\d{3,4}$/.test(cvc)) mistakes.cvc = cvc === '' ? 'required' : 'cvc'
  if (!known || Object.keys(mistakes).length > 0) return { mistakes }
  return { outcome: known.outcome, lastFour: number.slice(-4) }
}

function mistakeOfNumber(number: string): CardMistake {
  if (number === '') return 'required'
  return /^\d{13,19}$/.test(number) && passesLuhn(number) ? 'unknown' : 'number'
}

/** A card is good to the end of its month, as it is in Riyadh. */
function mistakeOfExpiry(expiry: string, now: Date): CardMistake | undefined {
  if (expiry === '') return 'required'
  const [, month, year] = /^(\d{1,2})\s*[/-]\s*(?:20)?(\d{2})$/.exec(expiry) ?? []
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return 'expiry'
  const end = Date.UTC(2000 + Number(year), Number(month)) - 3 * 3_600_000
  return end <= now.getTime() ? 'expired' : undefined
}

/** The check digit of card numbers. Source: ISO/IEC 7812-1, annex B. */
export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** `4111111111111111` → `4111 1111 1111 1111`. */
export function inGroups(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** An expiry that is good next year, to fill in beside a test card. */
export function goodExpiry(now: Date): string {
  return `12/${String((now.getUTCFullYear() + 1) % 100).padStart(2, '0')}`
}
