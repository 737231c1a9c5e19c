/** Card payments of companies that a bank takes back: what can be disputed, and how a lost case is booked. */
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import {
  documentsOf,
  dueAtOf,
  dueOf,
  insertPayment,
  openRefundsOf,
  paymentsOf,
  sumsOf,
} from '../quotes/money-queries.server.ts'
import { lockQuote, type QuoteRow } from '../quotes/queries.server.ts'
import { mailDisputeLost } from '../quotes/quote-mails.server.ts'
import { refuseAboveLimit } from './purchase-refunds.server.ts'
import { attemptsOf } from './queries.server.ts'
import { hasOpenRefund, leftOfAttempt } from './refund-queries.server.ts'

/** The purchase under its lock. @throws Problem notFound */
export async function lockPurchase(tx: Tx, quoteId: number): Promise<QuoteRow> {
  const quote = await lockQuote(tx, quoteId)
  if (!quote) throw new Problem('notFound')
  return quote
}

/** The card payments of a purchase of which the provider still holds something, the newest first. */
export async function disputablePayments(db: Database, quoteId: number) {
  return (await attemptsOf(db, quoteId))
    .filter(({ isBooked }) => isBooked)
    .map(({ id, reference, paidHalalas, refundedHalalas, lostHalalas }) => ({
      ...{ attemptId: id, reference: reference ?? '' },
      leftHalalas: (paidHalalas ?? 0) - refundedHalalas - lostHalalas,
    }))
    .filter(({ leftHalalas }) => leftHalalas > 0)
}

type Lost = { quoteId: number; attemptId: string; amountHalalas: number; reference: string; reason: string }

/**
 * The bank has taken the money outside the provider's refunds: it is booked as returned, so that the company owes it
 * again, and its contact is told. The invoice stays; staff credit it by a note or by withdrawing seats.
 * @returns the entry of the company's account @throws Problem refundUnderWay, validation, refundAboveLimit
 */
export async function bookLostDispute(tx: Tx, ctx: Context, id: string, lost: Lost): Promise<number> {
  const { quoteId, attemptId, amountHalalas, reason } = lost
  const quote = await lockPurchase(tx, quoteId)
  // A refund of the same payment that is being sent is settled first.
  if (await hasOpenRefund(tx, attemptId)) throw new Problem('refundUnderWay')
  const left = (await leftOfAttempt(tx, quoteId, attemptId))?.leftHalalas ?? 0
  if (amountHalalas > left) throw new Problem('validation', {}, { amountHalalas: [`refundAtMost:${left}`] })
  const payments = await paymentsOf(tx, quoteId)
  const sums = sumsOf(await documentsOf(tx, quoteId), payments)
  await refuseAboveLimit(tx, ctx, sums.returnedHalalas + (await openRefundsOf(tx, quoteId)) + amountHalalas)
  const now = ctx.now()
  const isKnown = payments.some(({ kind, reference }) => kind === 'returned' && reference === lost.reference)
  const payment = await insertPayment(tx, quoteId, {
    ...{ kind: 'returned', method: 'card', amountHalalas, receivedOn: dayOf(now) },
    ...{ reference: lost.reference && !isKnown ? lost.reference : id, staffId: requireUser(ctx).id, now },
  })
  const dueHalalas = dueOf(sums) + amountHalalas
  const dueOn = dayOf(await dueAtOf(tx, quoteId))
  await mailDisputeLost(tx, ctx, quote, { about: id, amountHalalas, reason, dueHalalas, dueOn })
  return payment
}
