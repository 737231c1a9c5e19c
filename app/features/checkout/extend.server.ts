/** Staff give an unpaid order more time. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { findOpenAttempt } from '../orders/attempt-queries.server.ts'
import { findOrder } from '../orders/order-queries.server.ts'
import { refuseOwnOrder } from '../orders/own-order.ts'
import { isPaidOnline } from '../orders/prices/payment-methods.ts'
import { staffOrder } from '../orders/staff.server.ts'
import { recordOrderEvent } from '../orders/transition-queries.server.ts'
import { cancelCheckouts } from '../payments/apply-payment.server.ts'
import { syncOrderPayment } from '../payments/payments.server.ts'
import { lockOrderToPay, type OrderToPay, setExpiry } from '../transfers/queries.server.ts'
import { extendedDeadline } from '../transfers/transfer.ts'
import { mailOrderExtended } from '../transfers/transfer-mails.server.ts'
import type { checkoutEndpoints } from './contract.ts'
import { createAttempt } from './payment-method.server.ts'

/** Holds the seat until some days from now, never beyond the start of its run. */
export async function extendOrder(ctx: Context, { id, days, note }: Input<(typeof checkoutEndpoints)['extendOrder']>) {
  const staffId = requireUser(ctx).id
  const found = await findOrder(ctx.db, id)
  if (!found) throw new Problem('orderNotFound')
  refuseOwnOrder(found, staffId)
  // The provider is asked first: an order that was just paid needs no time.
  if (found.status === 'pending' && isPaidOnline(found.method)) await syncOrderPayment(ctx, id)
  const now = ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    const order = await lockOrderToPay(tx, id)
    if (order?.status !== 'pending' || order.expiresAt <= now) throw new Problem('orderNotPending')
    const until = extendedDeadline({ ...order, now }, days * DAY_MS)
    if (until <= order.expiresAt) throw new Problem('holdNotExtended')
    await setExpiry(tx, id, until)
    if (isPaidOnline(order.method)) await renewCheckout(tx, ctx, order, now)
    const details = { until: until.toISOString() }
    await recordOrderEvent(tx, id, 'extended', { by: 'staff', staffId, note, now, details })
    const { reference } = order
    await writeAudit(tx, ctx, {
      action: 'order.extend',
      reference,
      before: { until: order.expiresAt.toISOString() },
      after: details,
    })
    await mailOrderExtended(tx, ctx.settings, id, now)
  })
  return staffOrder(ctx, { id })
}

/**
 * The provider closes a checkout session at the time that it was opened with: another attempt gets a session until the
 * new one, when the learner comes to pay. The former session is closed; what was paid in it by then still counts.
 */
async function renewCheckout(tx: Tx, ctx: Context, order: OrderToPay, now: Date): Promise<void> {
  if (!(await findOpenAttempt(tx, order.id, order.method))?.paymentUrl) return
  await cancelCheckouts(tx, ctx, order.id)
  await createAttempt(tx, ctx, { ...order, now })
}
