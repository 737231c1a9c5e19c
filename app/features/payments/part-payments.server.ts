/** Money of a later part of an order that staff have received: by a transfer, or at the counter. */
import { randomUUID } from 'node:crypto'
import type { PaymentState } from '../../adapters/payment/port.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { type CASH, findAttempt, insertAttempt, lockOrder, type TRANSFER } from '../orders/attempt-queries.server.ts'
import { findOrder } from '../orders/order-queries.server.ts'
import { refuseOwnOrder } from '../orders/own-order.ts'
import { nextPartOf } from '../orders/parts/part-queries.server.ts'
import { lockPlace } from '../orders/queries.server.ts'
import { applyPaymentIn } from './apply-payment.server.ts'

export type ReceivedPart = {
  /** Which part it was received for; whichever is next without it. */
  part?: number
  provider: typeof TRANSFER | typeof CASH
  amountHalalas: number
  /** The bank's reference, or the number of the receipt. */
  moneyReference: string
}

/** Whether the order holds its seat and owes a part. */
export const owesPart = async ({ db }: Pick<Context, 'db'>, orderId: string): Promise<boolean> =>
  (await nextPartOf(db, orderId)) !== undefined

/**
 * Books the next part of an order as paid; nothing is written when it is not owed, or of another amount.
 * @throws Problem orderNotFound, ownOrder, partNotOwed, amountDiffers
 */
export async function bookPart(tx: Tx, ctx: Context, orderId: string, received: ReceivedPart): Promise<void> {
  const { provider, amountHalalas, moneyReference } = received
  const staffId = requireUser(ctx).id
  const order = await findOrder(tx, orderId)
  if (!order) throw new Problem('orderNotFound')
  refuseOwnOrder(order, staffId)
  // Runs and courses are locked before orders.
  await lockPlace(tx, order.courseId, order.run?.id ?? null)
  await lockOrder(tx, orderId)
  const next = await nextPartOf(tx, orderId)
  if (!next || (received.part ?? next.part) !== next.part) throw new Problem('partNotOwed')
  if (next.amountHalalas !== amountHalalas)
    throw new Problem('amountDiffers', { receivedHalalas: amountHalalas, totalHalalas: next.amountHalalas })
  const { part } = next
  const [id, reference, now] = [randomUUID(), `${order.reference}/${part}`, ctx.now()]
  await insertAttempt(tx, { id, orderId, part, provider, amountHalalas, reference, now })
  const money = { amountHalalas, currency: 'SAR', refundedHalalas: 0, failureReason: null }
  const state: PaymentState = { reference, status: 'paid', ...money }
  await applyPaymentIn(tx, ctx, id, state, { by: 'staff', staffId, note: moneyReference })
  if ((await findAttempt(tx, id))?.status !== 'paid') throw new Problem('partNotOwed')
  const detail = { part, amountHalalas, provider, moneyReference }
  await writeAudit(tx, ctx, { action: 'order.part-paid', reference: order.reference, detail })
}
