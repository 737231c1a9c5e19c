/** Staff give a transfer more time. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { refuseOwnOrder } from '../orders/own-order.ts'
import { staffOrder } from '../orders/staff.server.ts'
import { recordOrderEvent } from '../orders/transition-queries.server.ts'
import type { transfersEndpoints } from './contract.ts'
import { lockOrderToPay, setExpiry } from './queries.server.ts'
import { extendedDeadline } from './transfer.ts'
import { mailTransferExtended } from './transfer-mails.server.ts'

/** Holds the seat until some days from now, never beyond the start of its run. */
export async function extendTransfer(
  ctx: Context,
  { id, days, note }: Input<(typeof transfersEndpoints)['extendTransfer']>,
) {
  const staffId = requireUser(ctx).id
  const now = ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    const order = await lockOrderToPay(tx, id)
    if (!order) throw new Problem('orderNotFound')
    refuseOwnOrder(order, staffId)
    const isOpen = order.status === 'pending' && order.method === 'transfer' && order.expiresAt > now
    if (!isOpen) throw new Problem('noTransferOpen')
    const until = extendedDeadline({ ...order, now }, days * DAY_MS)
    if (until <= order.expiresAt) throw new Problem('holdNotExtended')
    await setExpiry(tx, id, until)
    const details = { until: until.toISOString() }
    await recordOrderEvent(tx, id, 'extended', { by: 'staff', staffId, note, now, details })
    const { reference } = order
    await writeAudit(tx, ctx, {
      action: 'order.extend',
      reference,
      before: { until: order.expiresAt.toISOString() },
      after: details,
    })
    await mailTransferExtended(tx, ctx.settings, id, now)
  })
  return staffOrder(ctx, { id })
}
