/** Uses a movement for money that staff booked before its movement came, and undoes it. No money is booked by either. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { UNDO_MS } from '../audit/undo.server.ts'
import { refuseOwnOrder } from '../orders/own-order.ts'
import { lockPurchase } from '../quotes/booking.server.ts'
import { lockOrderToPay } from '../transfers/queries.server.ts'
import type { bankStatementsEndpoints } from './contract.ts'
import { bookedWithoutMovement } from './named-order-queries.server.ts'
import { purchaseBookedWithoutMovement } from './named-quote-queries.server.ts'
import { joinLine } from './queries.server.ts'
import { undoUse } from './undo-queries.server.ts'

type Decision = Input<(typeof bankStatementsEndpoints)['useForBooked']>
type Money = { reference: string; bookedHalalas: number }

/** @throws Problem orderNotFound, notFound, ownOrder, moneyHasMovement, lineUsed */
export async function useForBooked(ctx: Context, { id: lineId, amountHalalas, ...sale }: Decision) {
  const { orderId = null, quoteId = null } = sale
  return ctx.db.transaction().execute(async (tx) => {
    const { reference, bookedHalalas } =
      orderId === null ? await moneyOfQuote(tx, quoteId!) : await moneyOfOrder(tx, ctx, orderId)
    if (amountHalalas > bookedHalalas) throw new Problem('moneyHasMovement')
    const useId = await joinLine(tx, {
      lineId,
      orderId,
      quoteId,
      amountHalalas,
      now: ctx.now(),
      by: requireUser(ctx).id,
    })
    if (!useId) throw new Problem('lineUsed')
    await writeAudit(tx, ctx, {
      action: orderId === null ? 'quote.use-movement' : 'order.use-movement',
      ...{ reference, detail: { movement: lineId, amountHalalas } },
    })
    return { orderId, quoteId, reference, useId }
  })
}

/** Since when what the person joined can be undone. */
export const ownSince = (ctx: Context) => ({
  ...{ by: requireUser(ctx).id, since: new Date(ctx.now().getTime() - UNDO_MS) },
})

/** @throws Problem nothingToUndo */
export async function undoUseForBooked(ctx: Context, { id, useId }: { id: number; useId: number }) {
  return ctx.db.transaction().execute(async (tx) => {
    const undone = await undoUse(tx, { id: useId, lineId: id }, ownSince(ctx))
    if (!undone) throw new Problem('nothingToUndo')
    const { isOfOrder, reference, amountHalalas } = undone
    await writeAudit(tx, ctx, {
      action: isOfOrder ? 'order.undo-use-movement' : 'quote.undo-use-movement',
      ...{ reference, detail: { movement: id, amountHalalas } },
    })
    return { id }
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
