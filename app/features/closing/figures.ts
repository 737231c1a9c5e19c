/** The figures of a month, and the two ways of adding them up. */

export type DocumentSum = {
  kind: string
  treatment: 'standard' | 'zero' | 'exempt' | 'none'
  ratePercent: number
  documents: number
  netHalalas: number
  vatHalalas: number
  totalHalalas: number
}
export type NumberRange = { kind: string; first: string; last: string; count: number }
export type MoneySum = {
  provider: string
  currency: string
  payments: number
  inHalalas: number
  refunds: number
  backHalalas: number
}

/** What is signed off. */
export type Figures = { vat: DocumentSum[]; numbers: NumberRange[]; money: MoneySum[] }

/**
 * Sales and their VAT by documents and by orders; money in by orders and the ledger; money back by credit notes and the
 * ledger; of companies their documents and what they have paid, up to the month's end; their card payments as booked and
 * as the provider reports them.
 */
export const COMPARISONS = ['sales', 'vat', 'money', 'refunds', 'companies', 'companyCards'] as const

export const EXPLANATIONS = [
  'paidNotInvoiced',
  'invoicedNotPaid',
  'debited',
  'boughtNothing',
  'paidWithoutMoney',
  'moneyOfOtherMonth',
  'refundBoughtNothing',
  'refundNotCredited',
  'creditedOtherwise',
  'creditedToCompanies',
  'debitTakenBack',
  'companiesOwe',
  'owedToCompanies',
  'bookedByHand',
] as const

export type Explanation = { because: (typeof EXPLANATIONS)[number]; count: number; halalas: number }

export type Comparison = {
  of: (typeof COMPARISONS)[number]
  documentsHalalas: number
  booksHalalas: number
  explained: Explanation[]
  differenceHalalas: number
}

/** What should be done before a month is closed. */
export const OPEN_ITEMS = [
  'transfers',
  'bankLines',
  'refunds',
  'unconfirmedRefunds',
  'unmatchedPayments',
  'withoutInvoice',
  'withoutCreditNote',
  'purchasesOverdue',
  'owedToCompanies',
  'purchaseRefunds',
  'chargebacks',
  'payoutsNotArrived',
  'payoutLinesUnknown',
  'eInvoicesWaiting',
] as const

export type OpenItem = { what: (typeof OPEN_ITEMS)[number]; count: number; halalas: number }

/** Whoever closes the month accepts it by name. What the tax authority has not answered changes nothing in the books. */
export const isToAccept = ({ what }: { what: string }): boolean => what !== 'eInvoicesWaiting'

export const FIGURES = ['documents', 'net', 'vat', 'total', 'numbers', 'moneyIn', 'moneyBack'] as const
export type Figure = (typeof FIGURES)[number]

export type MonthTotal = {
  documents: number
  netHalalas: number
  vatHalalas: number
  totalHalalas: number
  inHalalas: number
  backHalalas: number
}

/** Credit notes are taken off. */
export const signOf = (kind: string) => (kind === 'credit-note' ? -1 : 1)

export function totalOf({ vat, numbers, money }: Figures): MonthTotal {
  const add = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0)
  return {
    documents: add(numbers, ({ count }) => count),
    netHalalas: add(vat, ({ kind, netHalalas }) => signOf(kind) * netHalalas),
    vatHalalas: add(vat, ({ kind, vatHalalas }) => signOf(kind) * vatHalalas),
    totalHalalas: add(vat, ({ kind, totalHalalas }) => signOf(kind) * totalHalalas),
    inHalalas: add(money, ({ inHalalas }) => inHalalas),
    backHalalas: add(money, ({ backHalalas }) => backHalalas),
  }
}

/** What is different now: the totals, or, where they are equal, what they are made of. */
export function changesOf(signed: Figures, now: Figures): { figure: Figure; signed: number; now: number }[] {
  const [before, after] = [totalOf(signed), totalOf(now)]
  const totals = (
    [
      ['documents', 'documents'],
      ['net', 'netHalalas'],
      ['vat', 'vatHalalas'],
      ['total', 'totalHalalas'],
      ['moneyIn', 'inHalalas'],
      ['moneyBack', 'backHalalas'],
    ] as const
  )
    .map(([figure, name]) => ({ figure, signed: before[name], now: after[name] }))
    .filter((change) => change.signed !== change.now)
  const isSame = JSON.stringify(sorted(signed)) === JSON.stringify(sorted(now))
  return totals.length > 0 || isSame ? totals : [{ figure: 'numbers', signed: before.documents, now: after.documents }]
}

/** In one order of rows and fields, as jsonb keeps the order of neither. */
function sorted({ vat, numbers, money }: Figures): string[][] {
  const lines = (rows: readonly object[]) =>
    rows.map((row) => JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)))).sort()
  return [lines(vat), lines(numbers), lines(money)]
}

export function compared(
  of: Comparison['of'],
  documentsHalalas: number,
  booksHalalas: number,
  explanations: readonly Explanation[],
): Comparison {
  const explained = explanations.filter(({ count }) => count > 0)
  const sum = explained.reduce((all, { halalas }) => all + halalas, 0)
  return { of, documentsHalalas, booksHalalas, explained, differenceHalalas: documentsHalalas - booksHalalas - sum }
}
