/** Books money of a purchase: at most what the company owes, or what is to be sent back to it. */
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { violatedConstraint } from '../../platform/database/database-errors.ts'
import { writeAudit } from '../audit/queries.server.ts'
import {
  documentsOf,
  dueOf,
  insertPayment,
  type NewPayment,
  openRefundsOf,
  paymentsOf,
  settleUnclearRefunds,
  sumsOf,
} from './money-queries.server.ts'
import { lockQuote, type QuoteRow } from './queries.server.ts'
import { releaseTo } from './seats/seats.server.ts'

export type Booked = Omit<NewPayment, 'staffId' | 'attemptId' | 'now'>

/**
 * The caller holds the lock of the quote. Paid in full, its seats can be used.
 * @throws Problem quoteNotAccepted, moreThanDue
 */
export async function bookMoney(tx: Tx, ctx: Context, quote: QuoteRow, payment: Booked): Promise<void> {
  if (quote.state !== 'accepted') throw new Problem('quoteNotAccepted')
  const due = dueOf(sumsOf(await documentsOf(tx, quote.id), await paymentsOf(tx, quote.id)))
  // Who books money as returned by card has looked at the provider: refunds that were unclear are settled.
  if (payment.kind === 'returned' && payment.method === 'card') await settleUnclearRefunds(tx, quote.id, ctx.now())
  const max = payment.kind === 'received' ? due : -due - (await openRefundsOf(tx, quote.id))
  if (payment.amountHalalas > max) throw new Problem('moreThanDue', { dueHalalas: Math.max(max, 0) })
  await insertPayment(tx, quote.id, { ...payment, staffId: requireUser(ctx).id, now: ctx.now() })
  if (payment.kind === 'received' && payment.amountHalalas === due) await releaseTo(tx, ctx, quote)
  await writeAudit(tx, ctx, { action: 'quote.payment', reference: quote.number, after: payment })
}

/** The same money is not booked twice: a purchase has each reference once. */
export const isBookedTwice = (error: unknown) =>
  violatedConstraint(error) === 'company_payments_quote_id_kind_reference_key'

/**
 * Locks a purchase, so that its money is decided about by one at a time.
 * @returns the quote's number
 * @throws Problem notFound
 */
export async function lockPurchase(tx: Tx, quoteId: number): Promise<string> {
  const quote = await lockQuote(tx, quoteId)
  if (!quote) throw new Problem('notFound')
  return quote.number
}

type Transfer = { quoteId: number; amountHalalas: number; reference: string; receivedOn: string }

/** A movement of the bank account pays a purchase. @returns the quote's number @throws Problem notFound */
export async function bookTransfer(tx: Tx, ctx: Context, { quoteId, ...transfer }: Transfer): Promise<string> {
  const quote = await lockQuote(tx, quoteId)
  if (!quote) throw new Problem('notFound')
  await bookMoney(tx, ctx, quote, { kind: 'received', method: 'transfer', ...transfer })
  return quote.number
}
