/** A payment that bought nothing pays what is due of a company's purchase: one of nobody, or what a company did not owe. */
import { randomUUID } from 'node:crypto'
import type { Input } from '../../api/endpoint.ts'
import { isProblem, Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { dayOf } from '../../platform/days.ts'
import { decide, requirePayment, viewOf } from '../payments/unmatched-payments.server.ts'
import type { UnmatchedRow } from '../payments/unmatched-queries.server.ts'
import { insertPayment } from '../quotes/money-queries.server.ts'
import { findQuote, lockQuote, type QuoteRow } from '../quotes/queries.server.ts'
import { mailCardPaid } from '../quotes/quote-mails.server.ts'
import { releaseTo } from '../quotes/seats/seats.server.ts'
import type { ATTACH_TO_PURCHASE_REFUSALS, purchasePaymentsEndpoints } from './contract.ts'
import { dueFor } from './credit.server.ts'
import { insertAttempt, recordPaid } from './queries.server.ts'
import { attachSurplus, requirePayableBySurplus } from './surplus.server.ts'

type Calls = typeof purchasePaymentsEndpoints

export async function attachToPurchasePreview(ctx: Context, { id, quoteId }: Input<Calls['attachToPurchasePreview']>) {
  const payment = await requirePayment(ctx.db, id)
  const quote = await findQuote(ctx.db, { id: quoteId })
  if (!quote) throw new Problem('notFound')
  const due = await dueFor(ctx.db, quote)
  const refusal = await refusalOf(ctx, payment, quote, due)
  const overHalalas = Math.max(payment.amountHalalas - Math.max(due, 0), 0)
  return {
    quote: { id: quoteId, number: quote.number },
    company: inLang(quote.company.name, ctx.lang),
    dueHalalas: due,
    dueAfterHalalas: refusal ? null : Math.max(due - payment.amountHalalas, 0),
    overHalalas,
    restIsCredit: refusal === null && overHalalas > 0,
    opensSeats: refusal === null && payment.amountHalalas >= due && quote.releasedAt === null,
    refusal,
  }
}

type Refusal = (typeof ATTACH_TO_PURCHASE_REFUSALS)[number]

/** What `attachToPurchase` would be refused for. */
async function refusalOf(ctx: Context, payment: UnmatchedRow, quote: QuoteRow, due: number): Promise<Refusal | null> {
  if (payment.status !== 'open') return 'paymentSettled'
  try {
    if (payment.kind !== 'surplus') requireDue(payment, quote, due)
    else {
      const { companyId } = (await findQuote(ctx.db, payment.quote!))!
      await requirePayableBySurplus(ctx.db, payment, { quote, companyId, due })
    }
    return null
  } catch (error) {
    if (isProblem(error)) return error.code as Refusal
    throw error
  }
}

/** Never more than the company owes. @throws Problem paymentNotAttachable, quoteNotAccepted, moreThanDue */
function requireDue({ kind, currency, amountHalalas }: UnmatchedRow, { state }: QuoteRow, due: number): void {
  if (kind !== 'unmatched' || currency !== 'SAR') throw new Problem('paymentNotAttachable')
  if (state !== 'accepted') throw new Problem('quoteNotAccepted')
  if (amountHalalas > due) throw new Problem('moreThanDue', { dueHalalas: Math.max(due, 0) })
}

/**
 * It becomes a card payment of the purchase, as if the company had paid on its own page. What a company paid for another
 * of its purchases becomes its credit, which pays this one.
 */
export async function attachToPurchase(ctx: Context, { id, quoteId, note }: Input<Calls['attachToPurchase']>) {
  const payment = await requirePayment(ctx.db, id)
  if (payment.kind === 'surplus') await attachSurplus(ctx, payment, quoteId, note)
  else await attachUnmatched(ctx, payment, quoteId, note)
  return viewOf(await requirePayment(ctx.db, id))
}

async function attachUnmatched(ctx: Context, payment: UnmatchedRow, quoteId: number, note: string): Promise<void> {
  const { provider, reference, amountHalalas, currency } = payment
  await ctx.db.transaction().execute(async (tx) => {
    const quote = await lockQuote(tx, quoteId)
    if (!quote) throw new Problem('notFound')
    const due = await dueFor(tx, quote)
    await decide(tx, ctx, payment, ['open'], { status: 'attached', quoteId, note })
    requireDue(payment, quote, due)
    const [attemptId, now] = [randomUUID(), ctx.now()]
    await insertAttempt(tx, { id: attemptId, quoteId, provider, reference, amountHalalas, expiresAt: now, now })
    await recordPaid(tx, attemptId, { amountHalalas, currency, now })
    await insertPayment(tx, quoteId, {
      ...{ kind: 'received', method: 'card', amountHalalas, reference, receivedOn: dayOf(now) },
      ...{ staffId: null, attemptId, now },
    })
    await mailCardPaid(tx, ctx, quote, { attemptId, amountHalalas, dueHalalas: due - amountHalalas })
    if (amountHalalas === due) await releaseTo(tx, ctx, quote)
  })
}
