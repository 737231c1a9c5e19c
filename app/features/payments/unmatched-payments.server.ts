/** What staff do with payments that bought no order: attach them to one, or send them back. */

import { randomUUID } from 'node:crypto'
import { type PaymentPort, type PaymentState, RefundRefused, RefundUnsure } from '../../adapters/payment/port.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { isProblem, Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { findAttempt, insertAttempt, lockOrder } from '../orders/attempt-queries.server.ts'
import { findOrder, type OrderRow } from '../orders/order-queries.server.ts'
import { refuseOwnOrder } from '../orders/own-order.ts'
import { dueOf } from '../orders/parts/due.ts'
import { findOrderCard } from '../orders/staff-queries.server.ts'
import { recordOrderEvent } from '../orders/transition-queries.server.ts'
import { applyPayment } from './apply-payment.server.ts'
import type { ATTACH_REFUSALS, paymentsEndpoints } from './contract.ts'
import { exportUnmatchedPayments, unmatchedFilterOf } from './export.server.ts'
import { mailPaymentReturned } from './payment-mails.server.ts'
import { providerNamed } from './providers.server.ts'
import {
  countsOfUnmatched,
  countUnmatchedPayments,
  findUnmatchedPayment,
  findUnmatchedPayments,
  settleUnmatchedPayment,
  type UnmatchedRow,
  type UnmatchedStatus,
} from './unmatched-queries.server.ts'

type Calls = typeof paymentsEndpoints

export const paymentsOperations: Operations<Calls> = {
  unmatchedPayments,
  exportUnmatchedPayments,
  unmatchedPayment: async ({ db }, { id }) => viewOf(await requirePayment(db, id)),
  attachPreview,
  attachPayment,
  returnPayment,
}

async function unmatchedPayments(ctx: Context, { PageIndex, PageSize, ...asked }: Input<Calls['unmatchedPayments']>) {
  const filter = unmatchedFilterOf(asked)
  const offset = (PageIndex - 1) * PageSize
  const [rows, count, counts] = await Promise.all([
    offset < COUNT_CAP ? findUnmatchedPayments(ctx.db, filter, { limit: PageSize, offset }) : [],
    countUnmatchedPayments(ctx.db, filter, COUNT_CAP + 1),
    countsOfUnmatched(ctx.db, filter, COUNT_CAP),
  ])
  return {
    items: rows.map(viewOf),
    pageIndex: PageIndex,
    pageSize: PageSize,
    counts,
    ...cappedTotal(count),
  }
}

export function viewOf({ reference, orderId, orderReference, quote, seenAt, decidedAt, ...row }: UnmatchedRow) {
  return {
    ...row,
    providerReference: reference,
    order: orderId && orderReference ? { id: orderId, reference: orderReference } : undefined,
    quote: quote ? { id: quote.id, number: quote.number } : undefined,
    learner: row.learner ?? undefined,
    bankReference: row.bankReference ?? undefined,
    note: row.note ?? undefined,
    failureReason: row.failureReason ?? undefined,
    decidedBy: row.decidedBy ?? undefined,
    seenAt: seenAt.toISOString(),
    decidedAt: decidedAt?.toISOString(),
  }
}

/** @throws Problem paymentNotFound */
export async function requirePayment(db: Context['db'], id: string): Promise<UnmatchedRow> {
  const payment = await findUnmatchedPayment(db, id)
  if (!payment) throw new Problem('paymentNotFound')
  return payment
}

type Decision = Omit<Parameters<typeof settleUnmatchedPayment>[3], 'now' | 'staffId'>

/** Writes a decision of staff with its entry in the audit log. @throws Problem paymentSettled */
export async function decide(tx: Tx, ctx: Context, payment: UnmatchedRow, from: UnmatchedStatus[], decision: Decision) {
  const staffId = requireUser(ctx).id
  const now = ctx.now()
  if (!(await settleUnmatchedPayment(tx, payment.id, from, { ...decision, staffId, now })))
    throw new Problem('paymentSettled')
  const { provider, reference, amountHalalas, currency } = payment
  const action = decision.status === 'attached' ? 'payment.attach' : 'payment.send-back'
  const detail = { provider, amountHalalas, currency, ...decision }
  await writeAudit(tx, ctx, { action, reference, detail })
}

async function attachPreview(ctx: Context, { id, orderId }: Input<Calls['attachPreview']>) {
  const payment = await requirePayment(ctx.db, id)
  const [order, card] = await Promise.all([findOrder(ctx.db, orderId), findOrderCard(ctx.db, orderId)])
  if (!order || !card) throw new Problem('orderNotFound')
  const totalHalalas = dueOf(order)?.halalas ?? order.totalHalalas
  const difference = payment.amountHalalas - totalHalalas
  const refusal = await refusalOf(ctx, payment, order)
  return {
    order: { id: orderId, reference: order.reference, course: inLang(card.courseName, ctx.lang), status: order.status },
    learner: card.learner?.name ?? null,
    totalHalalas,
    missingHalalas: Math.max(-difference, 0),
    overHalalas: Math.max(difference, 0),
    isSeatHeld: order.status === 'pending' && order.expiresAt > ctx.now(),
    refusal,
  }
}

/** What `attachPayment` would be refused for. */
async function refusalOf(ctx: Context, payment: UnmatchedRow, order: OrderRow): Promise<Refusal | null> {
  if (payment.status !== 'open') return 'paymentSettled'
  if (payment.kind !== 'unmatched') return 'paymentNotAttachable'
  try {
    refuseOwnOrder(order, requireUser(ctx).id)
    checkAttachable(order, payment)
    return null
  } catch (error) {
    if (isProblem(error)) return error.code as Refusal
    throw error
  }
}
type Refusal = (typeof ATTACH_REFUSALS)[number]

async function attachPayment(ctx: Context, { id, orderId, note }: Input<Calls['attachPayment']>) {
  const payment = await requirePayment(ctx.db, id)
  // A duplicate's reference is that of a payment, by which the provider knows no checkout session.
  if (payment.kind !== 'unmatched') throw new Problem('paymentNotAttachable')
  const { provider, reference, amountHalalas, currency } = payment
  const attemptId = randomUUID()
  await ctx.db.transaction().execute(async (tx) => {
    await lockOrder(tx, orderId)
    const order = await findOrder(tx, orderId)
    const { part, halalas } = checkAttachable(order, payment)
    refuseOwnOrder(order!, requireUser(ctx).id)
    await decide(tx, ctx, payment, ['open'], { status: 'attached', orderId, note })
    const attempt = { id: attemptId, orderId, part, provider, reference, amountHalalas: halalas, now: ctx.now() }
    await insertAttempt(tx, attempt)
    const staffId = requireUser(ctx).id
    const details = { provider, reference }
    await recordOrderEvent(tx, orderId, 'paymentAttached', { by: 'staff', staffId, note, now: ctx.now(), details })
  })
  // If the process crashes here, the reconciliation applies the payment.
  const money = { refundedHalalas: 0, failureReason: null }
  const state: PaymentState = { reference, status: 'paid', amountHalalas, currency, ...money }
  await applyPayment(ctx, attemptId, state)
  const { status } = (await findAttempt(ctx.db, attemptId))!
  const outcome = status === 'paid' ? ('paid' as const) : ('refundDue' as const)
  return { ...viewOf(await requirePayment(ctx.db, id)), outcome }
}

/**
 * Which part of the order the payment pays.
 * @throws Problem orderNotFound, orderNotPayable, amountDiffers
 */
function checkAttachable(order: OrderRow | undefined, payment: UnmatchedRow): { part: number; halalas: number } {
  if (!order) throw new Problem('orderNotFound')
  const isPayable =
    ['pending', 'expired', 'failed', 'paid'].includes(order.status) || order.endedBecause === 'abandoned'
  const due = isPayable ? dueOf(order) : null
  if (!due) throw new Problem('orderNotPayable')
  const { amountHalalas, currency } = payment
  if (currency !== 'SAR' || amountHalalas !== due.halalas)
    throw new Problem('amountDiffers', { receivedHalalas: amountHalalas, totalHalalas: due.halalas })
  return due
}

async function returnPayment(ctx: Context, { id, byHand, bankReference, note }: Input<Calls['returnPayment']>) {
  const payment = await requirePayment(ctx.db, id)
  if (payment.learner?.id === requireUser(ctx).id) throw new Problem('ownOrder')
  if (byHand) {
    if (!bankReference) throw new Problem('validation', {}, { bankReference: ['required'] })
    await ctx.db.transaction().execute(async (tx) => {
      await decide(tx, ctx, payment, ['open', 'sending'], { status: 'returned', note, bankReference })
      await mailPaymentReturned(tx, ctx.settings, payment, ctx.now())
    })
  } else {
    const provider = providerNamed(ctx, payment.provider)
    if (!provider) throw new Problem('onlyByHand')
    // Recorded before the request to the provider, so that it is never sent twice.
    await ctx.db.transaction().execute((tx) => decide(tx, ctx, payment, ['open'], { status: 'sending', note }))
    await sendBack(ctx, provider, payment)
  }
  return viewOf(await requirePayment(ctx.db, id))
}

/** @throws Problem paymentProviderDown when nothing was sent */
async function sendBack(ctx: Context, provider: PaymentPort, payment: UnmatchedRow): Promise<void> {
  const { kind, reference, amountHalalas } = payment
  const willSend = async () => undefined
  const reopen = (failureReason: string | null) =>
    settleUnmatchedPayment(ctx.db, payment.id, ['sending'], { status: 'open', now: ctx.now(), failureReason })
  try {
    if (kind === 'duplicate') await provider.refundDuplicate(reference, willSend)
    else await provider.refund(reference, amountHalalas, willSend)
  } catch (error) {
    // It may have been sent: only the provider's list or a person can tell.
    if (error instanceof RefundUnsure)
      return ctx.log.error(
        { err: error, payment: payment.id, alert: 'unclearRefund' },
        'nobody knows whether it was sent',
      )
    if (error instanceof RefundRefused) return void (await reopen(error.reason))
    await reopen(null)
    ctx.log.warn({ err: error, payment: payment.id }, 'the payment provider did not answer')
    throw new Problem('paymentProviderDown')
  }
  await ctx.db.transaction().execute(async (tx) => {
    if (await settleUnmatchedPayment(tx, payment.id, ['sending'], { status: 'returned', now: ctx.now() }))
      await mailPaymentReturned(tx, ctx.settings, payment, ctx.now())
  })
}
