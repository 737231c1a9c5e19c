/** What staff do about a refund that the provider refused, left unclear or does not send. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import type { AuditAction } from '../audit/areas.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { finishRefund } from '../ledger/apply-refund.server.ts'
import { findRefund, resendRefund } from '../ledger/refund-queries.server.ts'
import { lockOrder } from '../orders/attempt-queries.server.ts'
import { findOrder } from '../orders/order-queries.server.ts'
import { refuseOwnOrder } from '../orders/own-order.ts'
import type { RefundRow } from '../orders/refund-row-queries.server.ts'
import { staffOrder } from '../orders/staff.server.ts'
import { type EventInfo, recordOrderEvent } from '../orders/transition-queries.server.ts'
import type { refundsEndpoints } from './contract.ts'
import { enqueueRefund, sendRefundNow } from './refund-jobs.server.ts'

type Calls = Pick<typeof refundsEndpoints, 'retryRefund' | 'recordRefund'>

export const unsentRefundOperations: Operations<Calls> = { retryRefund, recordRefund }

async function retryRefund(ctx: Context, { id, refundId, note }: Input<Calls['retryRefund']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const { refund, reference } = await requireUnsent(tx, ctx, id, refundId)
    // Another refund of the same payment has begun since; both together may be more than was paid.
    const isAlone = await resendRefund(tx, refund.id).catch(refuseSecond)
    if (!isAlone) throw new Problem('refundSettled')
    const info = byStaff(ctx, { refund: refund.id, amountHalalas: refund.amountHalalas }, note)
    await recordOrderEvent(tx, id, 'refundRetried', info)
    await audit(tx, ctx, 'order.retry-refund', reference, info)
    await enqueueRefund(tx, refund.id)
  })
  await sendRefundNow(ctx, refundId)
  return staffOrder(ctx, { id })
}

async function recordRefund(ctx: Context, { id, refundId, bankReference, note }: Input<Calls['recordRefund']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const { refund, reference } = await requireUnsent(tx, ctx, id, refundId)
    // The provider was asked a moment ago and may be carrying it out.
    if (refund.status === 'sending' && refund.askedAt) throw new Problem('refundUnderWay')
    const details = { refund: refund.id, amountHalalas: refund.amountHalalas, byHand: true, bankReference }
    const info = byStaff(ctx, details, note)
    await recordOrderEvent(tx, id, 'refundDecided', info)
    await audit(tx, ctx, 'order.record-refund', reference, info)
    const decisionReason = refund.decisionReason ?? note ?? null
    const sent = { ...refund, decidedBy: info.staffId, decisionReason, byHand: true, bankReference }
    if (!(await finishRefund(tx, ctx, sent, info.now))) throw new Problem('orderNotRefundable')
  })
  return staffOrder(ctx, { id })
}

const UNSENT = ['sending', 'unclear', 'refused']

/** Under the lock of the order. @throws Problem refundNotFound, ownOrder, refundSettled */
async function requireUnsent(
  tx: Tx,
  ctx: Context,
  orderId: string,
  id: string,
): Promise<{ refund: RefundRow; reference: string }> {
  await lockOrder(tx, orderId)
  const [order, refund] = [await findOrder(tx, orderId), await findRefund(tx, id)]
  if (!order || refund?.orderId !== orderId) throw new Problem('refundNotFound')
  refuseOwnOrder(order, requireUser(ctx).id)
  if (!UNSENT.includes(refund.status) || refund.attemptId === null) throw new Problem('refundSettled')
  return { refund, reference: order.reference }
}

/** The index `refunds_once`: a payment has one refund at a time. */
function refuseSecond(error: { code?: string }): never {
  if (error.code === '23505') throw new Problem('refundUnderWay')
  throw error
}

type ByStaff = EventInfo & { staffId: number }

function byStaff(ctx: Context, details: Record<string, unknown>, note: string | undefined): ByStaff {
  return { by: 'staff', staffId: requireUser(ctx).id, now: ctx.now(), details, ...(note ? { note } : {}) }
}

async function audit(tx: Tx, ctx: Context, action: AuditAction, reference: string, { details, note }: ByStaff) {
  await writeAudit(tx, ctx, { action, reference, detail: { ...details, note } })
}
