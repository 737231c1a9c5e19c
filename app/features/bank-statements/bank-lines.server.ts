/** The movements of the bank account with what they may pay. */
import { z } from 'zod'
import { cursorPage, placeOf } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import { UNDO_MS } from '../audit/undo.server.ts'
import { bookedMoney } from './booked-money.server.ts'
import type { BookedSale } from './booked-queries.server.ts'
import type { BankLine, bankStatementsEndpoints } from './contract.ts'
import { readableWords } from './formats/sub-fields.ts'
import type { NamedOrder } from './named-order-queries.server.ts'
import type { NamedQuote } from './named-quote-queries.server.ts'
import { namedSales } from './named-sales.server.ts'
import { proposalsAmong } from './purchase-matching.ts'
import { type BankLineRow, countLines, findLines, openLines, owingPurchases, waitingOrders } from './queries.server.ts'
import { undoableUses } from './undo-queries.server.ts'
import { ownSince } from './use-for-booked.server.ts'

type Asked = Input<(typeof bankStatementsEndpoints)['bankLines']>
type Offers = Pick<BankLine, 'named' | 'namedPurchases' | 'booked' | 'proposals' | 'purchaseProposals'>

/** Among so many open movements and orders partners are looked for. */
const MAX_COMPARED = 2000
const NOTHING: Offers = { named: [], namedPurchases: [], booked: [], proposals: [], purchaseProposals: [] }
const LinePlace = z.tuple([z.iso.date(), z.int()])

export async function bankLines(ctx: Context, { cursor, limit, ...filter }: Asked) {
  const place = placeOf(LinePlace, cursor)
  const after = place && { day: place[0], id: place[1] }
  const [rows, count] = await Promise.all([
    findLines(ctx.db, filter, { limit: limit + 1, after }),
    countLines(ctx.db, filter, COUNT_CAP + 1),
  ])
  const undoable = await undoableUses(
    ctx.db,
    rows.map(({ id }) => id),
    ownSince(ctx),
  )
  const usesOf = ({ uses }: BankLineRow) => uses.map((use) => ({ ...use, undoUntil: untilOf(undoable.get(use.id)) }))
  const offersOf = filter.state === 'open' ? await offers(ctx, rows) : () => NOTHING
  const itemOf = (row: BankLineRow) => ({
    // An older version stored the sub-fields of the file.
    ...{ ...row, description: readableWords(row.description), uses: usesOf(row), state: filter.state },
    ...offersOf(row),
  })
  return { ...cursorPage(rows, limit, { itemOf, placeOf: ({ day, id }) => [day, id] }), ...cappedTotal(count) }
}

const untilOf = (at: Date | undefined) => (at ? new Date(at.getTime() + UNDO_MS).toISOString() : null)

/** What each of these open movements may be for. */
async function offers({ db, lang, now }: Context, rows: readonly BankLineRow[]): Promise<(row: BankLineRow) => Offers> {
  const [lines, orders, purchases] = await Promise.all([
    openLines(db, MAX_COMPARED),
    waitingOrders(db, now(), MAX_COMPARED),
    owingPurchases(db, MAX_COMPARED),
  ])
  const [shown, compared] = [rows.map(openLineOf), lines.map(openLineOf)]
  const named = await namedSales(db, { shown, compared }, { orders, purchases })
  const nameless = shown.filter(({ id }) => !named.namesSale(id))
  const [isNameless, bookedFor] = [new Set(nameless.map(({ id }) => id)), await bookedMoney(db, nameless)]
  const proposalsOf = proposalsAmong(compared, { orders, purchases }, named.namesOther)
  const orderBy = new Map(orders.map((order) => [order.id, order]))
  const purchaseBy = new Map(purchases.map((purchase) => [purchase.quoteId, purchase]))
  const lineBy = new Map(lines.map((line) => [line.id, line]))
  return (row) => {
    const line = openLineOf(row)
    const othersOf = (lineIds: readonly number[]) =>
      lineIds.filter((id) => id !== row.id).map((id) => otherLine(lineBy.get(id)!))
    const { ofOrders, ofPurchases } = proposalsOf(line)
    return {
      named: named.ordersOf(row.id).map((order) => namedOrder(order, lang)),
      namedPurchases: named.quotesOf(row.id).map((quote) => namedQuote(quote, lang)),
      booked: (isNameless.has(row.id) ? bookedFor(line) : []).map((sale) => bookedSale(sale, lang)),
      proposals: ofOrders.map(({ lineIds, orderIds, reasons }) => ({
        ...{ lineIds, reasons, otherLines: othersOf(lineIds) },
        orders: orderIds.map((id) => {
          const { reference, learnerName, course, missingHalalas } = orderBy.get(id)!
          return { id, reference, learner: learnerName, course: inLang(course, lang), missingHalalas }
        }),
      })),
      purchaseProposals: ofPurchases.map(({ lineIds, quoteIds, reasons }) => ({
        ...{ lineIds, reasons, otherLines: othersOf(lineIds) },
        purchases: quoteIds.map((id) => {
          const { quoteId, number, company, dueHalalas } = purchaseBy.get(id)!
          return { quoteId, number, company: inLang(company, lang), dueHalalas }
        }),
      })),
    }
  }
}

const otherLine = ({ id, day, amountHalalas, usedHalalas, bankReference, payerName }: BankLineRow) => ({
  ...{ id, day, leftHalalas: amountHalalas - usedHalalas, bankReference, payerName },
})

const namedOrder = ({ learnerName, course, ...order }: NamedOrder, lang: Lang) => ({
  ...order,
  ...{ learner: learnerName, course: inLang(course, lang) },
})

const namedQuote = ({ company, ...quote }: NamedQuote, lang: Lang) => ({ ...quote, company: inLang(company, lang) })

const bookedSale = ({ payer, course, names: _, amounts: __, ...sale }: BookedSale, lang: Lang) => ({
  ...sale,
  payer: typeof payer === 'string' ? payer : inLang(payer, lang),
  course: course && inLang(course, lang),
})

const openLineOf = ({ id, day, amountHalalas, usedHalalas, description, payerName, bankReference }: BankLineRow) => ({
  ...{ id, day, leftHalalas: amountHalalas - usedHalalas, payerName },
  description: `${readableWords(description)} ${bankReference}`,
})
