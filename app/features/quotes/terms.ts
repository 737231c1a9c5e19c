/** What holds for a quote unless staff set it otherwise. */

/** How many days a new quote can be accepted. */
export const VALID_DAYS = 30
/** Until how many days after its invoice a company pays. */
export const PAYMENT_DAYS = 30
/** Until how many days before the start a company may give unused seats back. */
export const WITHDRAWAL_DAYS = 7

export const MAX_SEATS = 1000
export const MAX_LINES = 30
/** Of a quote: what an integer of the database holds, with room for VAT. */
export const MAX_TOTAL_HALALAS = 2_000_000_000

export const QUOTE_STATES = ['draft', 'sent', 'accepted', 'declined', 'withdrawn'] as const
export type QuoteState = (typeof QUOTE_STATES)[number]

export const QUOTE_SORTS = ['newest', 'oldest', 'ending'] as const
export type QuoteSort = (typeof QUOTE_SORTS)[number]

/** What a company owes of a purchase, what of that is late, or what it has paid too much. */
export const BALANCES = ['due', 'late', 'credit'] as const
export type Balance = (typeof BALANCES)[number]

/** `expired`: it was sent, and the last day on which it could be accepted is over. */
export type ShownState = QuoteState | 'expired'
export const SHOWN_STATES = [...QUOTE_STATES, 'expired'] as const satisfies readonly ShownState[]

/** @param today in Riyadh, as `2026-05-31` */
export function shownState(
  { state, validUntil }: { state: QuoteState; validUntil: string },
  today: string,
): ShownState {
  return state === 'sent' && validUntil < today ? 'expired' : state
}
