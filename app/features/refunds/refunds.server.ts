/** Refunds: the learner's request and the decision of staff. */
import { randomUUID } from 'node:crypto'
import type { Institute } from '../../../db/shapes.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { scopesOf } from '../../api/rights.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { finishRefund } from '../ledger/apply-refund.server.ts'
import { mailAccountNeeded, mailRefundDeclined, mailRefundRequested } from '../ledger/refund-mails.server.ts'
import {
  declineRefund as decline,
  findRefund,
  findRefundable,
  grantRefund,
  insertRefund,
  type Refundable,
} from '../ledger/refund-queries.server.ts'
import { isSentByHand, lockOrder, lockRunOfCompanySeat } from '../orders/attempt-queries.server.ts'
import { findOrder, type OrderRow } from '../orders/order-queries.server.ts'
import { needsRefundAccount, orderView } from '../orders/order-views.server.ts'
import { refuseOwnOrder } from '../orders/own-order.ts'
import { findInstitute } from '../orders/queries.server.ts'
import { storeRefundAccount } from '../orders/refund-account/refund-account.server.ts'
import { type RefundRow, refundsOf } from '../orders/refund-row-queries.server.ts'
import { freeExitUntil, refundUntil } from '../orders/refund-window.ts'
import { staffOrder } from '../orders/staff.server.ts'
import { recordOrderEvent } from '../orders/transition-queries.server.ts'
import { mailRefundRequest } from '../payments/institute-mails.server.ts'
import type { refundsEndpoints } from './contract.ts'
import { enqueueRefund, sendRefundNow } from './refund-jobs.server.ts'
import { unsentRefundOperations } from './unsent-refunds.server.ts'
import { exportRefunds, waitingRefunds } from './waiting-refunds.server.ts'
import { refundWhole } from './whole-refund.server.ts'

type Calls = typeof refundsEndpoints

export const refundsOperations: Operations<Calls> = {
  waitingRefunds,
  exportRefunds,
  requestRefund,
  giveRefundAccount,
  refund,
  declineRefund,
  ...unsentRefundOperations,
}

async function requestRefund(ctx: Context, { id, reason }: Input<Calls['requestRefund']>) {
  const learner = requireUser(ctx)
  const institute = await findInstitute(ctx.db)
  const granted = await ctx.db.transaction().execute(async (tx) => {
    await lockRunOfCompanySeat(tx, id)
    await lockOrder(tx, id)
    const order = await findOrder(tx, id, learner.id)
    if (!order) throw new Problem('orderNotFound')
    checkRequest(order, institute, ctx.now())
    const now = ctx.now()
    const attemptId = (await findRefundable(tx, id))?.attemptId ?? null
    const refund = { id: randomUUID(), orderId: id, attemptId, reason, now } as const
    if (!(await insertRefund(tx, { ...refund, status: 'requested', requestedBy: learner.id })))
      throw new Problem('refundAsked')
    await recordOrderEvent(tx, id, 'refundRequested', { by: 'learner', now, details: { refund: refund.id } })
    // The institute moved the run: a learner who leaves because of that gets a full refund without a decision.
    if (freeExitUntil(order, now)) return refundWhole(tx, ctx, id, { reason, staffId: null })
    await mailRefundRequested(tx, ctx.settings, refund.id, now)
    await mailAccountNeeded(tx, ctx.settings, refund.id, now)
    await mailRefundRequest(tx, ctx.settings, (await findRefund(tx, refund.id))!, now)
    return undefined
  })
  if (granted !== undefined) await sendRefundNow(ctx, granted)
  return orderView((await findOrder(ctx.db, id, learner.id))!, { ...ctx, institute })
}

/** @throws Problem orderNotRefundable, refundAsked, refundCourseBegun, refundTooLate */
function checkRequest(order: OrderRow, institute: Institute | undefined, now: Date): void {
  if (order.status !== 'paid') throw new Problem('orderNotRefundable')
  if (order.refunds.some(({ requested }) => requested)) throw new Problem('refundAsked')
  if (refundUntil(order, institute, now)) return
  const hasBegun = order.run !== null && new Date(order.run.startsAt) <= now
  throw new Problem(hasBegun ? 'refundCourseBegun' : 'refundTooLate')
}

async function giveRefundAccount(ctx: Context, { id, iban, holder }: Input<Calls['giveRefundAccount']>) {
  const learner = requireUser(ctx)
  await ctx.db.transaction().execute(async (tx) => {
    await lockOrder(tx, id)
    const order = await findOrder(tx, id, learner.id)
    if (!order) throw new Problem('orderNotFound')
    if (!needsRefundAccount(order)) throw new Problem('noRefundByTransfer')
    await storeRefundAccount(tx, ctx, id, { iban, holder })
    await recordOrderEvent(tx, id, 'refundAccountGiven', { by: 'learner', now: ctx.now() })
  })
  const institute = await findInstitute(ctx.db)
  return orderView((await findOrder(ctx.db, id, learner.id))!, { ...ctx, institute })
}

async function refund(ctx: Context, { id, keepsSeat, byHand, bankReference, ...request }: Input<Calls['refund']>) {
  if (byHand && !bankReference) throw new Problem('validation', {}, { bankReference: ['required'] })
  const sentByHand = byHand && bankReference ? { bankReference } : null
  const decision = { ...request, keepsSeat: keepsSeat ?? false, sentByHand, staffId: requireUser(ctx).id }
  const refundId = await ctx.db.transaction().execute((tx) => decide(tx, ctx, id, decision))
  await sendRefundNow(ctx, refundId)
  return staffOrder(ctx, { id })
}

type Decision = {
  reason: string
  amountHalalas?: number | undefined
  keepsSeat: boolean
  /** Of money that staff have sent back themselves. */
  sentByHand: { bankReference: string } | null
  staffId: number
}

/** @returns the id of the decided refund */
async function decide(tx: Tx, ctx: Context, orderId: string, decision: Decision): Promise<string> {
  await lockRunOfCompanySeat(tx, orderId)
  await lockOrder(tx, orderId)
  const order = await findOrder(tx, orderId)
  if (!order) throw new Problem('orderNotFound')
  refuseOwnOrder(order, decision.staffId)
  const now = ctx.now()
  const refunds = await refundsOf(tx, orderId)
  const unsent = decision.sentByHand
    ? refunds.findLast((refund) => canBeSentByHand(refund, order, decision))
    : undefined
  const refundable = unsent ? undefined : await findRefundable(tx, orderId)
  if (!unsent && !refundable) throw new Problem('orderNotRefundable')
  if (!unsent) await refuseAboveLimit(tx, ctx, refunds, decision.amountHalalas ?? refundable!.leftHalalas)
  const decided = unsent ?? (await startRefund(tx, orderId, refunds, refundable!, decision, now))
  const { staffId, sentByHand, reason } = decision
  const byHand = sentByHand !== null
  const details = { refund: decided.id, amountHalalas: decided.amountHalalas, byHand, ...sentByHand }
  await recordOrderEvent(tx, orderId, 'refundDecided', { by: 'staff', staffId, now, details })
  await writeAudit(tx, ctx, { action: 'order.refund', reference: order.reference, detail: details })
  if (byHand || decided.attemptId === null) {
    const bankReference = sentByHand?.bankReference ?? null
    const isMoney = decided.attemptId !== null
    const refundByHand = { ...decided, decidedBy: staffId, decisionReason: reason, byHand: isMoney, bankReference }
    if (!(await finishRefund(tx, ctx, refundByHand, now))) throw new Problem('orderNotRefundable')
  } else {
    await enqueueRefund(tx, decided.id)
    await mailAccountNeeded(tx, ctx.settings, decided.id, now)
  }
  return decided.id
}

/**
 * The Owner's limit for Admins counts all refunds of one order together, by whomever they were sent.
 * @throws Problem refundAboveLimit
 */
export async function refuseAboveLimit(
  tx: Tx,
  ctx: Context,
  refunds: RefundRow[],
  amountHalalas: number,
): Promise<void> {
  if (scopesOf(ctx.user, 'refunds.send').has('all')) return
  const limitHalalas = (await findInstitute(tx))?.adminRefundHalalas
  if (limitHalalas === undefined) return
  const sent = refunds.filter(({ status }) => SENT.includes(status))
  const total = sent.reduce((sum, refund) => sum + (refund.amountHalalas ?? 0), amountHalalas)
  if (total > limitHalalas) throw new Problem('refundAboveLimit', { limitHalalas })
}

const SENT: readonly string[] = ['sending', 'unclear', 'refused', 'done']

/** A refund that the provider refused or left unclear, or one of a bank transfer, which can only be sent by hand. */
function canBeSentByHand(refund: RefundRow, order: OrderRow, { amountHalalas }: Decision): boolean {
  if (amountHalalas !== undefined && amountHalalas !== refund.amountHalalas) return false
  if (refund.status === 'refused' || refund.status === 'unclear') return true
  const attempt = order.attempts.find(({ id }) => id === refund.attemptId)
  return refund.status === 'sending' && isSentByHand(attempt?.provider)
}

async function startRefund(
  tx: Tx,
  orderId: string,
  refunds: RefundRow[],
  { attemptId, leftHalalas }: Refundable,
  { reason, amountHalalas = leftHalalas, keepsSeat, staffId }: Decision,
  now: Date,
): Promise<RefundRow> {
  if (refunds.some((other) => ['sending', 'unclear'].includes(other.status) && other.attemptId === attemptId))
    throw new Problem('refundUnderWay')
  if (amountHalalas > leftHalalas)
    throw new Problem('validation', {}, { amountHalalas: [`refundAtMost:${leftHalalas}`] })
  if (refunds.some((other) => isRepeated(other, { amountHalalas, reason, staffId }, now)))
    throw new Problem('refundUnderWay')
  const common = { amountHalalas, attemptId, keepsSeat: keepsSeat && amountHalalas < leftHalalas, reason, now }
  const request = refunds.find(({ status }) => status === 'requested')
  const id = request?.id ?? randomUUID()
  const isStarted = request
    ? await grantRefund(tx, request.id, { ...common, staffId })
    : await insertRefund(tx, { id, orderId, status: 'sending', decidedBy: staffId, ...common })
  if (!isStarted) throw new Problem('refundUnderWay')
  return (await findRefund(tx, id))!
}

const DUPLICATE_WINDOW_MS = 2 * MINUTE_MS

/** A repeated submission, or a request sent again after its response was lost: same staff member, amount and reason. */
function isRepeated(
  { status, decidedBy, amountHalalas, reason, decidedAt }: RefundRow,
  request: { amountHalalas: number; reason: string; staffId: number },
  now: Date,
): boolean {
  const isSame = decidedBy === request.staffId && amountHalalas === request.amountHalalas && reason === request.reason
  return status === 'done' && isSame && now.getTime() - (decidedAt?.getTime() ?? 0) < DUPLICATE_WINDOW_MS
}

async function declineRefund(ctx: Context, { id, reason }: Input<Calls['declineRefund']>) {
  const staffId = requireUser(ctx).id
  await ctx.db.transaction().execute(async (tx) => {
    await lockOrder(tx, id)
    const order = await findOrder(tx, id)
    if (!order) throw new Problem('orderNotFound')
    refuseOwnOrder(order, staffId)
    const now = ctx.now()
    const request = (await refundsOf(tx, id)).find(({ status }) => status === 'requested')
    if (!request || !(await decline(tx, request.id, { answer: reason, staffId, now })))
      throw new Problem('noRefundAsked')
    const details = { refund: request.id }
    await recordOrderEvent(tx, id, 'refundDeclined', { by: 'staff', staffId, now, details })
    await writeAudit(tx, ctx, { action: 'order.decline-refund', reference: order.reference, detail: details })
    await mailRefundDeclined(tx, ctx.settings, request.id, now)
  })
  return staffOrder(ctx, { id })
}
