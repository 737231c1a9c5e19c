/** What a company has paid too much for one purchase pays another. No money moves: see docs/decisions/0139. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { writeAudit } from '../audit/queries.server.ts'
import {
  documentsOf,
  dueOf,
  insertPayment,
  type PaymentRow,
  paymentsOf,
  sumsOf,
} from '../quotes/money-queries.server.ts'
import { findQuote, lockQuote, type QuoteRow } from '../quotes/queries.server.ts'
import { mailCreditUsed } from '../quotes/quote-mails.server.ts'
import { releaseTo } from '../quotes/seats/seats.server.ts'
import type { purchasePaymentsEndpoints } from './contract.ts'
import { type CreditSource, creditOf } from './credit-queries.server.ts'

type Calls = typeof purchasePaymentsEndpoints

/** Nothing before the company has accepted; below zero, its credit. */
export const dueFor = async (db: Database, { id, state }: Pick<QuoteRow, 'id' | 'state'>): Promise<number> =>
  state === 'accepted' ? dueOf(sumsOf(await documentsOf(db, id), await paymentsOf(db, id))) : 0

const sumOf = (sources: readonly CreditSource[]) => sources.reduce((sum, { halalas }) => sum + halalas, 0)

export async function companyCredit({ db }: Context, { id }: Input<Calls['companyCredit']>) {
  const quote = await findQuote(db, { id })
  if (!quote) throw new Problem('notFound')
  const [due, from] = [await dueFor(db, quote), await creditOf(db, quote.companyId, id)]
  return { from, creditHalalas: sumOf(from), usableHalalas: Math.max(0, Math.min(sumOf(from), due)) }
}

export async function useCredit(ctx: Context, { id, amountHalalas, note }: Input<Calls['useCredit']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const asked = await findQuote(tx, { id })
    if (!asked) throw new Problem('notFound')
    if (asked.state !== 'accepted') throw new Problem('quoteNotAccepted')
    const sources = await creditOf(tx, asked.companyId, id)
    const locked = await lockQuotes(tx, [id, ...sources.map((source) => source.id)])
    const credit = await creditOf(tx, asked.companyId, id)
    const [quote, due] = [locked.get(id)!, await dueFor(tx, asked)]
    const max = Math.max(0, Math.min(sumOf(credit), due))
    if (amountHalalas > max) throw new Problem('validation', {}, { amountHalalas: [`creditAtMost:${max}`] })
    await moveCredit(tx, ctx, quote, { from: credit, amountHalalas, note })
  })
  return companyCredit(ctx, { id })
}

/** In the order of their ids, so that two commands never wait for each other. */
export async function lockQuotes(tx: Tx, ids: readonly number[]): Promise<Map<number, QuoteRow>> {
  const locked = new Map<number, QuoteRow>()
  for (const id of [...new Set(ids)].sort((one, other) => one - other)) {
    const quote = await lockQuote(tx, id)
    if (quote) locked.set(id, quote)
  }
  return locked
}

type Move = { from: readonly CreditSource[]; amountHalalas: number; note: string }

/** The caller holds the locks of the quotes, and has compared the amount with the credit and with what is due. */
export async function moveCredit(tx: Tx, ctx: Context, to: QuoteRow, { from, amountHalalas, note }: Move) {
  let left = amountHalalas
  let entryId = 0
  const used: { number: string; halalas: number }[] = []
  for (const source of from) {
    const halalas = Math.min(left, source.halalas)
    if (halalas <= 0) continue
    await enter(tx, ctx, source.id, { kind: 'returned', amountHalalas: halalas, other: to.number })
    entryId = await enter(tx, ctx, to.id, { kind: 'received', amountHalalas: halalas, other: source.number })
    used.push({ number: source.number, halalas })
    left -= halalas
  }
  const dueHalalas = await dueFor(tx, to)
  await writeAudit(tx, ctx, {
    ...{ action: 'quote.use-credit', reference: to.number, after: { amountHalalas, from: used }, detail: { note } },
  })
  const numbers = used.map(({ number }) => number)
  await mailCreditUsed(tx, ctx, to, { about: String(entryId), amountHalalas, dueHalalas, from: numbers })
  if (dueHalalas <= 0) await releaseTo(tx, ctx, to)
}

type Entry = { kind: PaymentRow['kind']; amountHalalas: number; other: string }

/** Its reference is the number of the other purchase, counted from the second time. */
async function enter(tx: Tx, ctx: Context, quoteId: number, { kind, amountHalalas, other }: Entry): Promise<number> {
  const before = (await paymentsOf(tx, quoteId)).filter(
    (one) => one.method === 'credit' && one.kind === kind && one.reference.split('/')[0] === other,
  ).length
  const now = ctx.now()
  return insertPayment(tx, quoteId, {
    ...{ kind, method: 'credit', amountHalalas, reference: before === 0 ? other : `${other}/${before + 1}` },
    ...{ receivedOn: dayOf(now), staffId: requireUser(ctx).id, now },
  })
}
