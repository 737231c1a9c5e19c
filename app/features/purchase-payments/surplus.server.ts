/** A card payment that a company did not owe is kept as its credit, or pays another of its purchases. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { mailCompany } from '../payments/company-mails.server.ts'
import { decide, requirePayment, viewOf } from '../payments/unmatched-payments.server.ts'
import type { UnmatchedRow } from '../payments/unmatched-queries.server.ts'
import { insertPayment } from '../quotes/money-queries.server.ts'
import { lockQuote, type QuoteRow } from '../quotes/queries.server.ts'
import { releaseTo } from '../quotes/seats/seats.server.ts'
import type { purchasePaymentsEndpoints } from './contract.ts'
import { dueFor, lockQuotes, moveCredit } from './credit.server.ts'
import { attemptByReference } from './queries.server.ts'

type Calls = typeof purchasePaymentsEndpoints

/** What of it has gone back already cannot be kept: then the rest goes back, too. @throws Problem paymentNotAttachable */
export async function requireKept(db: Tx | Context['db'], payment: UnmatchedRow) {
  const attempt = await attemptByReference(db, payment.provider, payment.reference)
  const isWhole = attempt?.status === 'paid' && attempt.refundedHalalas + attempt.lostHalalas === 0
  if (payment.kind !== 'surplus' || payment.currency !== 'SAR' || !isWhole) throw new Problem('paymentNotAttachable')
  return attempt
}

/** Books it in the purchase for which it was paid. The caller holds the lock of the quote. */
async function book(tx: Tx, ctx: Context, payment: UnmatchedRow, note: string): Promise<void> {
  const { reference, amountHalalas, seenAt } = payment
  const quoteId = payment.quote!.id
  await decide(tx, ctx, payment, ['open'], { status: 'attached', quoteId, note })
  const { id: attemptId } = await requireKept(tx, payment)
  await insertPayment(tx, quoteId, {
    ...{ kind: 'received', method: 'card', amountHalalas, reference, receivedOn: dayOf(seenAt) },
    ...{ staffId: null, attemptId, now: ctx.now() },
  })
}

async function openSeatsWhenPaid(tx: Tx, ctx: Context, quote: QuoteRow): Promise<void> {
  if ((await dueFor(tx, quote)) <= 0) await releaseTo(tx, ctx, quote)
}

export async function keepAsCredit(ctx: Context, { id, note }: Input<Calls['keepAsCredit']>) {
  const payment = await requirePayment(ctx.db, id)
  await requireKept(ctx.db, payment)
  await ctx.db.transaction().execute(async (tx) => {
    const quote = (await lockQuote(tx, payment.quote!.id))!
    await book(tx, ctx, payment, note)
    await openSeatsWhenPaid(tx, ctx, quote)
    await mailCompany(tx, 'surplusKept', {
      quote: payment.quote!,
      ...{ amountHalalas: payment.amountHalalas, about: `surplus-kept:${payment.id}`, now: ctx.now() },
    })
  })
  return viewOf(await requirePayment(ctx.db, id))
}

/** @throws Problem paymentNotAttachable, otherCompany, quoteNotAccepted, nothingDue */
export async function requirePayableBySurplus(
  db: Tx | Context['db'],
  payment: UnmatchedRow,
  { quote, companyId, due }: { quote: QuoteRow; companyId: number; due: number },
): Promise<void> {
  await requireKept(db, payment)
  if (quote.companyId !== companyId) throw new Problem('otherCompany')
  if (quote.state !== 'accepted') throw new Problem('quoteNotAccepted')
  if (due <= 0) throw new Problem('nothingDue')
}

/** Pays what is due of another purchase; the rest stays as credit in the purchase for which it was paid. */
export async function attachSurplus(ctx: Context, payment: UnmatchedRow, quoteId: number, note: string): Promise<void> {
  const ownId = payment.quote!.id
  await ctx.db.transaction().execute(async (tx) => {
    const quotes = await lockQuotes(tx, [ownId, quoteId])
    const [own, quote] = [quotes.get(ownId)!, quotes.get(quoteId)]
    if (!quote) throw new Problem('notFound')
    const due = await dueFor(tx, quote)
    await book(tx, ctx, payment, note)
    await requirePayableBySurplus(tx, payment, { quote, companyId: own.companyId, due })
    if (quoteId !== ownId) {
      const amountHalalas = Math.min(payment.amountHalalas, due)
      const from = [{ id: ownId, number: own.number, halalas: amountHalalas }]
      await moveCredit(tx, ctx, quote, { from, amountHalalas, note })
    }
    await openSeatsWhenPaid(tx, ctx, own)
  })
}
