/** Who may ask for money back, and what staff decide. */
import { randomUUID } from 'node:crypto'
import type { Institute } from '../../../db/shapes.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { MINUTE_MS, SECOND_MS } from '../../platform/durations.ts'
import { enqueue, PAYMENT_PRIORITY } from '../../platform/jobs.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { finishRefund } from '../ledger/apply-refund.server.ts'
import { mailRefundDeclined, mailRefundRequested } from '../ledger/refund-mails.server.ts'
import {
  declineRefund as decline,
  findRefund,
  findRefundable,
  grantRefund,
  insertRefund,
  type Refundable,
} from '../ledger/refund-queries.server.ts'
import { lockOrder } from '../orders/attempt-queries.server.ts'
import { findOrder, type OrderRow } from '../orders/order-queries.server.ts'
import { orderView } from '../orders/order-views.server.ts'
import { findInstitute } from '../orders/queries.server.ts'
import { type RefundRow, refundsOf } from '../orders/refund-row-queries.server.ts'
import { refundUntil } from '../orders/refund-window.ts'
import { staffOrder } from '../orders/staff.server.ts'
import { recordOrderEvent } from '../orders/transition-queries.server.ts'
import { mailRefundRequest } from '../payments/institute-mails.server.ts'
import type { refundsEndpoints } from './contract.ts'
import { refundJobKey, sendRefund } from './refund-jobs.server.ts'

type Calls = typeof refundsEndpoints

export const refundsOperations: Operations<Calls> = { requestRefund, refund, declineRefund }

async function requestRefund(ctx: Context, { id, reason }: Input<Calls['requestRefund']>) {
  const learner = requireUser(ctx)
  const institute = await findInstitute(ctx.db)
  await ctx.db.transaction().execute(async (tx) => {
    await lockOrder(tx, id)
    const order = await findOrder(tx, id, learner.id)
    if (!order) throw new Problem('orderNotFound')
    refuseRequest(order, institute, ctx.now())
    const now = ctx.now()
    const attemptId = (await findRefundable(tx, id))?.attemptId ?? null
    const refund = { id: randomUUID(), orderId: id, attemptId, reason, now } as const
    if (!(await insertRefund(tx, { ...refund, status: 'requested', requestedBy: learner.id })))
      throw new Problem('refundAsked')
    await recordOrderEvent(tx, id, 'refundRequested', { by: 'learner', now, details: { refund: refund.id } })
    await mailRefundRequested(tx, ctx.settings, refund.id, now)
    await mailRefundRequest(tx, ctx.settings, (await findRefund(tx, refund.id))!, now)
  })
  return orderView((await findOrder(ctx.db, id, learner.id))!, { ...ctx, institute })
}

function refuseRequest(order: OrderRow, institute: Institute | undefined, now: Date): void {
  if (order.status !== 'paid') throw new Problem('orderNotRefundable')
  if (order.refunds.some(({ requested }) => requested)) throw new Problem('refundAsked')
  if (refundUntil(order, institute, now)) return
  const hasBegun = order.run !== null && new Date(order.run.startsAt) <= now
  throw new Problem(hasBegun ? 'refundCourseBegun' : 'refundTooLate')
}

async function refund(ctx: Context, { id, reason, amountHalalas, keepsSeat, byHand }: Input<Calls['refund']>) {
  const staffId = requireUser(ctx).id
  const decision = { reason, amountHalalas, keepsSeat: keepsSeat ?? false, byHand: byHand ?? false, staffId }
  const refundId = await ctx.db.transaction().execute((tx) => decide(tx, ctx, id, decision))
  // Asked at once, so that staff see what came of it; the job asks again where the provider is silent.
  await sendRefund(ctx, { id: refundId }).catch(async (error) => {
    ctx.log.warn({ err: error }, 'a refund waits for its job')
    await enqueue(ctx.db, 'sendRefund', { id: refundId }, sendingNow(refundId))
  })
  return staffOrder(ctx, { id })
}

/**
 * The job leaves the refund to the request that decided it, for longer than a provider may take to answer: of two that
 * ask at the same moment one is refused, and staff would not see what came of theirs.
 */
const ASKED_AT_ONCE_MS = 15 * SECOND_MS
const sendingNow = (id: string) => ({ key: refundJobKey(id), priority: PAYMENT_PRIORITY })

type Decision = {
  reason: string
  amountHalalas: number | undefined
  keepsSeat: boolean
  byHand: boolean
  staffId: number
}

/** The refund that comes of it. */
async function decide(tx: Tx, ctx: Context, orderId: string, decision: Decision): Promise<string> {
  await lockOrder(tx, orderId)
  const order = await findOrder(tx, orderId)
  if (!order) throw new Problem('orderNotFound')
  const now = ctx.now()
  const all = await refundsOf(tx, orderId)
  const unsent = decision.byHand ? all.findLast((one) => canBeSentByHand(one, order, decision)) : undefined
  const refundable = unsent ? undefined : await findRefundable(tx, orderId)
  if (!unsent && !refundable) throw new Problem('orderNotRefundable')
  const chosen = unsent ?? (await newRefund(tx, orderId, all, refundable!, decision, now))
  const { staffId, byHand, reason } = decision
  const details = { refund: chosen.id, amountHalalas: chosen.amountHalalas, byHand }
  await recordOrderEvent(tx, orderId, 'refundDecided', { by: 'staff', staffId, now, details })
  await writeAudit(tx, {
    at: now,
    userId: staffId,
    action: 'order.refund',
    reference: order.reference,
    detail: details,
  })
  if (byHand || chosen.attemptId === null) {
    const sent = { ...chosen, decidedBy: staffId, decisionReason: reason, byHand: chosen.attemptId !== null }
    if (!(await finishRefund(tx, ctx, sent, now))) throw new Problem('orderNotRefundable')
  } else await enqueue(tx, 'sendRefund', { id: chosen.id }, { ...sendingNow(chosen.id), delayMs: ASKED_AT_ONCE_MS })
  return chosen.id
}

/** What the provider refused to send, or what came by bank transfer and can go back no other way. */
function canBeSentByHand(refund: RefundRow, order: OrderRow, { amountHalalas }: Decision): boolean {
  if (amountHalalas !== undefined && amountHalalas !== refund.amountHalalas) return false
  if (refund.status === 'refused') return true
  const attempt = order.attempts.find(({ id }) => id === refund.attemptId)
  return refund.status === 'sending' && attempt?.provider === 'transfer'
}

async function newRefund(
  tx: Tx,
  orderId: string,
  all: RefundRow[],
  { attemptId, leftHalalas }: Refundable,
  { reason, amountHalalas = leftHalalas, keepsSeat, staffId }: Decision,
  now: Date,
): Promise<RefundRow> {
  if (all.some((one) => one.status === 'sending' && one.attemptId === attemptId)) throw new Problem('refundUnderWay')
  if (amountHalalas > leftHalalas)
    throw new Problem('validation', {}, { amountHalalas: [`refundAtMost:${leftHalalas}`] })
  if (all.some((one) => isRepeated(one, { amountHalalas, reason, staffId }, now))) throw new Problem('refundUnderWay')
  const common = { amountHalalas, attemptId, keepsSeat: keepsSeat && amountHalalas < leftHalalas, reason, now }
  const asked = all.find(({ status }) => status === 'requested')
  const id = asked?.id ?? randomUUID()
  const done = asked
    ? await grantRefund(tx, asked.id, { ...common, staffId })
    : await insertRefund(tx, { id, orderId, status: 'sending', decidedBy: staffId, ...common })
  if (!done) throw new Problem('refundUnderWay')
  return (await findRefund(tx, id))!
}

const REPEATED_WITHIN_MS = 2 * MINUTE_MS

/** A second press, or a request sent again after its answer was lost: the same words about the same money. */
function isRepeated(
  { status, decidedBy, amountHalalas, reason, decidedAt }: RefundRow,
  asked: { amountHalalas: number; reason: string; staffId: number },
  now: Date,
): boolean {
  const isAlike = decidedBy === asked.staffId && amountHalalas === asked.amountHalalas && reason === asked.reason
  return status === 'done' && isAlike && now.getTime() - (decidedAt?.getTime() ?? 0) < REPEATED_WITHIN_MS
}

async function declineRefund(ctx: Context, { id, reason }: Input<Calls['declineRefund']>) {
  const staffId = requireUser(ctx).id
  await ctx.db.transaction().execute(async (tx) => {
    await lockOrder(tx, id)
    const order = await findOrder(tx, id)
    if (!order) throw new Problem('orderNotFound')
    const now = ctx.now()
    const asked = (await refundsOf(tx, id)).find(({ status }) => status === 'requested')
    if (!asked || !(await decline(tx, asked.id, { answer: reason, staffId, now }))) throw new Problem('noRefundAsked')
    const details = { refund: asked.id }
    await recordOrderEvent(tx, id, 'refundDeclined', { by: 'staff', staffId, now, details })
    const entry = { at: now, userId: staffId, action: 'order.decline-refund', reference: order.reference }
    await writeAudit(tx, { ...entry, detail: details })
    await mailRefundDeclined(tx, ctx.settings, asked.id, now)
  })
  return staffOrder(ctx, { id })
}
