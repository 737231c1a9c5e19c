/** Approves a bank transfer, also one whose amount is not the order's. */
import type { PaymentState } from '../../adapters/payment/port.ts'
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser, type Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { forEachSettled } from '../../platform/for-each-settled.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { findOrder, type OrderRow } from '../orders/order-queries.server.ts'
import { refuseOwnOrder } from '../orders/own-order.ts'
import { netOf } from '../orders/prices/pricing.ts'
import { findInstitute } from '../orders/queries.server.ts'
import { recordOrderEvent } from '../orders/transition-queries.server.ts'
import { applyPayment } from '../payments/apply-payment.server.ts'
import { recordExcess } from '../payments/duplicate-payments.server.ts'
import type { transfersEndpoints } from './contract.ts'
import {
  findPartTransfers,
  lockOrderToPay,
  receivedOf,
  reduceTotal,
  saveReceived,
  setExpiry,
  transferAttempt,
} from './queries.server.ts'
import { canWaive, deadlineWithReceipt, MAX_WAIVED_PERCENT } from './transfer.ts'
import { mailRestAsked } from './transfer-mails.server.ts'

type Approval = Input<(typeof transfersEndpoints)['approveTransfer']>
type Outcome = 'paid' | 'refundDue' | 'restAsked'

/** @throws Problem orderNotFound, ownOrder, noTransferOpen, transferApproved, amountDiffers, validation */
export async function approve(ctx: Context, { id, note, amountHalalas, difference }: Approval): Promise<Outcome> {
  const staffId = requireUser(ctx).id
  const order = await findOrder(ctx.db, id)
  if (!order) throw new Problem('orderNotFound')
  refuseOwnOrder(order, staffId)
  const attempt = await transferAttempt(ctx.db, id)
  if (!attempt?.reference) throw new Problem('noTransferOpen')
  if (!['created', 'abandoned', 'failed'].includes(attempt.status)) throw new Problem('transferApproved')
  const total = attempt.amountHalalas
  const before = await receivedOf(ctx.db, id)
  const received = before + (amountHalalas ?? total - before)
  const isExact = received === total
  if (!isExact && !difference) throw new Problem('amountDiffers', { receivedHalalas: received, totalHalalas: total })
  const decision = { order, staffId, note, received, totalHalalas: total }
  if (difference === 'askRest' && received < total) {
    await ctx.db.transaction().execute((tx) => askRest(tx, ctx, decision))
    return 'restAsked'
  }
  if (difference === 'accept' && !isExact) await ctx.db.transaction().execute((tx) => accept(tx, ctx, decision))
  const paid = difference === 'accept' ? Math.min(received, total) : received
  const state = stateOf(attempt.reference, paid)
  if (!(await applyPayment(ctx, attempt.id, state, { by: 'staff', staffId, acting: ctx, ...(note ? { note } : {}) })))
    throw new Problem('transferApproved')
  return (await transferAttempt(ctx.db, id))!.status === 'paid' ? 'paid' : 'refundDue'
}

function stateOf(reference: string, amountHalalas: number): PaymentState {
  const money = { amountHalalas, currency: 'SAR', refundedHalalas: 0 }
  return { reference, status: 'paid', ...money, failureReason: null }
}

/** @property totalHalalas of the order, or of its first part */
type Decision = {
  order: OrderRow
  staffId: number
  note: string | undefined
  received: number
  totalHalalas: number
}

/**
 * Before the payment is applied: a shortfall becomes a discount, so that order, invoice and payment agree; what is too
 * much becomes a payment to send back.
 */
async function accept(tx: Tx, ctx: Context, { order, staffId, note, received, totalHalalas }: Decision): Promise<void> {
  if (!note) throw new Problem('validation', {}, { note: ['required'] })
  const now = ctx.now()
  const { id, reference } = order
  const missing = totalHalalas - received
  const details = { receivedHalalas: received, totalHalalas }
  await lockOrderToPay(tx, id)
  if (missing > 0) {
    // What was agreed of the parts stays: only the whole price can be reduced.
    if (order.parts.length > 0) throw new Problem('amountDiffers', { receivedHalalas: received, totalHalalas })
    if (!canWaive(received, totalHalalas))
      throw new Problem('validation', {}, { amountHalalas: [`waiveAtMost:${MAX_WAIVED_PERCENT}`] })
    const netHalalas = netOf(received, order.vatRatePercent)
    if (!(await reduceTotal(tx, { id, totalHalalas: received, netHalalas }))) throw new Problem('transferApproved')
    await recordOrderEvent(tx, id, 'restWaived', { by: 'staff', staffId, note, now, details })
  } else {
    await recordExcess(tx, order, -missing, now)
  }
  const action = missing > 0 ? 'order.waive-rest' : 'order.accept-excess'
  await writeAudit(tx, ctx, { action, reference, detail: details })
}

/** Keeps the order open for the rest, long enough for another transfer. */
async function askRest(tx: Tx, ctx: Context, { order: { id }, staffId, note, received }: Decision): Promise<void> {
  const now = ctx.now()
  const order = await lockOrderToPay(tx, id)
  if (order?.status !== 'pending' || order.method !== 'transfer' || order.expiresAt <= now)
    throw new Problem('noTransferOpen')
  await saveReceived(tx, id, { receivedHalalas: received, now })
  await setExpiry(tx, id, deadlineWithReceipt(await findInstitute(tx), { ...order, now }))
  const details = { receivedHalalas: received, totalHalalas: order.dueHalalas }
  await recordOrderEvent(tx, id, 'restAsked', { by: 'staff', staffId, note, now, details })
  const { reference } = order
  await writeAudit(tx, ctx, { action: 'order.ask-rest', reference, detail: details })
  await mailRestAsked(tx, ctx.settings, id, received, now)
}

/** The job: a part of the total whose order ended meanwhile, or was paid online, is refunded. */
export async function refundPartTransfers(services: Services): Promise<void> {
  await forEachSettled(await findPartTransfers(services.db), ({ attemptId, reference, receivedHalalas }) =>
    applyPayment(services, attemptId, stateOf(reference, receivedHalalas), { by: 'clock' }),
  )
}
