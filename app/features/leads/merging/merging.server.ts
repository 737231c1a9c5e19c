/** Merging enquiries of one sender: nothing is copied or deleted, so that each keeps its own trail and its link. */
import type { Input } from '../../../api/endpoint.ts'
import type { Operations } from '../../../api/local-api.server.ts'
import { Problem } from '../../../api/problem.ts'
import { type Context, requireUser } from '../../../platform/context.server.ts'
import type { Tx } from '../../../platform/database/database.server.ts'
import { writeAudit } from '../../audit/queries.server.ts'
import { setWaitingSince } from '../conversation/conversation-queries.server.ts'
import type { LeadStatus } from '../enquiry-contract.ts'
import { accessOf } from '../lead-filter.server.ts'
import { setOrder } from '../orders/lead-orders-queries.server.ts'
import { addEvent, changeLead } from '../queries.server.ts'
import { eraseAt } from '../retention.ts'
import type { mergingEndpoints } from './merging-contract.ts'
import { type LeadToMerge, lockToMerge, setMerged } from './merging-queries.server.ts'

type Calls = typeof mergingEndpoints

export const mergingOperations: Operations<Calls> = { mergeLead }

const isOpen = ({ status }: LeadToMerge) => status === 'received' || status === 'handling'

async function mergeLead(ctx: Context, { reference, into }: Input<Calls['mergeLead']>) {
  const actorId = requireUser(ctx).id
  await ctx.db.transaction().execute(async (tx) => {
    const found = await lockToMerge(tx, [reference, into], accessOf(ctx))
    const now = ctx.now()
    const [merged, kept] = [reference, into].map((one) => found.find((lead) => lead.reference === one))
    if (!merged || !kept) throw new Problem('leadNotFound')
    if (merged.merged_into !== null || kept.merged_into !== null) throw new Problem('leadMerged')
    if (merged.email === null || kept.email === null) throw new Problem('leadErased')
    if (merged === kept || (merged.email !== kept.email && merged.phone !== kept.phone))
      throw new Problem('leadOfOther')
    await close(tx, merged, now)
    await setMerged(tx, merged.id, kept.id, now)
    await goOn(tx, kept, merged, now)
    await addEvent(tx, { leadId: merged.id, at: now, actorId, mergedWith: kept.id })
    await addEvent(tx, { leadId: kept.id, at: now, actorId, mergedWith: merged.id })
    await writeAudit(tx, ctx, { action: 'lead.merge', reference, detail: { into } })
  })
  return { reference: into }
}

async function close(tx: Tx, { id, kind, assignee_id, created_at, closed_at }: LeadToMerge, now: Date) {
  const closedAt = closed_at ?? now
  const erased = eraseAt(kind, created_at, closedAt)
  await changeLead(tx, id, { status: 'closed', assigneeId: assignee_id, closedAt, eraseAt: erased, now })
}

/** The one that stays is open when either was, waits since the earlier, and has somebody and an order when either had. */
async function goOn(tx: Tx, kept: LeadToMerge, merged: LeadToMerge, now: Date) {
  const assigneeId = kept.assignee_id ?? merged.assignee_id
  const status = statusOf(kept, merged, assigneeId !== null)
  const opens = !isOpen(kept) && isOpen(merged)
  const closedAt = status === 'closed' ? (kept.closed_at ?? now) : null
  const erased = eraseAt(kept.kind, kept.created_at, closedAt)
  await changeLead(tx, kept.id, { status, assigneeId, closedAt, eraseAt: erased, now })
  if (status !== kept.status) await addEvent(tx, { leadId: kept.id, at: now, actorId: null, status })
  if (kept.order_id === null && merged.order_id !== null) await setOrder(tx, kept.id, merged.order_id)
  if (isOpen(merged) && (opens || merged.since < kept.since)) await setWaitingSince(tx, kept.id, merged.since)
}

/** One that waits is new no longer when either was being handled, or was answered by the one who has it now. */
function statusOf(kept: LeadToMerge, merged: LeadToMerge, hasAssignee: boolean): LeadStatus {
  if (!isOpen(kept) && !isOpen(merged)) return kept.status
  const isOne = (status: LeadStatus) => kept.status === status || merged.status === status
  return isOne('handling') || (hasAssignee && isOne('answered')) ? 'handling' : 'received'
}
