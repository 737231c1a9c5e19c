/** Chargebacks of companies' card payments. Those of orders are in `chargebacks.server.ts`. */
import { randomUUID } from 'node:crypto'
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { disputablePayments, lockPurchase } from '../purchase-payments/disputed-payments.server.ts'
import { viewOf } from './case-view.server.ts'
import type { chargebacksEndpoints } from './contract.ts'
import { chargebacksOfQuote, findChargeback, insertChargeback } from './queries.server.ts'

type Calls = typeof chargebacksEndpoints

export async function chargebacksOfPurchase(ctx: Context, { id }: Input<Calls['chargebacksOfPurchase']>) {
  const [rows, payments] = await Promise.all([chargebacksOfQuote(ctx.db, id), disputablePayments(ctx.db, id)])
  const isDisputed = (id: string) =>
    rows.some(({ attemptId, status }) => attemptId === id && (status === 'open' || status === 'answered'))
  return {
    items: rows.map((row) => viewOf(ctx, row)),
    payments: payments.filter(({ attemptId }) => !isDisputed(attemptId)),
  }
}

type Recording = Input<Calls['recordPurchaseChargeback']>

export async function recordPurchaseChargeback(ctx: Context, { id, attemptId, reference = '', ...facts }: Recording) {
  const chargebackId = randomUUID()
  await ctx.db.transaction().execute(async (tx) => {
    const quote = await lockPurchase(tx, id)
    const payment = (await disputablePayments(tx, id)).find((one) => one.attemptId === attemptId)
    if (!payment) throw new Problem('noCardPayment')
    const { leftHalalas } = payment
    const { amountHalalas = leftHalalas, reason, dueOn } = facts
    if (amountHalalas > leftHalalas)
      throw new Problem('validation', {}, { amountHalalas: [`refundAtMost:${leftHalalas}`] })
    const one = { id: chargebackId, quoteId: id, attemptId, reference, amountHalalas, reason, dueOn, now: ctx.now() }
    if (!(await insertChargeback(tx, one))) throw new Problem('chargebackOpen')
    const detail = { chargeback: chargebackId, amountHalalas, dueOn }
    await writeAudit(tx, ctx, { action: 'payment.chargeback', reference: quote.number, detail })
  })
  return viewOf(ctx, (await findChargeback(ctx.db, chargebackId))!)
}
