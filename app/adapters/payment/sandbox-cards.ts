/** The sandbox's test cards, and the validation of the card form. */
import { foldDigits } from '../../locales/digits.ts'
import { HOUR_MS } from '../../platform/durations.ts'

/** How the sandbox behaves for a card. */
export type CardRule = {
  becomes: 'paid' | 'failed' | 'challenge'
  /** Why the bank declines the card. */
  reason?: string
  /** How many times the webhook is sent; once by default. */
  webhooks?: 0 | 2
  /** The webhook is delayed, and fetching the payment shows it as open until then. */
  webhookLate?: true
  /** The browser is redirected only after the shop has received the webhook and fetched the payment. */
  webhookFirst?: true
  /** The browser is not redirected to the shop. */
  returnLost?: true
  refusesRefunds?: true
}

type Card = { number: string; group: CardGroup; rule: CardRule }

export const CARD_GROUPS = ['paid', 'refused', 'checked', 'told', 'refunds'] as const
export type CardGroup = (typeof CARD_GROUPS)[number]

const CARDS = {
  paid: { number: '4111111111111111', group: 'paid', rule: { becomes: 'paid' } },
  'paid-mastercard': { number: '5555555555550004', group: 'paid', rule: { becomes: 'paid' } },
  'insufficient-funds': {
    number: '4000000000000002',
    group: 'refused',
    rule: { becomes: 'failed', reason: 'insufficient-funds' },
  },
  declined: { number: '4000000000000119', group: 'refused', rule: { becomes: 'failed', reason: 'declined' } },
  'card-expired': { number: '4000000000000069', group: 'refused', rule: { becomes: 'failed', reason: 'card-expired' } },
  'card-blocked': { number: '4000000000009979', group: 'refused', rule: { becomes: 'failed', reason: 'card-blocked' } },
  'over-limit': { number: '4000000000006975', group: 'refused', rule: { becomes: 'failed', reason: 'over-limit' } },
  challenge: { number: '4000000000003220', group: 'checked', rule: { becomes: 'challenge' } },
  'told-late': { number: '4000000000000341', group: 'told', rule: { becomes: 'paid', webhookLate: true } },
  'told-twice': { number: '4000000000000259', group: 'told', rule: { becomes: 'paid', webhooks: 2 } },
  'told-first': { number: '4000000000000416', group: 'told', rule: { becomes: 'paid', webhookFirst: true } },
  'told-never': { number: '4000000000000705', group: 'told', rule: { becomes: 'paid', webhooks: 0 } },
  'return-lost': { number: '4000000000000804', group: 'told', rule: { becomes: 'paid', returnLost: true } },
  'refund-refused': { number: '4000000000000903', group: 'refunds', rule: { becomes: 'paid', refusesRefunds: true } },
} as const satisfies Record<string, Card>

export type CardName = keyof typeof CARDS
export type TestCard = Card & { name: CardName }

export const TEST_CARDS: readonly TestCard[] = Object.entries(CARDS).map(([name, card]) => ({
  ...card,
  name: name as CardName,
}))

/** The rule of a payment's card; undefined for a missing or unknown one. */
export function ruleOf(card: string | null): CardRule | undefined {
  return TEST_CARDS.find(({ name }) => name === card)?.rule
}

export type CardForm = { number: string; expiry: string; cvc: string }
export type CardField = keyof CardForm
export type CardMistake = 'required' | 'number' | 'unknown' | 'expiry' | 'expired' | 'cvc'
export type CardMistakes = Partial<Record<CardField, CardMistake>>

/** Validates the card form, also with Arabic digits. Only the test cards are accepted, so that nobody uses a real one. */
export function readCard(form: CardForm, now: Date): { card: TestCard } | { mistakes: CardMistakes } {
  const number = foldDigits(form.number).replace(/[\s-]/g, '')
  const card = TEST_CARDS.find((known) => known.number === number)
  const mistakes: CardMistakes = {}
  if (!card) mistakes.number = mistakeOfNumber(number)
  const expiry = mistakeOfExpiry(foldDigits(form.expiry).trim(), now)
  if (expiry) mistakes.expiry = expiry
  const cvc = foldDigits(form.cvc).trim()
  if (!/^\d{3,4}$/.test(cvc)) mistakes.cvc = cvc === '' ? 'required' : 'cvc'
  return card && Object.keys(mistakes).length === 0 ? { card } : { mistakes }
}

function mistakeOfNumber(number: string): CardMistake {
  if (number === '') return 'required'
  return /^\d{13,19}$/.test(number) && passesLuhn(number) ? 'unknown' : 'number'
}

/** A card is valid until the end of its month in Riyadh. Numeric keypads have no slash, so `1229` is accepted, too. */
function mistakeOfExpiry(expiry: string, now: Date): CardMistake | undefined {
  if (expiry === '') return 'required'
  const [, month, year] =
    /^(\d{1,2})\s*[/-]\s*(?:20)?(\d{2})$|^(\d{2})(?:20)?(\d{2})$/.exec(expiry)?.filter(Boolean) ?? []
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return 'expiry'
  const end = Date.UTC(2000 + Number(year), Number(month)) - 3 * HOUR_MS
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

/** The values that fill the form for a test card. */
export function formFor(card: TestCard, now: Date): CardForm {
  const nextYear = String((now.getUTCFullYear() + 1) % 100).padStart(2, '0')
  return { number: inGroups(card.number), expiry: `12/${nextYear}`, cvc: '123' }
}
