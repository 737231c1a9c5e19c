/** Cancelling a run: what it will do, and the command. What follows for each order is done by a job. */
import { randomUUID } from 'node:crypto'
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { isSentByHand } from '../orders/attempt-queries.server.ts'
import { purchasesInRun } from '../quotes/seats/run-purchases.server.ts'
import { insertAction, markCancelled } from './action-queries.server.ts'
import type { runsEndpoints } from './contract.ts'
import { consequencesFor, countOf, mailsTo, requireSame } from './preview.server.ts'
import { coursePrice } from './queries.server.ts'
import { requireRun } from './run-access.server.ts'
import { enqueueAction } from './run-action.server.ts'
import { auditRun } from './run-changes.server.ts'
import { mailLineClosed } from './run-mails.server.ts'
import { run } from './run-views.server.ts'
import { closeLine } from './waiting-queries.server.ts'

type Calls = typeof runsEndpoints

export async function cancelPreview(ctx: Context, { id, moveTo, refund = [] }: Input<Calls['cancelPreview']>) {
  return ctx.db.transaction().execute(async (tx) => {
    const found = await requireRun(tx, id)
    const { orders, waiting, targets, target, fingerprint } = await consequencesFor(tx, found, moveTo, ctx.now())
    const paid = orders.filter(({ status }) => status === 'paid')
    // In this order the job moves them, as far as there are seats.
    const toMove = target ? paid.filter((order) => !refund.includes(order.id)) : []
    const moved = new Set(toMove.slice(0, target?.seatsLeft ?? 0).map((order) => order.id))
    const refunded = paid.filter((order) => !moved.has(order.id))
    const purchases = await purchasesInRun(tx, id, moved)
    const price = found.priceHalalas ?? (await coursePrice(tx, found.courseId))
    return {
      orders: orders.map(({ method, hasLearner: _, ...order }) => ({
        ...order,
        isTransfer: isSentByHand(method),
        isMoved: moved.has(order.id),
      })),
      targets: targets.map(({ startsAt, city, ...run }) => ({
        ...run,
        startsAt: startsAt.toISOString(),
        city: city && inLang(city, ctx.lang),
      })),
      differenceHalalas: target ? target.priceHalalas - price : 0,
      paid: paid.length,
      pending: countOf(orders, 'pending'),
      waiting: waiting.length,
      moved: moved.size,
      notMoved: toMove.length - moved.size,
      refundHalalas: refunded.reduce((sum, { leftHalalas }) => sum + leftHalalas, 0),
      byHand: refunded.filter(({ method, leftHalalas }) => isSentByHand(method) && leftHalalas > 0).length,
      purchases: purchases.map((purchase) => ({ ...purchase, company: inLang(purchase.company, ctx.lang) })),
      mails: mailsTo(orders) + waiting.length + purchases.length,
      fingerprint,
    }
  })
}

export async function cancelRun(
  ctx: Context,
  { id, fingerprint, reason, moveTo, refund = [] }: Input<Calls['cancelRun']>,
) {
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
    const quoteIds = consequences.purchases.map((purchase) => purchase.quoteId)
    await insertAction(tx, { ...action, targetId: moveTo ?? null }, { orderIds, refunded: refund, quoteIds })
    await enqueueAction(tx, action.id)
    const counts = { orders: orderIds.length, refunded: refund.length, companies: quoteIds.length }
    const detail = { reason, movedTo: moveTo ?? null, ...counts }
    await auditRun(tx, ctx, 'run.cancel', before, { cancelledAt: now }, detail)
  })
  return run(ctx, { id })
}
