/** Staff move one paid order to another run of its course. The price stays the one that was paid. */
import { createHash, randomUUID } from 'node:crypto'
import type { Input } from '../../../api/endpoint.ts'
import { Problem } from '../../../api/problem.ts'
import { inLang } from '../../../locales/localized.ts'
import { type Context, requireUser } from '../../../platform/context.server.ts'
import type { Database, Tx } from '../../../platform/database/database.server.ts'
import { writeAudit } from '../../audit/queries.server.ts'
import { lockOrder } from '../../orders/attempt-queries.server.ts'
import { findOrder, type OrderRow } from '../../orders/order-queries.server.ts'
import { refuseOwnOrder } from '../../orders/own-order.ts'
import { openOrderOf } from '../../orders/queries.server.ts'
import { staffOrder } from '../../orders/staff.server.ts'
import { expireOverdueFor, recordOrderEvent } from '../../orders/transition-queries.server.ts'
import { moveOrder as giveSeatIn, targetsOf, traceOf } from '../action-queries.server.ts'
import type { runsEndpoints } from '../contract.ts'
import { coursePrice, type LockedRun, lockRun } from '../queries.server.ts'
import { mailMovedByHand } from '../run-mails.server.ts'
import { leaveLine } from '../waiting-queries.server.ts'
import { hasOpenRefund, whyItStays } from './movable.server.ts'
import type { REFUSALS } from './order-move-contract.ts'

type Calls = typeof runsEndpoints
type Refusal = (typeof REFUSALS)[number]

export async function orderMovePreview(ctx: Context, { id }: Input<Calls['orderMovePreview']>) {
  const staffId = requireUser(ctx).id
  return ctx.db.transaction().execute(async (tx) => {
    const order = await findOrder(tx, id)
    if (!order) throw new Problem('orderNotFound')
    const run = order.run ? await lockRun(tx, order.run.id) : undefined
    const refusal: Refusal | 'ownOrder' | null =
      order.userId === staffId ? 'ownOrder' : await whyItStaysInRun(tx, order, run)
    const stays = await whyItStays(tx, order, staffId)
    if (refusal !== null || !run) return { refusal, stays, targets: [], fingerprint: '' }
    const { targets, fingerprint } = await targetsFor(tx, order, run, ctx.now())
    return {
      ...{ refusal, stays },
      targets: targets
        .filter(({ seatsLeft }) => seatsLeft > 0)
        .map(({ priceHalalas: _, startsAt, city, ...target }) => ({
          ...target,
          startsAt: startsAt.toISOString(),
          city: city && inLang(city, ctx.lang),
        })),
      fingerprint,
    }
  })
}

/**
 * The seat, the trail and the mail are written together or not at all.
 * @throws Problem previewStale when the order, or the dates or price of a run, have changed since the preview
 */
export async function moveOrder(ctx: Context, { id, runId, fingerprint: shown, reason }: Input<Calls['moveOrder']>) {
  const staffId = requireUser(ctx).id
  const found = await findOrder(ctx.db, id)
  if (!found) throw new Problem('orderNotFound')
  refuseOwnOrder(found, staffId)
  await ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    const { order, run } = await lockedOrder(tx, found, runId)
    const { targets, fingerprint } = await targetsFor(tx, order, run, now)
    if (fingerprint !== shown) throw new Problem('previewStale')
    const target = targets.find((one) => one.id === runId)
    if (!target) throw new Problem('targetRunUnfit')
    await expireOverdueFor(tx, { scheduleId: runId, couponId: null, userId: order.userId }, now)
    if (await openOrderOf(tx, order.userId, run.courseId, runId)) throw new Problem('learnerEnrolled')
    if (!(await giveSeatIn(tx, id, runId))) throw new Problem('seatsGone')
    await leaveLine(tx, runId, order.userId, now)
    const { differenceHalalas } = target
    const details = { from: run.id, to: runId, differenceHalalas }
    await recordOrderEvent(tx, id, 'movedToRun', { by: 'staff', staffId, note: reason, now, details })
    // The reason is not logged: it may be about a person, whose data are deleted with the account.
    await writeAudit(tx, ctx, {
      ...{ action: 'order.move', reference: order.reference, detail: { differenceHalalas } },
      before: { runId: run.id, startsAt: run.startsAt },
      after: { runId, startsAt: target.startsAt },
    })
    const move = { id: randomUUID(), formerStart: run.startsAt, reason }
    await mailMovedByHand(tx, ctx.settings, id, move, now)
  })
  return staffOrder(ctx, { id })
}

/**
 * The order under its locks: runs first, in the order of their ids, then the order, as placing and paying lock them.
 * Cancelling a run locks it too, so that no order leaves a run whose refunds have begun.
 */
async function lockedOrder(tx: Tx, { id, run }: OrderRow, targetId: number) {
  if (!run) throw new Problem('orderNotInRun')
  const locked = new Map<number, LockedRun | undefined>()
  for (const runId of [run.id, targetId].sort((one, other) => one - other)) locked.set(runId, await lockRun(tx, runId))
  await lockOrder(tx, id)
  const order = await findOrder(tx, id)
  const own = locked.get(run.id)
  if (!order || !own || order.run?.id !== run.id) throw new Problem('previewStale')
  const refusal = await whyItStaysInRun(tx, order, own)
  if (refusal) throw new Problem(refusal)
  return { order, run: own }
}

async function whyItStaysInRun(db: Database, order: OrderRow, run: LockedRun | undefined): Promise<Refusal | null> {
  if (order.status !== 'paid' || !run) return 'orderNotInRun'
  if (run.cancelledAt) return 'runCancelled'
  const { isAttended, isCertified } = await traceOf(db, order.id)
  if (isCertified) return 'orderCertified'
  if (isAttended) return 'orderAttended'
  return (await hasOpenRefund(db, order.id)) ? 'orderRefundOpen' : null
}

/** Seats are left out of the fingerprint: others may order meanwhile, as long as one is left. */
async function targetsFor(db: Database, order: OrderRow, run: LockedRun, now: Date) {
  const price = run.priceHalalas ?? (await coursePrice(db, run.courseId))
  const targets = (await targetsOf(db, run, now)).map((target) => ({
    ...target,
    differenceHalalas: target.priceHalalas - price,
  }))
  const shown = [
    order.id,
    run.id,
    targets.map(({ id, startsAt, differenceHalalas }) => [id, startsAt, differenceHalalas]),
  ]
  const fingerprint = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 32)
  return { targets, fingerprint }
}
