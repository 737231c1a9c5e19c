/** Money goes back to a company through the provider of its card payment. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { RefundRefused, RefundUnsure } from '../../adapters/payment/port.ts'
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { scopesOf } from '../../api/rights.ts'
import { type Context, requireUser, type Services } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/durations.ts'
import { enqueue, PAYMENT_PRIORITY } from '../../platform/jobs.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { findInstitute } from '../orders/queries.server.ts'
import { providerNamed } from '../payments/providers.server.ts'
import { documentsOf, dueOf, openRefundsOf, paymentsOf, sumsOf } from '../quotes/money-queries.server.ts'
import { lockQuote } from '../quotes/queries.server.ts'
import { applyToPurchase } from './apply-to-purchase.server.ts'
import type { purchasePaymentsEndpoints } from './contract.ts'
import {
  clearAsked,
  endRefund,
  findRefund,
  insertRefund,
  leftOfAttempt,
  type PurchaseRefund,
  recordAsked,
  refundsOfPurchase,
  stuckRefunds,
} from './refund-queries.server.ts'

type Calls = typeof purchasePaymentsEndpoints

/** The job starts later than the request of staff, which sends the refund itself, can take. */
const JOB_DELAY_MS = 15 * SECOND_MS

const enqueueRefund = (db: Database, id: string, delayMs = 0) =>
  enqueue(db, 'sendPurchaseRefund', { id }, { key: `purchase-refund:${id}`, priority: PAYMENT_PRIORITY, delayMs })

/** The credit beyond what the company owes goes back to the card; never more than that, nor than the card paid. */
export async function refundCard(ctx: Context, { id, attemptId, amountHalalas }: Input<Calls['refundCard']>) {
  const refundId = randomUUID()
  await ctx.db.transaction().execute(async (tx) => {
    const quote = await lockQuote(tx, id)
    const payment = quote && (await leftOfAttempt(tx, id, attemptId))
    if (!quote || !payment) throw new Problem('notFound')
    const sums = sumsOf(await documentsOf(tx, id), await paymentsOf(tx, id))
    const owedHalalas = -dueOf(sums) - (await openRefundsOf(tx, id))
    const max = Math.max(0, Math.min(owedHalalas, payment.leftHalalas))
    if (amountHalalas > max) throw new Problem('validation', {}, { amountHalalas: [`refundAtMost:${max}`] })
    await refuseAboveLimit(tx, ctx, sums.returnedHalalas + (await openRefundsOf(tx, id)) + amountHalalas)
    const inAllHalalas = payment.refundedHalalas + amountHalalas
    const [staffId, now] = [requireUser(ctx).id, ctx.now()]
    const refund = { id: refundId, quoteId: id, attemptId, amountHalalas, inAllHalalas, staffId, now }
    if (!(await insertRefund(tx, refund))) throw new Problem('refundUnderWay')
    await writeAudit(tx, ctx, {
      ...{ action: 'quote.refund-card', reference: quote.number, after: { attemptId, amountHalalas } },
    })
    await enqueueRefund(tx, refundId, JOB_DELAY_MS)
  })
  await sendPurchaseRefund(ctx, { id: refundId }).catch(async (error) => {
    ctx.log.warn({ err: error }, 'a refund of a company waits for its job')
    await enqueueRefund(ctx.db, refundId)
  })
  return cardRefunds(ctx, { id })
}

/** The Owner's limit for Admins counts all that was sent back of one purchase. @throws Problem refundAboveLimit */
export async function refuseAboveLimit(tx: Tx, ctx: Context, totalHalalas: number): Promise<void> {
  if (scopesOf(ctx.user, 'refunds.send').has('all')) return
  const limitHalalas = (await findInstitute(tx))?.adminRefundHalalas
  if (limitHalalas !== undefined && totalHalalas > limitHalalas) throw new Problem('refundAboveLimit', { limitHalalas })
}

export async function cardRefunds({ db }: Context, { id }: Input<Calls['cardRefunds']>) {
  return (await refundsOfPurchase(db, id)).map(({ at, ...refund }) => ({
    ...{ id: refund.id, attemptId: refund.attemptId, amountHalalas: refund.amountHalalas, status: refund.status },
    ...{ failureReason: refund.failureReason, by: refund.by, at: at.toISOString() },
  }))
}

const RefundToSend = z.object({ id: z.uuid() })

/**
 * The job: asks the provider for a refund and books what it says. Once it was asked for and may have been sent, it is
 * only looked up. @throws when the provider does not answer: the queue retries the job
 */
export async function sendPurchaseRefund(services: Services, payload: unknown): Promise<void> {
  const { db, log, now } = services
  const refund = await findRefund(db, RefundToSend.parse(payload).id)
  if (refund?.status !== 'sending') return
  const { id, attemptId, reference, inAllHalalas } = refund
  const provider = providerNamed(services, refund.provider)
  if (!provider || reference === null)
    return endRefund(db, id, { status: 'refused', failureReason: 'provider-not-configured' })
  if (refund.askedAt) return lookUp(services, refund)
  let wasAsked = false
  try {
    const state = await provider.refund(reference, inAllHalalas, async () => {
      if (!(await recordAsked(db, id, now()))) throw new Error(`The refund ${id} is already being sent.`)
      wasAsked = true
    })
    await applyToPurchase(services, refund.provider, { ...state, attemptId })
  } catch (error) {
    if (error instanceof RefundUnsure) {
      log.error({ err: error, refund: id, alert: 'unclearRefund' }, 'nobody knows whether a refund was sent')
      return enqueueRefund(db, id, MINUTE_MS)
    }
    if (wasAsked && isCertain(error)) await clearAsked(db, id)
    if (!(error instanceof RefundRefused)) throw error
    await endRefund(db, id, { status: 'refused', failureReason: error.reason })
  }
}

const isCertain = (error: unknown) => !(error instanceof RefundUnsure)

/** How long the provider may take to carry out what it was asked for, before staff are told. */
const UNCLEAR_AFTER_MS = 10 * MINUTE_MS

/** What became of a refund that may have been sent. @throws when the provider does not answer */
async function lookUp(services: Services, { id, attemptId, provider, reference, askedAt }: PurchaseRefund) {
  const { db, now } = services
  const state = await providerNamed(services, provider)!.fetch(reference!)
  await applyToPurchase(services, provider, { ...state, attemptId })
  if ((await findRefund(db, id))?.status !== 'sending') return
  if (now().getTime() - askedAt!.getTime() < UNCLEAR_AFTER_MS) return enqueueRefund(db, id, MINUTE_MS)
  await endRefund(db, id, { status: 'unclear', failureReason: null })
}

/** The hourly job: sends refunds again whose own job failed for good. */
export async function resendPurchaseRefunds({ db, now }: Services): Promise<void> {
  for (const id of await stuckRefunds(db, new Date(now().getTime() - HOUR_MS))) await enqueueRefund(db, id)
}
