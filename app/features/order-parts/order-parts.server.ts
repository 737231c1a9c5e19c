/** The later parts of an order: paying them, and what staff do about one that was missed. */
import { randomUUID } from 'node:crypto'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { findRefundable } from '../ledger/refund-queries.server.ts'
import { leftOf } from '../ledger/shares.ts'
import { insertAttempt, lockOrder } from '../orders/attempt-queries.server.ts'
import { findOrder, type OrderRow } from '../orders/order-queries.server.ts'
import { RESERVATION_MS } from '../orders/order-state.ts'
import { refuseOwnOrder } from '../orders/own-order.ts'
import { isMissed } from '../orders/parts/missed.ts'
import { mailEndedForPart, mailPartDecision } from '../orders/parts/part-mails.server.ts'
import { nextPartOf, type PartRow } from '../orders/parts/part-queries.server.ts'
import { staffOrder } from '../orders/staff.server.ts'
import { endOrder, recordOrderEvent } from '../orders/transition-queries.server.ts'
import { endOf } from '../payment-plans/schedule.ts'
import { cancelCheckouts } from '../payments/apply-payment.server.ts'
import { bookPart } from '../payments/part-payments.server.ts'
import { openPayment } from '../payments/payments.server.ts'
import { sendRefundNow } from '../refunds/refund-jobs.server.ts'
import { refundAmount } from '../refunds/refunds.server.ts'
import type { orderPartsEndpoints } from './contract.ts'
import { recentAttemptOf, setAccessPaused, setDueAt } from './queries.server.ts'

type Calls = typeof orderPartsEndpoints

export const orderPartsOperations: Operations<Calls> = {
  ...{ payPart, recordPart, extendPart, pauseAccess, resumeAccess, endMissedPreview, endMissed },
}

/** A page younger than this is used again: it ends with the time for which it was opened. */
const CHECKOUT_REUSE_MS = RESERVATION_MS / 2
const MAX_PAGES_PER_HOUR = 30

async function payPart(ctx: Context, { id, part }: Input<Calls['payPart']>) {
  const learner = requireUser(ctx)
  await limit(ctx, `parts:${learner.id}`, MAX_PAGES_PER_HOUR, HOUR_SECONDS)
  const until = await ctx.db.transaction().execute((tx) => openPart(tx, ctx, { id, part, userId: learner.id }))
  return { paymentUrl: await openPayment(ctx, id, { part, until }) }
}

/**
 * Uses the open payment page of the part again, or closes an older one and prepares another.
 * @returns until when it can be paid there
 */
async function openPart(
  tx: Tx,
  ctx: Context,
  { id, part, userId }: { id: string; part: number; userId: number },
): Promise<Date> {
  await lockOrder(tx, id)
  if (!(await findOrder(tx, id, userId))) throw new Problem('orderNotFound')
  const next = await nextPartOf(tx, id)
  if (next?.part !== part) throw new Problem('partNotOwed')
  const now = ctx.now()
  const { name: provider } = ctx.payment
  const since = new Date(now.getTime() - CHECKOUT_REUSE_MS)
  const recent = await recentAttemptOf(tx, id, part, provider, since)
  if (recent) return new Date(recent.createdAt.getTime() + RESERVATION_MS)
  await cancelCheckouts(tx, ctx, id)
  const { amountHalalas } = next
  await insertAttempt(tx, { id: randomUUID(), orderId: id, part, provider, amountHalalas, now })
  return new Date(now.getTime() + RESERVATION_MS)
}

async function recordPart(ctx: Context, { id, part, by, amountHalalas, moneyReference }: Input<Calls['recordPart']>) {
  await ctx.db
    .transaction()
    .execute((tx) => bookPart(tx, ctx, id, { part, provider: by, amountHalalas, moneyReference }))
  return staffOrder(ctx, { id })
}

type Owed = { order: OrderRow; next: PartRow }

/** Under the lock of the order. @throws Problem orderNotFound, ownOrder, partNotOwed */
async function requireOwed(tx: Tx, ctx: Context, id: string): Promise<Owed> {
  await lockOrder(tx, id)
  const order = await findOrder(tx, id)
  if (!order) throw new Problem('orderNotFound')
  refuseOwnOrder(order, requireUser(ctx).id)
  const next = await nextPartOf(tx, id)
  if (!next) throw new Problem('partNotOwed')
  return { order, next }
}

/** @throws Problem partNotMissed, and those of `requireOwed` */
async function requireMissed(tx: Tx, ctx: Context, id: string): Promise<Owed> {
  const owed = await requireOwed(tx, ctx, id)
  if (!isMissed(owed.next.dueAt, ctx.now())) throw new Problem('partNotMissed')
  return owed
}

/** What its learner was trained for is owed: no part of it is given up, or put off. */
function refuseAfterRun({ run }: OrderRow, now: Date): void {
  if (run && new Date(run.endsAt) <= now) throw new Problem('runIsOver')
}

async function extendPart(ctx: Context, { id, part, day, note }: Input<Calls['extendPart']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const { order, next } = await requireOwed(tx, ctx, id)
    const now = ctx.now()
    refuseAfterRun(order, now)
    // The one that was shown may have been paid meanwhile.
    if (next.part !== part) throw new Problem('partNotOwed')
    if (day <= dayOf(now)) throw new Problem('validation', {}, { day: ['dayPast'] })
    if (order.run && day > dayOf(new Date(order.run.endsAt))) throw new Problem('validation', {}, { day: ['afterRun'] })
    const run = order.run && { startsAt: new Date(order.run.startsAt), endsAt: new Date(order.run.endsAt) }
    const dueAt = endOf(day, { run })
    if (dueAt <= next.dueAt) throw new Problem('validation', {}, { day: ['notLater'] })
    const following = order.parts.find((one) => one.part === part + 1)
    if (following && dueAt > new Date(following.dueAt)) throw new Problem('validation', {}, { day: ['afterNextPart'] })
    if (!(await setDueAt(tx, { orderId: id, part, dueAt }))) throw new Problem('partNotOwed')
    const facts = { part, from: next.dueAt.toISOString(), to: dueAt.toISOString() }
    await record(tx, ctx, order, 'partExtended', 'order.extend-part', note, facts)
    await mailPartDecision(tx, ctx.settings, 'extended', { orderId: id, part, now })
  })
  return staffOrder(ctx, { id })
}

async function pauseAccess(ctx: Context, { id, note }: Input<Calls['pauseAccess']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const { order, next } = await requireMissed(tx, ctx, id)
    if (order.accessPausedAt) return
    const now = ctx.now()
    await setAccessPaused(tx, id, now)
    await record(tx, ctx, order, 'accessPaused', 'order.pause-access', note, { part: next.part })
    await mailPartDecision(tx, ctx.settings, 'paused', { orderId: id, part: next.part, now })
  })
  return staffOrder(ctx, { id })
}

async function resumeAccess(ctx: Context, { id, note }: Input<Calls['resumeAccess']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const { order, next } = await requireOwed(tx, ctx, id)
    if (!order.accessPausedAt) return
    await setAccessPaused(tx, id, null)
    await record(tx, ctx, order, 'accessResumed', 'order.resume-access', note, { part: next.part })
    await mailPartDecision(tx, ctx.settings, 'resumed', { orderId: id, part: next.part, now: ctx.now() })
  })
  return staffOrder(ctx, { id })
}

async function endMissedPreview(ctx: Context, { id }: { id: string }) {
  return ctx.db.transaction().execute(async (tx) => {
    const { order, next } = await requireMissed(tx, ctx, id)
    refuseAfterRun(order, ctx.now())
    return {
      paidHalalas: leftOf(await findRefundable(tx, id)),
      unpaidHalalas: order.unpaidHalalas,
      part: next.part,
    }
  })
}

async function endMissed(ctx: Context, { id, refundHalalas, paidHalalas, reason }: Input<Calls['endMissed']>) {
  const staffId = requireUser(ctx).id
  const refundIds = await ctx.db.transaction().execute(async (tx) => {
    const { order, next } = await requireMissed(tx, ctx, id)
    const now = ctx.now()
    refuseAfterRun(order, now)
    const paid = leftOf(await findRefundable(tx, id))
    if (paid !== paidHalalas) throw new Problem('previewStale')
    if (refundHalalas > paid) throw new Problem('validation', {}, { refundHalalas: [`refundAtMost:${paid}`] })
    if (order.refunds.some(({ status }) => status === 'sending' || status === 'unclear'))
      throw new Problem('refundUnderWay')
    const details = { part: next.part, refundHalalas, keptHalalas: paid - refundHalalas }
    if (!(await endOrder(tx, id, 'partMissed', { by: 'staff', staffId, note: reason, now, details })))
      throw new Problem('partNotOwed')
    await cancelCheckouts(tx, ctx, id)
    const { reference } = order
    await writeAudit(tx, ctx, { action: 'order.end-missed', reference, detail: details })
    await mailEndedForPart(tx, ctx.settings, { orderId: id, refundHalalas, reason, now })
    return refundHalalas > 0 ? refundAmount(tx, ctx, order, { amountHalalas: refundHalalas, reason, staffId }) : []
  })
  for (const refundId of refundIds) await sendRefundNow(ctx, refundId)
  return staffOrder(ctx, { id })
}

async function record(
  tx: Tx,
  ctx: Context,
  { id, reference }: OrderRow,
  event: 'partExtended' | 'accessPaused' | 'accessResumed',
  action: 'order.extend-part' | 'order.pause-access' | 'order.resume-access',
  note: string,
  details: Record<string, unknown>,
): Promise<void> {
  const staffId = requireUser(ctx).id
  await recordOrderEvent(tx, id, event, { by: 'staff', staffId, note, now: ctx.now(), details })
  await writeAudit(tx, ctx, { action, reference, detail: details })
}
