/** The order that a complaint is about, linked both ways. */
import type { Input } from '../../../api/endpoint.ts'
import type { Operations } from '../../../api/local-api.server.ts'
import { Problem } from '../../../api/problem.ts'
import { hasRight } from '../../../api/rights.ts'
import type { Context } from '../../../platform/context.server.ts'
import { writeAudit } from '../../audit/queries.server.ts'
import { accessOf } from '../lead-filter.server.ts'
import { ofSenderOf } from '../merging/merging-queries.server.ts'
import { lockLead } from '../queries.server.ts'
import type { leadOrderEndpoints } from './lead-orders-contract.ts'
import { findLeadsOfOrder, orderReference, setOrder } from './lead-orders-queries.server.ts'

type Calls = typeof leadOrderEndpoints

export const leadOrderOperations: Operations<Calls> = {
  setLeadOrder,
  leadsOfOrder: async (ctx, { id }) => (await findLeadsOfOrder(ctx.db, id, accessOf(ctx))).map(ofSenderOf),
}

async function setLeadOrder(ctx: Context, { reference, order }: Input<Calls['setLeadOrder']>) {
  // Whoever may not see orders must not learn which ones there are.
  if (!hasRight(ctx.user, 'orders.view')) throw new Problem('forbidden')
  await ctx.db.transaction().execute(async (tx) => {
    const lead = await lockLead(tx, reference, accessOf(ctx))
    if (!lead) throw new Problem('leadNotFound')
    if (lead.merged_into !== null) throw new Problem('leadMerged')
    const number = order === null ? null : await orderReference(tx, order)
    if (number === undefined) throw new Problem('orderNotFound')
    await setOrder(tx, lead.id, order)
    await writeAudit(tx, ctx, { action: 'lead.order', reference, after: { order: number } })
  })
  return {}
}
