/** Staff cancel an unpaid order. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { findOrder } from '../orders/order-queries.server.ts'
import { refuseOwnOrder } from '../orders/own-order.ts'
import { staffOrder } from '../orders/staff.server.ts'
import { endOrder, saveCancelReason } from '../orders/transition-queries.server.ts'
import { cancelCheckouts } from '../payments/apply-payment.server.ts'
import { mailOrderCancelled } from '../payments/payment-mails.server.ts'
import { syncOrderPayment } from '../payments/payments.server.ts'
import type { checkoutEndpoints } from './contract.ts'

/** Frees the seat and the coupon's use; the learner gets the reason by mail. */
export async function cancelOrder(ctx: Context, { id, reason }: Input<(typeof checkoutEndpoints)['cancelOrder']>) {
  const staffId = requireUser(ctx).id
  const order = await findOrder(ctx.db, id)
  if (!order) throw new Problem('orderNotFound')
  refuseOwnOrder(order, staffId)
  // The provider is asked first: an order that was just paid must not be cancelled.
  if (order.status === 'pending') await syncOrderPayment(ctx, id)
  const now = ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await endOrder(tx, id, 'cancelled', { by: 'staff', staffId, now }, 'staff')))
      throw new Problem('orderNotPending')
    // With the order and not in the log: it may be about a person, and is erased with the account.
    await saveCancelReason(tx, id, reason)
    await cancelCheckouts(tx, ctx, id)
    const { reference } = order
    await writeAudit(tx, ctx, { action: 'order.cancel', reference })
    await mailOrderCancelled(tx, ctx.settings, id, reason, now)
  })
  return staffOrder(ctx, { id })
}
