/** Cancelling a run: what it will do, and the command. What follows for each order is done by a job. */
import { randomUUID } from 'node:crypto'
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { TRANSFER } from '../orders/attempt-queries.server.ts'
import { insertAction, markCancelled } from './action-queries.server.ts'
import type { runsEndpoints } from './contract.ts'
import { consequencesFor, countOf, mailsTo, requireSame } from './preview.server.ts'
import { requireRun } from './run-access.server.ts'
import { enqueueAction } from './run-action.server.ts'
import { auditRun } from './run-changes.server.ts'
import { mailLineClosed } from './run-mails.server.ts'
import { run } from './run-views.server.ts'
import { closeLine } from './waiting-queries.server.ts'

type Calls = typeof runsEndpoints

export async function cancelPreview(ctx: Context, { id, moveTo }: Input<Calls['cancelPreview']>) {
  return ctx.db.transaction().execute(async (tx) => {
    const found = await requireRun(tx, id)
    const { orders, waiting, target, fingerprint } = await consequencesFor(tx, found, moveTo, ctx.now())
    const paid = orders.filter(({ status }) => status === 'paid')
    const moved = Math.min(paid.length, target?.seatsLeft ?? 0)
    const refunded = target ? [] : paid
    return {
      paid: paid.length,
      pending: countOf(orders, 'pending'),
      waiting: waiting.length,
      moved,
      notMoved: target ? paid.length - moved : 0,
      refundHalalas: refunded.reduce((sum, { leftHalalas }) => sum + leftHalalas, 0),
      byHand: refunded.filter(({ method, leftHalalas }) => method === TRANSFER && leftHalalas > 0).length,
      mails: mailsTo(orders) + waiting.length,
      fingerprint,
    }
  })
}

export async function cancelRun(ctx: Context, { id, fingerprint, reason, moveTo }: Input<Calls['cancelRun']>) {
  const userId = requireUser(ctx).id
  await ctx.db.transaction().execute(async (tx) => {
    const before = await requireRun(tx, id)
    const now = ctx.now()
    if (before.endsAt <= now) throw new Problem('runEnded')
    const consequences = await consequencesFor(tx, before, moveTo, now)
    requireSame(consequences, fingerprint)
    await markCancelled(tx, id, now)
    for (const place of await closeLine(tx, id, now)) await mailLineClosed(tx, ctx.settings, place, now)
    const action = { id: randomUUID(), runId: id, kind: 'cancel', formerStart: null, reason, userId, now } as const
    const orderIds = consequences.orders.map((order) => order.id)
    await insertAction(tx, { ...action, targetId: moveTo ?? null }, orderIds)
    await enqueueAction(tx, action.id)
    const detail = { reason, orders: orderIds.length, movedTo: moveTo ?? null }
    await auditRun(tx, ctx, 'run.cancel', before, { cancelledAt: now }, detail)
  })
  return run(ctx, { id })
}
