/** Which purchases of companies a movement of the bank account may pay. A person decides. */
import { foldDigits } from '../../locales/digits.ts'
import { type MatchReason, type OpenLine, type OpenOrder, type Proposal, proposalsFor } from './matching.ts'
import { spelledQuotes, spelledReferences } from './numbers-in-text.ts'

export type OpenPurchase = {
  quoteId: number
  number: string
  /** Of its invoice and debit notes. */
  invoices: string[]
  dueHalalas: number
  companyId: number
  companyNames: string[]
}

export type PurchaseProposal = { lineIds: number[]; quoteIds: number[]; reasons: MatchReason[] }

/** Orders and quotes are numbered alike within a year: a number that is spelled out belongs to one of them only. */
const NUMBERS = {
  order: /\bM[\s/.-]*\d{4}[\s/.-]*\d{6}\b/gi,
  quote: /\b(?:QT|INV)[\s/.-]*(?:\d{4}[\s/.-]*)?\d{6}\b/gi,
}
const without = (kind: keyof typeof NUMBERS, line: OpenLine): OpenLine => ({
  ...line,
  description: foldDigits(line.description).replace(NUMBERS[kind], ' '),
})

type Proposals = { ofOrders: Proposal[]; ofPurchases: PurchaseProposal[] }

const textOf = ({ description, payerName }: OpenLine) => `${description} ${payerName}`

/** The numbers of orders that a line spells out, whether there are such orders or not. */
export const referencesSpelledIn = (line: OpenLine): string[] => spelledReferences(textOf(without('quote', line)))

/**
 * The numbers of quotes, or of their invoices, that a line spells out, whether there are such quotes or not.
 * @param isOrder whether an order has this number
 */
export function quotesSpelledIn(line: OpenLine, isOrder: (reference: string) => boolean): string[] {
  const ofQuotes = without('order', line)
  return spelledQuotes(textOf(ofQuotes), textOf(without('quote', ofQuotes)), isOrder)
}

/**
 * What is open is read once, and then compared with each line of a page.
 * @param namesOther whether the line with this id names an order or a quote exactly that is not among these
 */
export function proposalsAmong(
  lines: readonly OpenLine[],
  { orders, purchases }: { orders: readonly OpenOrder[]; purchases: readonly OpenPurchase[] },
  namesOther: (lineId: number) => boolean = () => false,
): (line: OpenLine) => Proposals {
  const others = (kind: keyof typeof NUMBERS) => lines.map((one) => without(kind, one))
  const [ofOrders, ofPurchases] = [others('quote'), others('order')]
  const payables = purchases.map(payable)
  return (line) =>
    withoutGuesses(
      proposalsFor(without('quote', line), ofOrders, orders, namesOther),
      proposalsFor(without('order', line), ofPurchases, payables, namesOther),
    )
}

/** An equal amount alone is no proposal when an order and a purchase have it. */
function withoutGuesses(ofOrders: Proposal[], ofPurchases: Proposal[]): Proposals {
  const isGuess = ({ reasons }: Proposal) => reasons.length === 1 && reasons[0] === 'amount'
  const areGuesses = ofOrders.some(isGuess) && ofPurchases.some(isGuess)
  const keep = (proposal: Proposal) => !areGuesses || !isGuess(proposal)
  return {
    ofOrders: ofOrders.filter(keep),
    ofPurchases: ofPurchases
      .filter(keep)
      .map(({ lineIds, orderIds, reasons }) => ({ lineIds, quoteIds: orderIds.map(Number), reasons })),
  }
}

const payable = ({ quoteId, number, invoices, dueHalalas, companyId, companyNames }: OpenPurchase): OpenOrder => ({
  ...{ id: String(quoteId), reference: number, missingHalalas: dueHalalas, learnerId: companyId },
  ...{ learnerName: companyNames[0] ?? '', aliases: { references: invoices, names: companyNames.slice(1) } },
})
