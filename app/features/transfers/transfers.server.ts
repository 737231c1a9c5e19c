/** Bank transfers: the learner's receipt, and the decision of staff. */
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { commitFile, releaseFile } from '../files/files.server.ts'
import { lockOrder } from '../orders/attempt-queries.server.ts'
import { findOrder, type OrderRow } from '../orders/order-queries.server.ts'
import { refuseOwnOrder } from '../orders/own-order.ts'
import { nextPartOf, savePartDecline, savePartReceipt } from '../orders/parts/part-queries.server.ts'
import { findInstitute } from '../orders/queries.server.ts'
import { staffOrder } from '../orders/staff.server.ts'
import { transfersOf } from '../orders/staff-queries.server.ts'
import { transferViews } from '../orders/transfer-view.server.ts'
import { recordOrderEvent } from '../orders/transition-queries.server.ts'
import { approve } from './approve-transfer.server.ts'
import type { transfersEndpoints } from './contract.ts'
import {
  lockOrderToPay,
  type OrderToPay,
  saveDecline,
  saveReceipt,
  setExpiry,
  transferAttempt,
} from './queries.server.ts'
import { storeReceipt } from './receipt.server.ts'
import { exportTransfers, transfersToCheck } from './to-check.server.ts'
import { deadlineAfterDecline, deadlineWithReceipt } from './transfer.ts'
import { mailReceiptReceived, mailReceiptToCheck, mailTransferDeclined } from './transfer-mails.server.ts'

type Calls = Operations<typeof transfersEndpoints>

const sendReceipt: Calls['sendReceipt'] = async (ctx, { id, file }) => {
  const learner = requireUser(ctx)
  const order = await findOrder(ctx.db, id, learner.id)
  if (!order) throw new Problem('orderNotFound')
  // Checked before the file, which is expensive to check.
  if (!isOpen(order, ctx.now())) throw new Problem('noTransferOpen')
  const receipt = await storeReceipt(ctx, learner, file)
  let isSaved = false
  try {
    await ctx.db.transaction().execute((tx) => attachReceipt(tx, ctx, id, learner.id, receipt))
    isSaved = true
    return receipt
  } finally {
    if (!isSaved) await releaseFile(ctx.db, receipt.id)
  }
}

async function attachReceipt(
  tx: Tx,
  ctx: Context,
  orderId: string,
  ownerId: number,
  receipt: { id: string; name: string },
): Promise<void> {
  const now = ctx.now()
  const order = await openTransfer(tx, orderId, now)
  const [before] = await transfersOf(tx, [orderId])
  await commitFile(tx, receipt.id, ownerId)
  const replaced = await saveReceipt(tx, orderId, receipt.id, now)
  if (replaced) await releaseFile(tx, replaced)
  // Only for the first receipt: sending more of them must not hold the seat longer.
  if (!before?.receiptAt) await setExpiry(tx, orderId, deadlineWithReceipt(await findInstitute(tx), { ...order, now }))
  await recordOrderEvent(tx, orderId, 'receiptSent', { by: 'learner', now, details: { file: receipt.id } })
  await mailReceiptToCheck(tx, ctx.settings, orderId, receipt, now)
  await mailReceiptReceived(tx, ctx.settings, orderId, receipt, now)
}

const sendPartReceipt: Calls['sendPartReceipt'] = async (ctx, { id, part, file }) => {
  const learner = requireUser(ctx)
  if (!(await findOrder(ctx.db, id, learner.id))) throw new Problem('orderNotFound')
  // Checked before the file, which is expensive to check.
  await requireNextPart(ctx.db, id, part)
  const receipt = await storeReceipt(ctx, learner, file)
  let isSaved = false
  try {
    await ctx.db.transaction().execute((tx) => attachPartReceipt(tx, ctx, { id, part }, learner.id, receipt))
    isSaved = true
    return receipt
  } finally {
    if (!isSaved) await releaseFile(ctx.db, receipt.id)
  }
}

/** @throws Problem partNotOwed */
async function requireNextPart(db: Database, orderId: string, part: number): Promise<void> {
  if ((await nextPartOf(db, orderId))?.part !== part) throw new Problem('partNotOwed')
}

async function attachPartReceipt(
  tx: Tx,
  ctx: Context,
  { id: orderId, part }: { id: string; part: number },
  ownerId: number,
  receipt: { id: string; name: string },
): Promise<void> {
  const now = ctx.now()
  await lockOrder(tx, orderId)
  await requireNextPart(tx, orderId, part)
  await commitFile(tx, receipt.id, ownerId)
  const replaced = await savePartReceipt(tx, { orderId, part, file: receipt.id, now })
  if (replaced) await releaseFile(tx, replaced)
  await recordOrderEvent(tx, orderId, 'receiptSent', { by: 'learner', now, details: { file: receipt.id, part } })
  await mailReceiptToCheck(tx, ctx.settings, orderId, receipt, now, part)
  await mailReceiptReceived(tx, ctx.settings, orderId, receipt, now, part)
}

const approveTransfer: Calls['approveTransfer'] = async (ctx, approval) => {
  const outcome = await approve(ctx, approval)
  return { ...(await decisionOf(ctx, approval.id)), outcome }
}

const declineTransfer: Calls['declineTransfer'] = async (ctx, { id, reason }) => {
  const staffId = requireUser(ctx).id
  const current = await anyOrder(ctx, id)
  refuseOwnOrder(current, staffId)
  const { reference } = current
  const now = ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    const order = await openTransfer(tx, id, now)
    const declines = await saveDecline(tx, id, reason, now)
    await setExpiry(tx, id, deadlineAfterDecline({ ...order, now }, declines))
    await recordOrderEvent(tx, id, 'transferDeclined', { by: 'staff', staffId, now, details: {} })
    // The reason is not logged: it is personal data, which is deleted with the account.
    await writeAudit(tx, ctx, { action: 'order.decline-transfer', reference })
    await mailTransferDeclined(tx, ctx.settings, id, reason, now)
  })
  return decisionOf(ctx, id)
}

const declinePartReceipt: Calls['declinePartReceipt'] = async (ctx, { id, part, reason }) => {
  const staffId = requireUser(ctx).id
  const order = await anyOrder(ctx, id)
  refuseOwnOrder(order, staffId)
  const { reference } = order
  const now = ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    await lockOrder(tx, id)
    await requireNextPart(tx, id, part)
    if (!(await savePartDecline(tx, { orderId: id, part, answer: reason }))) throw new Problem('noReceiptToCheck')
    await recordOrderEvent(tx, id, 'transferDeclined', { by: 'staff', staffId, now, details: { part } })
    // As of the first part: the reason is personal data.
    await writeAudit(tx, ctx, { action: 'order.decline-transfer', reference, detail: { part } })
    await mailTransferDeclined(tx, ctx.settings, id, reason, now, part)
  })
  return staffOrder(ctx, { id })
}

async function anyOrder(ctx: Context, id: string): Promise<OrderRow> {
  const order = await findOrder(ctx.db, id)
  if (!order) throw new Problem('orderNotFound')
  return order
}

async function decisionOf(ctx: Context, id: string) {
  const order = await anyOrder(ctx, id)
  return { id, reference: order.reference, transfer: (await transferViews(ctx, [order])).get(id)! }
}

const isOpen = ({ status, method, expiresAt }: Pick<OrderRow, 'status' | 'method' | 'expiresAt'>, now: Date) =>
  status === 'pending' && method === 'transfer' && expiresAt > now

/** @throws Problem transferApproved, noTransferOpen */
async function openTransfer(tx: Tx, id: string, now: Date): Promise<OrderToPay> {
  const order = await lockOrderToPay(tx, id)
  const attempt = await transferAttempt(tx, id)
  if (attempt?.status === 'paid') throw new Problem('transferApproved')
  if (!order || !isOpen(order, now)) throw new Problem('noTransferOpen')
  return order
}

export const transfersOperations: Calls = {
  transfersToCheck,
  exportTransfers,
  sendReceipt,
  sendPartReceipt,
  approveTransfer,
  declineTransfer,
  declinePartReceipt,
}
