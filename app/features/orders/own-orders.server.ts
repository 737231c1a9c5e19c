/** Orders of the learner who asks, for what belongs to them: their courses. */
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Order } from './order-contract.ts'
import { findOrders } from './order-queries.server.ts'
import { orderView } from './order-views.server.ts'
import { findInstitute } from './queries.server.ts'

/** By id; those of other learners are missing. */
export async function ownOrders(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Order>> {
  const { id: userId } = requireUser(ctx)
  if (ids.length === 0) return new Map()
  const [rows, institute] = await Promise.all([findOrders(ctx.db, { ids, userId }), findInstitute(ctx.db)])
  return new Map(rows.map((row) => [row.id, orderView(row, { ...ctx, institute })]))
}
