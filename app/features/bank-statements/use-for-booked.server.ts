/** Uses a movement for money that staff booked before its movement came. No money is booked by it. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { refuseOwnOrder } from '../orders/own-order.ts'
import { lockPurchase } from '../quotes/booking.server.ts'
import { lockOrderToPay } from '../transfers/queries.server.ts'
import type { bankStatementsEndpoints } from './contract.ts'
import { bookedWithoutMovement } from './named-order-queries.server.ts'
import { purchaseBookedWithoutMovement } from './named-quote-queries.server.ts'
import { takeForOrder, takeForPurchase } from './queries.server.ts'

type Decision = Input<(typeof bankStatementsEndpoints)['useForBooked']>
type Money = { reference: string; bookedHalalas: number }

/** @throws Problem orderNotFound, notFound, ownOrder, moneyHasMovement, lineUsed */
export async function useForBooked(ctx: Context, { id: lineId, orderId, quoteId, amountHalalas }: Decision) {
  const use = { lineId, amountHalalas, now: ctx.now(), by: requireUser(ctx).id }
  return ctx.db.transaction().execute(async (tx) => {
    const ofOrder = orderId !== undefined
    const { reference, bookedHalalas } = ofOrder
      ? await moneyOfOrder(tx, ctx, orderId)
      : await moneyOfQuote(tx, quoteId!)
    if (amountHalalas > bookedHalalas) throw new Problem('moneyHasMovement')
    const isTaken = ofOrder
      ? await takeForOrder(tx, { ...use, orderId })
      : await takeForPurchase(tx, { ...use, quoteId: quoteId! })
    if (!isTaken) throw new Problem('lineUsed')
    await writeAudit(tx, ctx, {
      action: ofOrder ? 'order.use-movement' : 'quote.use-movement',
      ...{ reference, detail: { movement: lineId, amountHalalas } },
    })
    return { orderId: orderId ?? null, quoteId: quoteId ?? null, reference }
  })
}

/** Both lock what they look at, one decision at a time: two movements are never used for the same money. */
async function moneyOfOrder(tx: Tx, ctx: Context, orderId: string): Promise<Money> {
  const order = await lockOrderToPay(tx, orderId)
  if (!order) throw new Problem('orderNotFound')
  refuseOwnOrder(order, requireUser(ctx).id)
  return { reference: order.reference, bookedHalalas: await bookedWithoutMovement(tx, orderId) }
}

async function moneyOfQuote(tx: Tx, quoteId: number): Promise<Money> {
  const reference = await lockPurchase(tx, quoteId)
  return { reference, bookedHalalas: await purchaseBookedWithoutMovement(tx, quoteId) }
}
