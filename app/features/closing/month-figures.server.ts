/** What a month comes to, in two ways of adding up, and what is open in it. */
import type { Database } from '../../platform/database/database.server.ts'
import { instantOf, plusDays } from '../../platform/days.ts'
import { vatSums } from '../invoices/invoice-desk.server.ts'
import { waitingMoney } from '../refunds/waiting-money.server.ts'
import { compareCompanies, compareCompanyCards } from './company-queries.server.ts'
import { type Comparison, compared, type Explanation, type Figures, type OpenItem } from './figures.ts'
import { findOpenItems } from './open-queries.server.ts'
import {
  compareMoney,
  compareRefunds,
  compareSales,
  numberRanges,
  type Signed,
  type Span,
  sumMoney,
} from './queries.server.ts'

const MAX_COUNTED = 10_000

/** The days of a month such as `2026-10`. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
  return { from: `${month}-01`, to: plusDays(next, -1) }
}

export function spanOf(month: string): Span {
  const { from, to } = daysOfMonth(month)
  return { from: instantOf(from), until: instantOf(plusDays(to, 1)) }
}

export function monthAfter(month: string): string {
  return plusDays(daysOfMonth(month).to, 1).slice(0, 7)
}

export async function figuresOf(db: Database, month: string): Promise<Figures> {
  const span = spanOf(month)
  const [vat, numbers, money] = [
    await vatSums(db, span.from, span.until),
    await numberRanges(db, span),
    await sumMoney(db, span),
  ]
  return { vat, numbers, money }
}

export async function monthOf(db: Database, month: string, now: Date): Promise<Signed> {
  const figures = await figuresOf(db, month)
  return { figures, comparisons: await comparisonsOf(db, spanOf(month)), open: await openItemsOf(db, month, now) }
}

async function comparisonsOf(db: Database, span: Span): Promise<Comparison[]> {
  const [sales, money, refunds, companies, cards] = [
    await compareSales(db, span),
    await compareMoney(db, span),
    await compareRefunds(db, span),
    await compareCompanies(db, span),
    await compareCompanyCards(db, span),
  ]
  const { documents, orders, paidNotInvoiced, invoicedNotPaid, debited } = sales
  const more = (because: Explanation['because'], { count, halalas }: Omit<Explanation, 'because'>) => ({
    ...{ because, count, halalas },
  })
  const less = (because: Explanation['because'], { count, halalas }: Omit<Explanation, 'because'>) => ({
    ...{ because, count, halalas: -halalas },
  })
  const vatOf = ({ count, vatHalalas }: typeof paidNotInvoiced) => ({ count, halalas: vatHalalas })
  return [
    compared('sales', documents.totalHalalas, orders.totalHalalas, [
      less('paidNotInvoiced', paidNotInvoiced),
      more('invoicedNotPaid', invoicedNotPaid),
      more('debited', debited),
    ]),
    compared('vat', documents.vatHalalas, orders.vatHalalas, [
      less('paidNotInvoiced', vatOf(paidNotInvoiced)),
      more('invoicedNotPaid', vatOf(invoicedNotPaid)),
      more('debited', vatOf(debited)),
    ]),
    compared('money', money.ordersHalalas, money.ledgerHalalas, [
      less('boughtNothing', money.boughtNothing),
      more('paidWithoutMoney', money.paidWithoutMoney),
      less('moneyOfOtherMonth', money.moneyOfOtherMonth),
    ]),
    compared('refunds', refunds.documentsHalalas, refunds.ledgerHalalas, [
      less('refundBoughtNothing', refunds.refundBoughtNothing),
      less('refundNotCredited', refunds.refundNotCredited),
      more('creditedOtherwise', refunds.creditedOtherwise),
      more('creditedToCompanies', refunds.creditedToCompanies),
      more('debitTakenBack', refunds.debitTakenBack),
    ]),
    compared('companies', companies.documentsHalalas, companies.paidHalalas, [
      more('companiesOwe', companies.companiesOwe),
      less('owedToCompanies', companies.owedToCompanies),
    ]),
    compared('companyCards', cards.bookedHalalas, cards.reportedHalalas, [more('bookedByHand', cards.bookedByHand)]),
  ]
}

async function openItemsOf(db: Database, month: string, now: Date): Promise<OpenItem[]> {
  const { until } = spanOf(month)
  const own = await findOpenItems(db, { lastDay: daysOfMonth(month).to, until, now })
  const waiting = await waitingMoney(db, until, MAX_COUNTED)
  const things = [...own, ...(['refunds', 'unconfirmedRefunds', 'unmatchedPayments'] as const).map(of)]
  return things.filter(({ count }) => count > 0)

  function of(what: 'refunds' | 'unconfirmedRefunds' | 'unmatchedPayments'): OpenItem {
    const rows = waiting.filter(({ reason }) =>
      what === 'refunds'
        ? reason !== 'unmatched' && reason !== 'unconfirmed'
        : reason === (what === 'unmatchedPayments' ? 'unmatched' : 'unconfirmed'),
    )
    return { what, count: rows.length, halalas: rows.reduce((sum, { amountHalalas }) => sum + amountHalalas, 0) }
  }
}
