/** Uses a movement for money of an order that staff booked before its movement came. No money is booked by it. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { refuseOwnOrder } from '../orders/own-order.ts'
import { lockOrderToPay } from '../transfers/queries.server.ts'
import type { bankStatementsEndpoints } from './contract.ts'
import { bookedWithoutMovement } from './named-order-queries.server.ts'
import { takeForOrder } from './queries.server.ts'

type Decision = Input<(typeof bankStatementsEndpoints)['useForBooked']>

/** @throws Problem orderNotFound, ownOrder, moneyHasMovement, lineUsed */
export async function useForBooked(ctx: Context, { id: lineId, orderId, amountHalalas }: Decision) {
  const by = requireUser(ctx).id
  return ctx.db.transaction().execute(async (tx) => {
    // One decision at a time: two movements are never used for the same money.
    const order = await lockOrderToPay(tx, orderId)
    if (!order) throw new Problem('orderNotFound')
    refuseOwnOrder(order, by)
    const { reference } = order
    if (amountHalalas > (await bookedWithoutMovement(tx, orderId))) throw new Problem('moneyHasMovement')
    if (!(await takeForOrder(tx, { lineId, orderId, amountHalalas, now: ctx.now(), by }))) throw new Problem('lineUsed')
    await writeAudit(tx, ctx, { action: 'order.use-movement', reference, detail: { movement: lineId, amountHalalas } })
    return { orderId, reference }
  })
}
