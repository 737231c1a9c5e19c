/** The payment method of an open order, and how long its seat is held for it. */
import { randomUUID } from 'node:crypto'
import type { Institute } from '../../../db/shapes.ts'
import { Problem } from '../../api/problem.ts'
import type { Context, Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { instalmentsFor, isInstalmentCompany } from '../../platform/instalment-companies.ts'
import { findOpenAttempt, insertAttempt, TRANSFER, transitionAttempt } from '../orders/attempt-queries.server.ts'
import type { PaymentMethod } from '../orders/order-parts-contract.ts'
import { type ActorKind, OFFER_HOURS, RESERVATION_MS } from '../orders/order-state.ts'
import { isPaidOnline } from '../orders/prices/payment-methods.ts'
import { recordOrderEvent } from '../orders/transition-queries.server.ts'
import { cancelCheckouts } from '../payments/apply-payment.server.ts'
import {
  countOpenTransfers,
  firstTransferOf,
  lockOrderToPay,
  lockTransfersOf,
  type OrderToPay,
  recentAttempt,
  setMethod,
  transferAttempt,
} from '../transfers/queries.server.ts'
import { MAX_OPEN_TRANSFERS, transferDeadline } from '../transfers/transfer.ts'
import { mailTransferInstructions } from '../transfers/transfer-mails.server.ts'

type Place = { userId: number; scheduleId: number | null; runStartsAt: Date | null; now: Date }

/**
 * Until when the seat of a new order is held.
 * @throws Problem noTransfers, tooManyTransfers
 */
export async function holdExpiry(
  tx: Tx,
  institute: Institute | undefined,
  method: PaymentMethod,
  place: Place,
): Promise<Date> {
  if (isPaidOnline(method)) return new Date(place.now.getTime() + RESERVATION_MS)
  return transferUntil(tx, institute, { ...place, placedAt: place.now, orderId: null })
}

async function transferUntil(
  tx: Tx,
  institute: Institute | undefined,
  order: Place & { placedAt: Date; orderId: string | null },
): Promise<Date> {
  // Ordering the same seat again does not extend the time. A recorded course has unlimited seats.
  const first = order.scheduleId === null ? null : await firstTransferOf(tx, order.userId, order.scheduleId)
  const placedAt = first && first < order.placedAt ? first : order.placedAt
  const until = transferDeadline(institute, { ...order, placedAt })
  if (!until) throw new Problem('noTransfers')
  await lockTransfersOf(tx, order.userId)
  if ((await countOpenTransfers(tx, order.userId, order.now, order.orderId)) >= MAX_OPEN_TRANSFERS)
    throw new Problem('tooManyTransfers', { most: MAX_OPEN_TRANSFERS })
  return until
}

/**
 * Until when an open order is held for a payment online that was begun at `since`. The seat stays held between two ways of
 * paying online. One that was held for a transfer is held for a payment page only, and one that the waiting list offered
 * at least as long as it promised.
 */
export function onlineUntil(
  { method, source, createdAt, expiresAt }: OrderToPay,
  institute: Institute | undefined,
  since: Date,
) {
  if (isPaidOnline(method)) return expiresAt
  const offeredMs = source === 'waiting-list' ? (institute?.offerHours ?? OFFER_HOURS) * HOUR_MS : 0
  const until = Math.max(since.getTime() + RESERVATION_MS, createdAt.getTime() + offeredMs)
  return new Date(Math.min(expiresAt.getTime(), until))
}

/** @property dueHalalas the total, or the first part */
type OrderToAttempt = { id: string; reference: string; dueHalalas: number; method: PaymentMethod; now: Date }

/**
 * Creates the payment attempt of an order.
 * @throws Problem amountTooSmall, instalmentsNotOffered
 */
export async function createAttempt(tx: Tx, ctx: Services, { id, reference, dueHalalas, method, now }: OrderToAttempt) {
  const attempt = { id: randomUUID(), orderId: id, amountHalalas: dueHalalas, now }
  if (isPaidOnline(method)) return insertAttempt(tx, { ...attempt, provider: providerOf(ctx, method, dueHalalas) })
  await insertAttempt(tx, { ...attempt, provider: TRANSFER, reference })
  await mailTransferInstructions(tx, ctx.settings, id, now)
}

/**
 * The provider that is paid online by this method.
 * @throws Problem amountTooSmall, instalmentsNotOffered
 */
function providerOf(ctx: Services, method: PaymentMethod, dueHalalas: number): string {
  const { minimumHalalas, instalments } = ctx.settings.payment
  if (isInstalmentCompany(method)) {
    const fits = instalmentsFor(instalments.offered, dueHalalas).some(({ company }) => company === method)
    if (!fits) throw new Problem('instalmentsNotOffered')
    return method
  }
  if (dueHalalas < minimumHalalas) throw new Problem('amountTooSmall', { minimumHalalas })
  return ctx.payment.name
}

/** A checkout session younger than this is reused: it expires with the reservation for which it was created. */
const CHECKOUT_REUSE_MS = RESERVATION_MS / 2

/**
 * Switches an open order to another payment method. A checkout session opened before may still be paid, which also
 * makes the order paid. The same method again replaces an attempt that failed.
 * @throws Problem noTransfers, tooManyTransfers, orderNotPayable, amountTooSmall, instalmentsNotOffered
 */
export async function changeMethod(
  tx: Tx,
  ctx: Context,
  institute: Institute | undefined,
  orderId: string,
  method: PaymentMethod,
  by: ActorKind = 'learner',
): Promise<Date> {
  const order = await lockOrderToPay(tx, orderId)
  if (order?.status !== 'pending') throw new Problem('orderNotPayable')
  const isOnline = isPaidOnline(method)
  if (order.method === method && (!isOnline || (await findOpenAttempt(tx, orderId, method)))) return order.expiresAt
  const now = ctx.now()
  const terms = { ...order, now, placedAt: order.createdAt, orderId }
  const since = new Date(now.getTime() - CHECKOUT_REUSE_MS)
  const provider = isOnline ? providerOf(ctx, method, order.dueHalalas) : undefined
  const recent = provider ? await recentAttempt(tx, orderId, provider, since) : undefined
  const onlineSince = recent?.createdAt ?? now
  const expiresAt =
    method === 'transfer' ? await transferUntil(tx, institute, terms) : onlineUntil(order, institute, onlineSince)
  await setMethod(tx, { id: orderId, method, expiresAt })
  await recordOrderEvent(tx, orderId, 'methodChosen', { by, now, details: { method } })
  const transfer = await transferAttempt(tx, orderId)
  if (method === 'transfer' && transfer) {
    await transitionAttempt(tx, transfer.id, ['abandoned'], 'created', now)
    await mailTransferInstructions(tx, ctx.settings, orderId, now)
    return expiresAt
  }
  if (isOnline) {
    if (transfer) await transitionAttempt(tx, transfer.id, ['created'], 'abandoned', now)
    if (recent) return expiresAt
    await cancelCheckouts(tx, ctx, orderId)
  }
  await createAttempt(tx, ctx, { ...order, method, now })
  return expiresAt
}
