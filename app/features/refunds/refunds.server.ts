/** Refunds: the learner's request and the decision of staff. */
import { randomUUID } from 'node:crypto'
import type { Institute } from '../../../db/shapes.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { scopesOf } from '../../api/rights.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { finishRefund } from '../ledger/apply-refund.server.ts'
import {
  mailAccountNeeded,
  mailRefundAgreed,
  mailRefundDeclined,
  mailRefundRequested,
  mailRefundWithdrawn,
} from '../ledger/refund-mails.server.ts'
import {
  declineRefund as decline,
  findRefund,
  findRefundable,
  grantRefund,
  insertRefund,
  type Refundable,
  withdrawRefund as withdraw,
} from '../ledger/refund-queries.server.ts'
import { leftOf, sharesOf } from '../ledger/shares.ts'
import { isSentByHand, lockOrder, lockRunOfCompanySeat } from '../orders/attempt-queries.server.ts'
import { findOrder, type OrderRow } from '../orders/order-queries.server.ts'
import { needsRefundAccount, orderView } from '../orders/order-views.server.ts'
import { refuseOwnOrder } from '../orders/own-order.ts'
import { findInstitute } from '../orders/queries.server.ts'
import { storeRefundAccount } from '../orders/refund-account/refund-account.server.ts'
import { type RefundRow, refundsOf } from '../orders/refund-row-queries.server.ts'
import { freeExitUntil, isRefundUnderWay, refundUntil } from '../orders/refund-window.ts'
import { staffOrder } from '../orders/staff.server.ts'
import { recordOrderEvent } from '../orders/transition-queries.server.ts'
import { closeUnowedPart } from '../payments/apply-payment.server.ts'
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
  withdrawRefund,
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
    const attemptId = (await findRefundable(tx, id))[0]?.attemptId ?? null
    const refund = { id: randomUUID(), orderId: id, attemptId, reason, now } as const
    if (!(await insertRefund(tx, { ...refund, status: 'requested', requestedBy: learner.id })))
      throw new Problem('refundAsked')
    await recordOrderEvent(tx, id, 'refundRequested', { by: 'learner', now, details: { refund: refund.id } })
    // The institute moved the run: a learner who leaves because of that gets a full refund without a decision.
    if (freeExitUntil(order, now)) return refundWhole(tx, ctx, id, { reason, staffId: null })
    await mailRefundRequested(tx, ctx.settings, refund.id, now)
    await mailAccountNeeded(tx, ctx.settings, refund.id, now)
    await mailRefundRequest(tx, ctx.settings, (await findRefund(tx, refund.id))!, now)
    return []
  })
  for (const refundId of granted) await sendRefundNow(ctx, refundId)
  return orderView((await findOrder(ctx.db, id, learner.id))!, { ...ctx, institute })
}

/** @throws Problem orderNotRefundable, refundAsked, refundCourseFinished, refundCourseBegun, refundTooLate */
function checkRequest(order: OrderRow, institute: Institute | undefined, now: Date): void {
  if (order.status !== 'paid') throw new Problem('orderNotRefundable')
  if (isRefundUnderWay(order)) throw new Problem('refundAsked')
  if (order.isFinished) throw new Problem('refundCourseFinished')
  if (refundUntil(order, institute, now)) return
  const hasBegun = order.run !== null && new Date(order.run.startsAt) <= now
  throw new Problem(hasBegun ? 'refundCourseBegun' : 'refundTooLate')
}

async function withdrawRefund(ctx: Context, { id }: Input<Calls['withdrawRefund']>) {
  const learner = requireUser(ctx)
  await ctx.db.transaction().execute(async (tx) => {
    await lockOrder(tx, id)
    if (!(await findOrder(tx, id, learner.id))) throw new Problem('orderNotFound')
    const now = ctx.now()
    const request = (await refundsOf(tx, id)).find(({ status }) => status === 'requested')
    if (!request || !(await withdraw(tx, request.id, now))) throw new Problem('noRefundAsked')
    await recordOrderEvent(tx, id, 'refundWithdrawn', { by: 'learner', now, details: { refund: request.id } })
    await mailRefundWithdrawn(tx, ctx.settings, request.id, now)
  })
  const institute = await findInstitute(ctx.db)
  return orderView((await findOrder(ctx.db, id, learner.id))!, { ...ctx, institute })
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
  const refundIds = await ctx.db.transaction().execute((tx) => decide(tx, ctx, id, decision))
  for (const refundId of refundIds) await sendRefundNow(ctx, refundId)
  return staffOrder(ctx, { id })
}

type Decision = {
  reason: string
  /** What the decision answers, when staff saw a request. */
  requestId?: string | undefined
  amountHalalas?: number | undefined
  keepsSeat: boolean
  /** Of money that staff have sent back themselves. */
  sentByHand: { bankReference: string } | null
  staffId: number
}

/** @returns the ids of the decided refunds: one for each payment from which the amount is taken */
async function decide(tx: Tx, ctx: Context, orderId: string, decision: Decision): Promise<string[]> {
  await lockRunOfCompanySeat(tx, orderId)
  await lockOrder(tx, orderId)
  const order = await findOrder(tx, orderId)
  if (!order) throw new Problem('orderNotFound')
  refuseOwnOrder(order, decision.staffId)
  const now = ctx.now()
  const refunds = await refundsOf(tx, orderId)
  if (decision.requestId && !refunds.some(({ id, status }) => id === decision.requestId && status === 'requested'))
    throw new Problem('noRefundAsked')
  const unsent = decision.sentByHand
    ? refunds.findLast((refund) => canBeSentByHand(refund, order, decision))
    : undefined
  const refundable = unsent ? [] : await findRefundable(tx, orderId)
  if (!unsent && refundable.length === 0) throw new Problem('orderNotRefundable')
  if (!unsent) await refuseAboveLimit(tx, ctx, refunds, decision.amountHalalas ?? leftOf(refundable))
  const decided = unsent ? [unsent] : await startRefunds(tx, orderId, refunds, refundable, decision, now)
  for (const one of decided) await carryOut(tx, ctx, order, one, decision, now)
  const ids = decided.map(({ id }) => id)
  if (!decision.sentByHand) await mailRefundAgreed(tx, ctx.settings, orderId, ids, now)
  await closeUnowedPart(tx, ctx, orderId)
  return ids
}

/** Sent by hand it is done at once, and so is one of nothing; any other is sent by `sendRefundNow`, or its job. */
async function carryOut(
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  decided: RefundRow,
  { staffId, sentByHand, reason }: Decision,
  now: Date,
): Promise<void> {
  const byHand = sentByHand !== null
  const details = { refund: decided.id, amountHalalas: decided.amountHalalas, byHand, ...sentByHand }
  await recordOrderEvent(tx, order.id, 'refundDecided', { by: 'staff', staffId, now, details })
  await writeAudit(tx, ctx, { action: 'order.refund', reference: order.reference, detail: details })
  if (byHand || decided.attemptId === null) {
    const bankReference = sentByHand?.bankReference ?? null
    const isMoney = decided.attemptId !== null
    const refundByHand = { ...decided, decidedBy: staffId, decisionReason: reason, byHand: isMoney, bankReference }
    if (!(await finishRefund(tx, ctx, refundByHand, now))) throw new Problem('orderNotRefundable')
  } else {
    await enqueueRefund(tx, decided.id)
  }
}

/**
 * Ends no order: the caller has done so. Refunds an amount of what was paid, under the lock of the order.
 * @returns the ids of the refunds, for `sendRefundNow`
 * @throws Problem refundUnderWay, refundAboveLimit, validation
 */
export async function refundAmount(
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  { amountHalalas, reason, staffId }: { amountHalalas: number; reason: string; staffId: number },
): Promise<string[]> {
  const [refunds, now] = [await refundsOf(tx, order.id), ctx.now()]
  await refuseAboveLimit(tx, ctx, refunds, amountHalalas)
  const decision = { amountHalalas, reason, keepsSeat: false, sentByHand: null, staffId }
  const decided = await startRefunds(tx, order.id, refunds, await findRefundable(tx, order.id), decision, now)
  for (const one of decided) {
    await carryOut(tx, ctx, order, one, decision, now)
    await mailAccountNeeded(tx, ctx.settings, one.id, now)
  }
  return decided.map(({ id }) => id)
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

/** The learner's request becomes the first of them. */
async function startRefunds(
  tx: Tx,
  orderId: string,
  refunds: RefundRow[],
  payments: Refundable[],
  { reason, amountHalalas = leftOf(payments), keepsSeat, staffId }: Decision,
  now: Date,
): Promise<RefundRow[]> {
  const isOfThese = (refund: RefundRow) => payments.some(({ attemptId }) => attemptId === refund.attemptId)
  if (refunds.some((other) => ['sending', 'unclear'].includes(other.status) && isOfThese(other)))
    throw new Problem('refundUnderWay')
  const leftHalalas = leftOf(payments)
  if (amountHalalas > leftHalalas)
    throw new Problem('validation', {}, { amountHalalas: [`refundAtMost:${leftHalalas}`] })
  if (isRepeated(refunds, { amountHalalas, reason, staffId }, now)) throw new Problem('refundUnderWay')
  let request = refunds.find(({ status }) => status === 'requested')
  const started: RefundRow[] = []
  for (const share of amountHalalas === 0
    ? [{ ...payments[0]!, amountHalalas: 0 }]
    : sharesOf(payments, amountHalalas)) {
    const { attemptId } = share
    const common = { amountHalalas: share.amountHalalas, attemptId, reason, now }
    const decided = { ...common, keepsSeat: keepsSeat && amountHalalas < leftHalalas }
    const id = request?.id ?? randomUUID()
    const isStarted = request
      ? await grantRefund(tx, id, { ...decided, staffId })
      : await insertRefund(tx, { id, orderId, status: 'sending', decidedBy: staffId, ...decided })
    if (!isStarted) throw new Problem('refundUnderWay')
    request = undefined
    started.push((await findRefund(tx, id))!)
  }
  return started
}

const DUPLICATE_WINDOW_MS = 2 * MINUTE_MS

/**
 * A repeated submission, or a request sent again after its response was lost: same staff member, amount and reason. One
 * decision has one time, also where its amount was taken from several payments.
 */
function isRepeated(
  refunds: RefundRow[],
  request: { amountHalalas: number; reason: string; staffId: number },
  now: Date,
): boolean {
  const recent = refunds.filter(
    ({ status, decidedBy, reason, decidedAt }) =>
      status === 'done' &&
      decidedBy === request.staffId &&
      reason === request.reason &&
      now.getTime() - (decidedAt?.getTime() ?? 0) < DUPLICATE_WINDOW_MS,
  )
  const decisions = Map.groupBy(recent, ({ decidedAt }) => decidedAt?.getTime())
  return [...decisions.values()].some(
    (rows) => rows.reduce((sum, { amountHalalas }) => sum + (amountHalalas ?? 0), 0) === request.amountHalalas,
  )
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
