/** Chargebacks: recorded, answered, and decided by staff. Money is booked only when one is lost. */
import { randomUUID } from 'node:crypto'
import { cursorPage, placeOf, TimePlace } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { scopesOf } from '../../api/rights.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { commitFile, releaseFile } from '../files/files.server.ts'
import { finishRefund } from '../ledger/apply-refund.server.ts'
import { findRefund, insertRefund } from '../ledger/refund-queries.server.ts'
import { lockOrder } from '../orders/attempt-queries.server.ts'
import { findOrder } from '../orders/order-queries.server.ts'
import { refuseOwnOrder } from '../orders/own-order.ts'
import { findInstitute } from '../orders/queries.server.ts'
import { refundsOf } from '../orders/refund-row-queries.server.ts'
import { recordOrderEvent } from '../orders/transition-queries.server.ts'
import { bookLostDispute, lockPurchase } from '../purchase-payments/disputed-payments.server.ts'
import { numberOf, viewOf } from './case-view.server.ts'
import { CHARGEBACK_STATUSES, type chargebacksEndpoints } from './contract.ts'
import { storeEvidence } from './evidence.server.ts'
import { exportChargebacks } from './export.server.ts'
import { chargebacksOfPurchase, recordPurchaseChargeback } from './purchase-cases.server.ts'
import {
  answerChargeback,
  type ChargebackRow,
  cardPaymentOf,
  chargebacksOf,
  countChargebacks,
  endChargeback,
  findChargeback,
  findChargebacks,
  insertChargeback,
  insertNote,
} from './queries.server.ts'

type Calls = typeof chargebacksEndpoints

export const chargebacksOperations: Operations<Calls> = {
  chargebacks,
  exportChargebacks,
  chargebacksOfOrder,
  recordChargeback,
  chargebacksOfPurchase,
  recordPurchaseChargeback,
  noteChargeback,
  decideChargeback,
}

async function chargebacks(ctx: Context, { status, cursor, limit }: Input<Calls['chargebacks']>) {
  const place = placeOf(TimePlace, cursor)
  const after = place && { at: place.at, id: String(place.id) }
  const [rows, count, ...counts] = await Promise.all([
    findChargebacks(ctx.db, status, { limit: limit + 1, after }),
    countChargebacks(ctx.db, status, COUNT_CAP + 1),
    ...CHARGEBACK_STATUSES.map((one) => countChargebacks(ctx.db, one, COUNT_CAP)),
  ])
  const page = cursorPage(rows, limit, {
    itemOf: (row) => viewOf(ctx, row),
    placeOf: (row) => [row.createdAt.toISOString(), row.id],
  })
  const byStatus = Object.fromEntries(CHARGEBACK_STATUSES.map((one, at) => [one, counts[at]!]))
  return { ...page, ...cappedTotal(count), counts: byStatus as Record<(typeof CHARGEBACK_STATUSES)[number], number> }
}

async function chargebacksOfOrder(ctx: Context, { id }: { id: string }) {
  if (!(await findOrder(ctx.db, id))) throw new Problem('orderNotFound')
  const [rows, payment] = await Promise.all([chargebacksOf(ctx.db, id), cardPaymentOf(ctx.db, id)])
  return { items: rows.map((row) => viewOf(ctx, row)), leftHalalas: payment?.leftHalalas ?? 0 }
}

async function recordChargeback(ctx: Context, { id, reference = '', ...facts }: Input<Calls['recordChargeback']>) {
  const staffId = requireUser(ctx).id
  const chargebackId = randomUUID()
  await ctx.db.transaction().execute(async (tx) => {
    await lockOrder(tx, id)
    const order = await findOrder(tx, id)
    if (!order) throw new Problem('orderNotFound')
    refuseOwnOrder(order, staffId)
    const payment = await cardPaymentOf(tx, id, facts.amountHalalas)
    if (!payment) throw new Problem('noCardPayment')
    const { attemptId, leftHalalas } = payment
    const { amountHalalas = leftHalalas, reason, dueOn } = facts
    if (amountHalalas > leftHalalas)
      throw new Problem('validation', {}, { amountHalalas: [`refundAtMost:${leftHalalas}`] })
    const now = ctx.now()
    const one = { id: chargebackId, orderId: id, attemptId, reference, amountHalalas, reason, dueOn, now }
    if (!(await insertChargeback(tx, one))) throw new Problem('chargebackOpen')
    const details = { chargeback: chargebackId, amountHalalas, dueOn }
    await recordOrderEvent(tx, id, 'chargebackOpened', { by: 'staff', staffId, note: reason, now, details })
    await writeAudit(tx, ctx, { action: 'payment.chargeback', reference: order.reference, detail: details })
  })
  return viewOf(ctx, (await findChargeback(ctx.db, chargebackId))!)
}

/** The case under the lock of its order or purchase. @throws Problem notFound, ownOrder */
async function lockCase(tx: Tx, ctx: Context, id: string): Promise<ChargebackRow> {
  const found = await findChargeback(tx, id)
  if (!found) throw new Problem('notFound')
  if (found.orderId) await lockOrder(tx, found.orderId)
  if (found.quoteId) await lockPurchase(tx, found.quoteId)
  refuseOwnCase(found, ctx)
  return (await findChargeback(tx, id))!
}

/** What a company bought is nobody's own. @throws Problem ownOrder */
function refuseOwnCase({ userId }: ChargebackRow, ctx: Context): void {
  if (userId !== null) refuseOwnOrder({ userId }, requireUser(ctx).id)
}

async function noteChargeback(ctx: Context, { file, ...written }: Input<Calls['noteChargeback']>) {
  const { id } = written
  // Checked before the file, which is expensive to check.
  if (file) await requireOpenCase(ctx, id)
  const stored = file && (await storeEvidence(ctx, file))
  let isSaved = false
  try {
    await ctx.db.transaction().execute((tx) => writeNote(tx, ctx, { ...written, fileId: stored?.id }))
    isSaved = true
  } finally {
    if (stored && !isSaved) await releaseFile(ctx.db, stored.id)
  }
  return viewOf(ctx, (await findChargeback(ctx.db, id))!)
}

/** @throws Problem notFound, ownOrder, chargebackDecided */
async function requireOpenCase(ctx: Context, id: string): Promise<void> {
  const found = await findChargeback(ctx.db, id)
  if (!found) throw new Problem('notFound')
  refuseOwnCase(found, ctx)
  if (found.status !== 'open' && found.status !== 'answered') throw new Problem('chargebackDecided')
}

type Written = Omit<Input<Calls['noteChargeback']>, 'file'> & { fileId: string | undefined }

async function writeNote(tx: Tx, ctx: Context, { id, kind, note, dueOn, fileId }: Written): Promise<void> {
  const found = await lockCase(tx, ctx, id)
  if (!(await answerChargeback(tx, id, { isAnswered: kind === 'evidence', dueOn })))
    throw new Problem('chargebackDecided')
  if (fileId) await commitFile(tx, fileId, null)
  await insertNote(tx, { id, kind, note, by: requireUser(ctx).id, now: ctx.now(), fileId })
  const detail = { kind, dueOn, file: fileId }
  await writeAudit(tx, ctx, { action: 'payment.note-chargeback', reference: numberOf(found), detail })
}

async function decideChargeback(ctx: Context, { id, outcome, seat, reason }: Input<Calls['decideChargeback']>) {
  const staffId = requireUser(ctx).id
  await ctx.db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, ctx, id)
    if (found.status !== 'open' && found.status !== 'answered') throw new Problem('chargebackDecided')
    const isLost = outcome === 'lost'
    if (isLost && found.orderId && !seat) throw new Problem('validation', {}, { seat: ['required'] })
    const now = ctx.now()
    const keepsSeat = isLost && found.orderId ? seat === 'keep' : null
    const booked = isLost ? await bookLoss(tx, ctx, found, { keepsSeat: keepsSeat === true, reason }) : NOTHING_BOOKED
    if (!(await endChargeback(tx, id, { status: outcome, ...booked, keepsSeat, now })))
      throw new Problem('chargebackDecided')
    await insertNote(tx, { id, kind: outcome, note: reason, by: staffId, now })
    const details = { chargeback: id, amountHalalas: found.amountHalalas, keepsSeat }
    const event = outcome === 'won' ? 'chargebackWon' : 'chargebackLost'
    if (found.orderId) await recordOrderEvent(tx, found.orderId, event, { by: 'staff', staffId, now, details })
    await writeAudit(tx, ctx, {
      action: 'payment.decide-chargeback',
      reference: numberOf(found),
      detail: { outcome, ...details },
    })
  })
  return viewOf(ctx, (await findChargeback(ctx.db, id))!)
}

type Booked = { refundId: string | null; companyPaymentId: number | null }
const NOTHING_BOOKED: Booked = { refundId: null, companyPaymentId: null }

type Loss = { keepsSeat: boolean; reason: string }

async function bookLoss(tx: Tx, ctx: Context, found: ChargebackRow, loss: Loss): Promise<Booked> {
  const { id, orderId, quoteId, attemptId, amountHalalas, reference } = found
  if (orderId) return { refundId: await refundOrder(tx, ctx, { ...found, orderId }, loss), companyPaymentId: null }
  const lost = { quoteId: quoteId!, attemptId, amountHalalas, reference, reason: loss.reason }
  return { refundId: null, companyPaymentId: await bookLostDispute(tx, ctx, id, lost) }
}

/**
 * The bank has taken the money: it is booked as a refund that went outside the provider's own refunds, with its credit
 * note, and the learner is told.
 * @throws Problem refundUnderWay, orderNotRefundable, refundAboveLimit
 */
async function refundOrder(
  tx: Tx,
  ctx: Context,
  found: ChargebackRow & { orderId: string },
  { keepsSeat, reason }: Loss,
): Promise<string> {
  const refundId = randomUUID()
  const { orderId, attemptId, amountHalalas } = found
  await refuseAboveLimit(tx, ctx, orderId, amountHalalas)
  const [staffId, now] = [requireUser(ctx).id, ctx.now()]
  const refund = { id: refundId, orderId, attemptId, amountHalalas, reason, keepsSeat, now }
  // A refund of the same payment is asked for or being sent: it is settled first.
  if (!(await insertRefund(tx, { ...refund, status: 'sending', decidedBy: staffId })))
    throw new Problem('refundUnderWay')
  const row = (await findRefund(tx, refundId))!
  const booked = { ...row, decidedBy: staffId, decisionReason: reason, byHand: true }
  const bankReference = found.reference || null
  if (!(await finishRefund(tx, ctx, { ...booked, bankReference }, now, { isChargeback: true })))
    throw new Problem('orderNotRefundable')
  return refundId
}

/** What the Owner lets Admins send back counts here, too. @throws Problem refundAboveLimit */
async function refuseAboveLimit(tx: Tx, ctx: Context, orderId: string, amountHalalas: number): Promise<void> {
  if (scopesOf(ctx.user, 'refunds.send').has('all')) return
  const limitHalalas = (await findInstitute(tx))?.adminRefundHalalas
  if (limitHalalas === undefined) return
  const sent = (await refundsOf(tx, orderId)).filter(({ status }) => status === 'done')
  const total = sent.reduce((sum, refund) => sum + (refund.amountHalalas ?? 0), amountHalalas)
  if (total > limitHalalas) throw new Problem('refundAboveLimit', { limitHalalas })
}
