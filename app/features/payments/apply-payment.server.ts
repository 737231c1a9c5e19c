/** Applies the status of a payment reported by the provider. Idempotent: repeated and concurrent reports have no effect. */
import type { PaymentState } from '../../adapters/payment/port.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { undoUnless } from '../../platform/database/transactions.server.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import { type Acting, writeAudit } from '../audit/queries.server.ts'
import { applyRefunded, scheduleRefund } from '../ledger/apply-refund.server.ts'
import { dueRefundReason } from '../ledger/refund-reasons.server.ts'
import {
  type Attempt,
  findAttempt,
  isOfferedUntilLater,
  lockOrder,
  openReferences,
  recordPayment,
  transitionAttempt,
} from '../orders/attempt-queries.server.ts'
import { findOrder } from '../orders/order-queries.server.ts'
import { type EndReason, endReasonOf } from '../orders/order-state.ts'
import { claimPart, nextPartOf } from '../orders/parts/part-queries.server.ts'
import { lockCoupon, lockPlace, openOrderOf } from '../orders/queries.server.ts'
import {
  type Actor,
  claimPaid,
  endOrder,
  expireOverdueFor,
  expireOverdueOrder,
  recordOrderEvent,
  type UselessBecause,
  uselessBecause,
} from '../orders/transition-queries.server.ts'
import { afterPaid, afterPartPaid } from './after-paid.server.ts'
import { applyDuplicatePayment } from './duplicate-payments.server.ts'
import { mailUselessPayment } from './institute-mails.server.ts'
import { mailRefundDue } from './payment-mails.server.ts'
import { providerNamed } from './providers.server.ts'

type Reporter = Actor & { acting?: Acting }

/**
 * @param by the provider, or the staff member who confirmed the money: with `acting`, the audit log says so
 * @returns whether this was the first report of the money
 */
export async function applyPayment(
  services: Services,
  attemptId: string,
  state: PaymentState,
  by: Reporter = { by: 'provider' },
): Promise<boolean> {
  if (state.status === 'open' || state.status === 'authorized') return false
  return services.db.transaction().execute((tx) => applyPaymentIn(tx, services, attemptId, state, by))
}

/** The same, in the transaction that wrote the attempt. */
export async function applyPaymentIn(
  tx: Tx,
  services: Services,
  attemptId: string,
  state: PaymentState,
  by: Reporter,
): Promise<boolean> {
  const attempt = await findAttempt(tx, attemptId)
  if (!attempt || attempt.reference !== state.reference) return false
  if (state.status === 'paid' || state.status === 'refunded') return applyPaid(tx, services, attempt, state, by)
  await applyUnpaid(tx, services, attempt, state)
  return false
}

async function applyPaid(
  tx: Tx,
  services: Services,
  attempt: Attempt,
  state: PaymentState,
  { acting, ...by }: Reporter,
): Promise<boolean> {
  await lockPlace(tx, attempt.courseId, attempt.scheduleId)
  if (attempt.couponCode) await lockCoupon(tx, attempt.couponCode)
  const now = services.now()
  await expireOverdueFor(tx, attempt, now)
  await lockOrder(tx, attempt.orderId)
  const isNew = await recordPayment(tx, attempt, state, now)
  if (isNew && acting) await auditApproval(tx, acting, attempt, state)
  if (isNew) await settlePayment(tx, services, attempt, state, { ...by, now })
  await applyRefunded(tx, services, attempt.id, state, now)
  if (state.refundedHalalas > 0) await closeUnowedPart(tx, services, attempt.orderId)
  for (const duplicate of state.duplicatePayments ?? [])
    await applyDuplicatePayment(tx, services, attempt, duplicate, now)
  return isNew
}

async function auditApproval(
  tx: Tx,
  acting: Acting,
  { orderId }: Attempt,
  { amountHalalas }: PaymentState,
): Promise<void> {
  const { reference } = (await findOrder(tx, orderId))!
  await writeAudit(tx, acting, { action: 'order.approve-transfer', reference, detail: { amountHalalas } })
}

/** A new payment buys the seat, or is refunded. */
async function settlePayment(
  tx: Tx,
  services: Services,
  attempt: Attempt,
  state: PaymentState,
  info: Actor & { now: Date },
): Promise<void> {
  const { orderId } = attempt
  const { now } = info
  if (state.status === 'refunded') {
    await endOrder(tx, orderId, 'declined', info, 'refunded')
    return
  }
  const isWrong = state.amountHalalas !== attempt.amountHalalas || state.currency !== 'SAR'
  if (isWrong) {
    services.log.error({ attempt: attempt.id, state }, 'a payment is not what was asked for')
    await endOrder(tx, orderId, 'wrongAmount', info)
  } else if (attempt.part > 1) {
    if (await payPart(tx, services, attempt, info)) return
  } else if (await claimSeat(tx, services, attempt, info)) {
    await transitionAttempt(tx, attempt.id, ['refund-due'], 'paid', now)
    return afterPaid(tx, services, orderId, now)
  }
  const because = isWrong ? 'wrongAmount' : attempt.part > 1 ? 'notOwed' : await uselessBecause(tx, orderId, now)
  const ended = ENDS_ORDER[because]
  if (ended) await endOrder(tx, orderId, 'notOnSale', info, ended)
  await recordOrderEvent(tx, orderId, 'refundDue', { ...info, details: { attempt: attempt.id, because } })
  const reason = await dueRefundReason(tx, orderId, because)
  await scheduleRefund(tx, services, {
    orderId,
    attemptId: attempt.id,
    amountHalalas: state.amountHalalas,
    reason,
    now,
  })
  await mailRefundDue(tx, services.settings, orderId, { ...state, because, now })
  await mailUselessPayment(tx, services.settings, orderId, { ...state, because, now })
}

/** A later part of an order that holds: its seat is the learner's already. */
async function payPart(
  tx: Tx,
  services: Services,
  { id, orderId, part, amountHalalas }: Attempt,
  info: Actor & { now: Date },
): Promise<boolean> {
  if (!(await claimPart(tx, orderId, part, info.now))) return false
  await transitionAttempt(tx, id, ['refund-due'], 'paid', info.now)
  await recordOrderEvent(tx, orderId, 'partPaid', { ...info, details: { part, amountHalalas } })
  await afterPartPaid(tx, services, orderId, part, info.now)
  return true
}

/** Why the pending order of such a payment ends. */
const ENDS_ORDER: { [because in UselessBecause]?: EndReason } = { begun: 'course-begun', withdrawn: 'course-withdrawn' }

/**
 * Marks the order paid. A newer pending order of the same seat is replaced by it, unless the seat cannot be claimed:
 * then the newer order stays pending.
 */
async function claimSeat(tx: Tx, services: Services, attempt: Attempt, info: Actor & { now: Date }): Promise<boolean> {
  return undoUnless(tx, async () => {
    const open = await openOrderOf(tx, attempt.userId, attempt.courseId, attempt.scheduleId)
    if (open && open.id !== attempt.orderId && open.status === 'pending') {
      await endOrder(tx, open.id, 'replaced', { by: 'learner', now: info.now })
      await cancelCheckouts(tx, services, open.id)
    }
    return claimPaid(tx, { ...attempt, id: attempt.orderId }, info)
  })
}

async function applyUnpaid(tx: Tx, services: Services, attempt: Attempt, state: PaymentState): Promise<void> {
  const now = services.now()
  await lockOrder(tx, attempt.orderId)
  const info = { by: 'provider', now } as const
  const isFailed = state.status === 'failed'
  if (
    !(await transitionAttempt(tx, attempt.id, ['created'], isFailed ? 'failed' : 'abandoned', now, state.failureReason))
  )
    return
  // While another attempt of the order is open, the end of this one does not end the order.
  if ((await openReferences(tx, attempt.orderId)).length > 0) return
  // A seat that the waiting list offered is held for the promised time: its learner may pay again.
  if (await isOfferedUntilLater(tx, attempt.orderId, now)) return
  if (isFailed) await endOrder(tx, attempt.orderId, 'declined', info, endReasonOf(state.failureReason))
  else {
    // A checkout session that ended because the order's time was over was not abandoned by the learner.
    await expireOverdueOrder(tx, attempt.orderId, now)
    await endOrder(tx, attempt.orderId, 'abandoned', info)
  }
}

/** Closes the open payment page of a later part once nobody owes it, so that no money comes that would go back. */
export async function closeUnowedPart(
  tx: Tx,
  services: Pick<Services, 'payment' | 'formerPayments' | 'instalmentPayments'>,
  orderId: string,
): Promise<void> {
  if (!(await nextPartOf(tx, orderId))) await cancelCheckouts(tx, services, orderId)
}

/** Enqueues the cancelling of an order's checkout sessions, where the provider supports it. */
export async function cancelCheckouts(
  tx: Tx,
  services: Pick<Services, 'payment' | 'formerPayments' | 'instalmentPayments'>,
  orderId: string,
): Promise<void> {
  for (const { provider, reference } of await openReferences(tx, orderId))
    if (reference && providerNamed(services, provider)?.close)
      await enqueue(tx, 'closePayment', { provider, reference }, { maxAttempts: 6 })
}
