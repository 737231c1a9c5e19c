/** What movements name exactly, beside the orders and purchases that wait for money. */
import type { Database } from '../../platform/database/database.server.ts'
import type { OpenLine } from './matching.ts'
import { knownReferences, type NamedOrder, namedOrders } from './named-order-queries.server.ts'
import { knownQuotes, type NamedQuote, namedQuotes } from './named-quote-queries.server.ts'
import { type OpenPurchase, quotesSpelledIn, referencesSpelledIn } from './purchase-matching.ts'
import type { WaitingOrder } from './queries.server.ts'

export type NamedSales = {
  /** Whether the line names an order or a quote that there is. */
  namesSale: (lineId: number) => boolean
  /** Whether it names one that waits for no money. */
  namesOther: (lineId: number) => boolean
  /** Those that it names, wait for none, or whose money was booked before its movement came. */
  ordersOf: (lineId: number) => NamedOrder[]
  quotesOf: (lineId: number) => NamedQuote[]
}

/** @param shown the lines of which `ordersOf` and `quotesOf` are asked */
export async function namedSales(
  db: Database,
  { shown, compared }: { shown: readonly OpenLine[]; compared: readonly OpenLine[] },
  { orders: waiting, purchases }: { orders: readonly WaitingOrder[]; purchases: readonly OpenPurchase[] },
): Promise<NamedSales> {
  const lines = [...new Map([...compared, ...shown].map((line) => [line.id, line])).values()]
  const references = new Map(lines.map((line) => [line.id, referencesSpelledIn(line)]))
  const known = await knownReferences(db, [...new Set([...references.values()].flat())])
  const numbers = new Map(lines.map((line) => [line.id, quotesSpelledIn(line, (one) => known.has(one))]))
  const quoteIds = await knownQuotes(db, [...new Set([...numbers.values()].flat())])
  const quotesIn = (id: number) => [...new Set((numbers.get(id) ?? []).flatMap((one) => quoteIds.get(one) ?? []))]
  const [orders, quotes] = await Promise.all([
    namedOrders(db, [...new Set(shown.flatMap(({ id }) => references.get(id)!))]),
    namedQuotes(db, [...new Set(shown.flatMap(({ id }) => quotesIn(id)))]),
  ])
  const isWaiting = new Set(waiting.map(({ reference }) => reference))
  const isOwing = new Set(purchases.map(({ quoteId }) => quoteId))
  const orderBy = new Map(
    orders
      .filter(({ reference, bookedHalalas }) => bookedHalalas > 0 || !isWaiting.has(reference))
      .map((order) => [order.reference, order]),
  )
  const quoteBy = new Map(
    quotes
      .filter(({ quoteId, bookedHalalas }) => bookedHalalas > 0 || !isOwing.has(quoteId))
      .map((quote) => [quote.quoteId, quote]),
  )
  return {
    namesSale: (id) => references.get(id)!.some((one) => known.has(one)) || quotesIn(id).length > 0,
    namesOther: (id) =>
      (references.get(id) ?? []).some((one) => known.has(one) && !isWaiting.has(one)) ||
      quotesIn(id).some((one) => !isOwing.has(one)),
    ordersOf: (id) => references.get(id)!.flatMap((one) => orderBy.get(one) ?? []),
    quotesOf: (id) => quotesIn(id).flatMap((one) => quoteBy.get(one) ?? []),
  }
}
