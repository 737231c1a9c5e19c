/**
 * The job that goes through the orders and the companies' purchases of a moved or cancelled run. Each is done in
 * transactions of its own, and what was done is written down with it: after a crash at any point the job continues where
 * it was.
 */
import { z } from 'zod'
import type { Services } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { forEachSettled } from '../../platform/for-each-settled.ts'
import { enqueue, PAYMENT_PRIORITY } from '../../platform/jobs.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { lockOrder } from '../orders/attempt-queries.server.ts'
import { findOrder, type OrderRow } from '../orders/order-queries.server.ts'
import { type RefundRow, refundsOf } from '../orders/refund-row-queries.server.ts'
import { endOrder, recordOrderEvent } from '../orders/transition-queries.server.ts'
import { cancelCheckouts } from '../payments/apply-payment.server.ts'
import { mailOrderCancelled } from '../payments/payment-mails.server.ts'
import { lockPurchaseOf, mailCompanyOfMove, settleCancelledPurchase } from '../quotes/seats/run-purchases.server.ts'
import { sendRefundNow } from '../refunds/refund-jobs.server.ts'
import { refundWhole } from '../refunds/whole-refund.server.ts'
import {
  findOpenAction,
  finishAction,
  forgottenActions,
  lockItem,
  lockPurchase,
  moveOrder,
  type OpenAction,
  type Outcome,
  openItems,
  openPurchases,
  setItem,
  setPurchaseDone,
} from './action-queries.server.ts'
import { lockRun } from './queries.server.ts'
import { mailRunCancelled, mailRunMoved, mailToOtherRun } from './run-mails.server.ts'

/** The number of orders of one job: even with a slow payment provider it ends before the queue's time limit. */
const BATCH_SIZE = 20

export async function enqueueAction(db: Database, id: string): Promise<void> {
  await enqueue(db, 'workRunAction', { id }, { key: `run-action:${id}`, priority: PAYMENT_PRIORITY })
}

const ActionToWork = z.object({ id: z.uuid() })

/** The job. @throws when some orders failed: the queue retries them */
export async function workRunAction(services: Services, payload: unknown): Promise<void> {
  const { id } = ActionToWork.parse(payload)
  const action = await findOpenAction(services.db, id)
  if (!action) return
  const orders = async () =>
    forEachSettled(await openItems(services.db, id, BATCH_SIZE), (orderId) => workItem(services, action, orderId))
  const purchases = async () =>
    forEachSettled(await openPurchases(services.db, id, BATCH_SIZE), (quoteId) =>
      workPurchase(services, action, quoteId),
    )
  await forEachSettled([orders, purchases], (work) => work())
  if (!(await finishAction(services.db, id, services.now()))) await enqueueAction(services.db, id)
}

/** The hourly job: resumes actions whose job was abandoned. */
export async function resumeRunActions({ db, now }: Services): Promise<void> {
  for (const id of await forgottenActions(db, new Date(now().getTime() - HOUR_MS))) await enqueueAction(db, id)
}

async function workItem(services: Services, action: OpenAction, orderId: string): Promise<void> {
  const work = action.kind === 'move' ? tellOfMove : settleCancelled
  const refundIds = await services.db.transaction().execute(async (tx) => {
    // Runs are locked before orders, in the order in which placing and paying take the locks. A company's seat goes back
    // to its run.
    if (action.kind === 'cancel') await lockRuns(tx, [action.runId, action.targetId])
    const item = await lockItem(tx, action.id, orderId)
    if (!item) return []
    if (item.refundId) return openRefundsBeside(await refundsOf(tx, orderId), item.refundId)
    await lockOrder(tx, orderId)
    const order = await findOrder(tx, orderId)
    const done = order ? await work(tx, services, action, order, item.wantsRefund) : 'nothing'
    if (typeof done === 'string') await setItem(tx, action.id, orderId, { outcome: done, now: services.now() })
    else await setItem(tx, action.id, orderId, { refundId: done.refundIds[0]! })
    return typeof done === 'string' ? [] : done.refundIds
  })
  if (refundIds.length === 0) return
  for (const id of refundIds) await sendRefundNow(services, id)
  await services.db.transaction().execute((tx) => finishRefunded(tx, services, action, orderId, refundIds))
}

/** What was begun before a crash: the refund that the item names, and those of the same decision. */
function openRefundsBeside(refunds: RefundRow[], refundId: string): string[] {
  const decidedAt = refunds.find(({ id }) => id === refundId)?.decidedAt?.getTime()
  return refunds.filter((one) => one.decidedAt?.getTime() === decidedAt).map(({ id }) => id)
}

async function lockRuns(tx: Tx, ids: (number | null)[]): Promise<void> {
  const known = ids.filter((id) => id !== null)
  for (const id of known.sort((one, other) => one - other)) await lockRun(tx, id)
}

/** The quote is locked before the run, as where seats are given back by hand. */
async function workPurchase(services: Services, action: OpenAction, quoteId: number): Promise<void> {
  const { id: actionId, runId, reason, formerStart } = action
  await services.db.transaction().execute(async (tx) => {
    const quote = (await lockPurchaseOf(tx, quoteId))!
    await lockRun(tx, runId)
    if (!(await lockPurchase(tx, actionId, quoteId))) return
    const work = { actionId, quote, runId, reason, formerStart }
    const settle = action.kind === 'move' ? mailCompanyOfMove : settleCancelledPurchase
    const done = await settle(tx, services, work)
    await setPurchaseDone(tx, actionId, quoteId, { ...done, now: services.now() })
  })
}

async function tellOfMove(tx: Tx, services: Services, action: OpenAction, order: OrderRow): Promise<Outcome> {
  // Staff may have moved it to another run meanwhile.
  if (order.run?.id !== action.runId) return 'nothing'
  if (order.status !== 'paid' && order.status !== 'pending') return 'nothing'
  const now = services.now()
  await recordOrderEvent(tx, order.id, 'runMoved', { ...byStaff(action), now })
  await mailRunMoved(tx, services.settings, order.id, action, now)
  return 'told'
}

const byStaff = ({ userId }: OpenAction) =>
  userId === null ? ({ by: 'clock' } as const) : ({ by: 'staff', staffId: userId } as const)

/** A learner moves to the other run, if there is one with a seat; otherwise the money goes back. */
async function settleCancelled(
  tx: Tx,
  services: Services,
  action: OpenAction,
  order: OrderRow,
  wantsRefund: boolean,
): Promise<Outcome | { refundIds: string[] }> {
  const now = services.now()
  if (order.status === 'pending') {
    await endOrder(tx, order.id, 'cancelled', { ...byStaff(action), now }, 'staff')
    await cancelCheckouts(tx, services, order.id)
    await mailOrderCancelled(tx, services.settings, order.id, action.reason, now)
    return 'cancelled'
  }
  if (order.status !== 'paid') return 'nothing'
  if (action.targetId !== null && !wantsRefund && (await moveOrder(tx, order.id, action.targetId))) {
    const details = { from: action.runId, to: action.targetId }
    await recordOrderEvent(tx, order.id, 'movedToRun', { ...byStaff(action), now, details })
    await mailToOtherRun(tx, services.settings, order.id, action, now)
    return 'moved'
  }
  const refundIds = await refundWhole(tx, services, order.id, {
    ...{ reason: action.reason, staffId: action.userId },
    // The mail about the run says it.
    asksForAccount: false,
  })
  if (refundIds.length === 0) return 'nothing'
  // The order's own entry: that of the run names no orders.
  const sent = (await refundsOf(tx, order.id)).filter(({ id }) => refundIds.includes(id))
  const detail = {
    ...{ run: action.runId, byHand: false },
    amountHalalas: sent.reduce((sum, { amountHalalas }) => sum + (amountHalalas ?? 0), 0),
  }
  const acting = { now: services.now, user: action.userId === null ? null : { id: action.userId } }
  await writeAudit(tx, acting, { action: 'order.refund', reference: order.reference, detail })
  return { refundIds }
}

/** The mail about a refund that is done says that the run was cancelled; others are told before their money comes. */
async function finishRefunded(tx: Tx, services: Services, action: OpenAction, orderId: string, refundIds: string[]) {
  if (!(await lockItem(tx, action.id, orderId))) return
  const now = services.now()
  const own = (await refundsOf(tx, orderId)).filter(({ id }) => refundIds.includes(id))
  const isDone = own.every(({ status }) => status === 'done')
  if (!isDone) await mailRunCancelled(tx, services.settings, orderId, action, now)
  await setItem(tx, action.id, orderId, { outcome: isDone ? 'refunded' : 'refund-under-way', now })
}
