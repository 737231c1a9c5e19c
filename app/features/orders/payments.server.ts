/** The provider's word on payments, and what follows from it. Every way in may be taken twice and out of order. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { PaymentState } from '../../adapters/payment/port.ts'
import { Problem } from '../../api/problem.ts'
import { isLang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context, Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import { afterPaid } from './effects.server.ts'
import { orderLinksFor } from './order-links.ts'
import { mailRefundDue } from './order-mails.server.ts'
import { findOrder } from './order-queries.server.ts'
import { endReasonOf } from './order-state.ts'
import {
  type Attempt,
  findAttempt,
  findAttemptByReference,
  findOpenAttempt,
  giveUpAttempts,
  hasOpenAttempt,
  insertEvent,
  lockOrder,
  markHandled,
  moveAttempt,
  noteCreated,
  takeAttemptsToAsk,
} from './payment-queries.server.ts'
import {
  claimPaid,
  endOrder,
  expireOverdue,
  expireOverdueOf,
  lockCoupon,
  lockPlace,
  openOrderOf,
} from './queries.server.ts'

/** Where the learner pays an open order. A provider that did not answer is asked again under the same attempt. */
export async function openPayment(ctx: Context, orderId: string): Promise<string> {
  const attempt = await findOpenAttempt(ctx.db, orderId, ctx.payment.name)
  const order = await findOrder(ctx.db, orderId)
  if (!attempt || !order) throw new Problem('orderNotPayable')
  if (attempt.paymentUrl) return attempt.paymentUrl
  const lang = isLang(order.lang) ? order.lang : 'ar'
  try {
    const { reference, paymentUrl } = await ctx.payment.create({
      attemptId: attempt.id,
      amountHalalas: attempt.amountHalalas,
      description: `${inLang(order.courseName, lang)} · ${order.reference}`,
      lang,
      returnUrl: ctx.settings.publicUrl + orderLinksFor(lang).approved(order.id),
      expiresAt: order.expiresAt,
      now: ctx.now(),
    })
    await noteCreated(ctx.db, attempt.id, reference, paymentUrl, ctx.now())
    return paymentUrl
  } catch (error) {
    ctx.log.warn({ err: error, order: order.reference }, 'the payment provider did not answer')
    throw new Problem('paymentProviderDown')
  }
}

/** Asks the provider about an open order. When it does not answer, what we know stands. */
export async function askProvider(services: Services, orderId: string): Promise<void> {
  const attempt = await findOpenAttempt(services.db, orderId, services.payment.name)
  if (attempt?.reference) await askAbout(services, { id: attempt.id, reference: attempt.reference })
}

/** False when the provider did not answer. */
async function askAbout(services: Services, attempt: { id: string; reference: string }): Promise<boolean> {
  let state: PaymentState
  try {
    state = await services.payment.fetch(attempt.reference)
  } catch (error) {
    services.log.warn({ err: error, attempt: attempt.id }, 'the payment provider did not answer')
    return false
  }
  await applyPayment(services, attempt.id, state)
  return true
}

/**
 * Makes the provider's word true here: once, whoever brings it and however often.
 * @returns whether this word was the one that told of money
 */
export async function applyPayment(services: Services, attemptId: string, state: PaymentState): Promise<boolean> {
  if (state.status === 'open') return false
  return services.db.transaction().execute(async (tx) => {
    const attempt = await findAttempt(tx, attemptId)
    if (!attempt || attempt.reference !== state.reference) return false
    if (state.status === 'paid') return applyPaid(tx, services, attempt, state)
    await applyUnpaid(tx, services, attempt, state)
    return false
  })
}

async function applyPaid(tx: Tx, services: Services, attempt: Attempt, state: PaymentState): Promise<boolean> {
  await lockPlace(tx, attempt.courseId, attempt.scheduleId)
  if (attempt.couponCode) await lockCoupon(tx, attempt.couponCode)
  const now = services.now()
  await expireOverdueOf(tx, attempt, now)
  await lockOrder(tx, attempt.orderId)
  if (!(await moveAttempt(tx, attempt.id, ['created', 'failed', 'abandoned'], 'paid', now))) return false
  const rightAmount = state.amountHalalas === attempt.amountHalalas && state.currency === 'SAR'
  if (rightAmount) {
    if (await claimSeat(tx, attempt, now)) {
      await afterPaid(tx, services, attempt.orderId, now)
      return true
    }
  } else {
    services.log.error({ attempt: attempt.id, state }, 'a payment is not what was asked for')
    await endOrder(tx, attempt.orderId, 'failed', 'wrong-amount', now)
  }
  await moveAttempt(tx, attempt.id, ['paid'], 'refund-due', now)
  await mailRefundDue(tx, services.settings, attempt.orderId, state, now)
  return true
}

/**
 * The order that was paid stands for the one that its learner opened in its place and has not paid; that one stays
 * when the seat cannot be had after all.
 */
async function claimSeat(tx: Tx, attempt: Attempt, now: Date): Promise<boolean> {
  await sql`savepoint before_claim`.execute(tx)
  const open = await openOrderOf(tx, attempt.userId, attempt.courseId, attempt.scheduleId)
  if (open && open.id !== attempt.orderId && open.status === 'pending')
    await endOrder(tx, open.id, 'cancelled', 'replaced', now)
  const claimed = await claimPaid(tx, { ...attempt, id: attempt.orderId }, now)
  if (!claimed) await sql`rollback to savepoint before_claim`.execute(tx)
  return claimed
}

async function applyUnpaid(tx: Tx, services: Services, attempt: Attempt, state: PaymentState): Promise<void> {
  const now = services.now()
  await lockOrder(tx, attempt.orderId)
  if (state.status === 'refunded') {
    if (await moveAttempt(tx, attempt.id, ['created', 'paid', 'refund-due'], 'refunded', now))
      await endOrder(tx, attempt.orderId, 'refunded', 'refunded', now)
    return
  }
  const failed = state.status === 'failed'
  const reason = failed ? endReasonOf(state.failureReason) : 'abandoned'
  const moved = await moveAttempt(
    tx,
    attempt.id,
    ['created'],
    failed ? 'failed' : 'abandoned',
    now,
    state.failureReason,
  )
  // Another way to pay the same order may still be open: then this one's end is not the order's.
  if (moved && !(await hasOpenAttempt(tx, attempt.orderId)))
    await endOrder(tx, attempt.orderId, failed ? 'failed' : 'cancelled', reason, now)
}

/**
 * Stores a message of the provider and asks for its handling in the same transaction.
 * @returns false when the message is not from the provider; true also for one that is known already
 */
export async function receivePaymentEvent(
  ctx: Context,
  provider: string,
  headers: Headers,
  body: string,
): Promise<boolean> {
  if (provider !== ctx.payment.name) return false
  const event = ctx.payment.readEvent(headers, body)
  if (!event) return false
  const { eventId, reference, payload } = event
  await ctx.db.transaction().execute(async (tx) => {
    const isNew = await insertEvent(tx, { provider, eventId, payload, now: ctx.now() })
    if (isNew) await enqueue(tx, 'handlePaymentEvent', { provider, eventId, reference }, { maxAttempts: 12 })
  })
  return true
}

const StoredEvent = z.object({ provider: z.string(), eventId: z.string(), reference: z.string() })

/**
 * The job: asks the provider about the payment that a message was about. What the message itself said is not used.
 * @throws when the payment is not known yet or the provider does not answer: the job comes back later
 */
export async function handlePaymentEvent(services: Services, payload: unknown): Promise<void> {
  const { provider, eventId, reference } = StoredEvent.parse(payload)
  const attempt = await findAttemptByReference(services.db, provider, reference)
  if (!attempt) throw new Error(`The payment ${reference} of ${provider} is not known.`)
  await applyPayment(services, attempt.id, await services.payment.fetch(reference))
  await markHandled(services.db, provider, eventId, services.now())
}

const ASKED_AT_ONCE = 50
const GIVE_UP_AFTER_MS = 24 * 3_600_000

/** The job of every minute: asks about payments whose outcome nobody told us, then expires what is overdue. */
export async function reconcileOrders(services: Services): Promise<void> {
  const { db, now, payment } = services
  for (const attempt of await takeAttemptsToAsk(db, payment.name, now(), ASKED_AT_ONCE)) {
    const answered = await askAbout(services, { id: attempt.id, reference: attempt.reference! })
    if (!answered) break
  }
  await expireOverdue(db, now())
  await giveUpAttempts(db, new Date(now().getTime() - GIVE_UP_AFTER_MS), now())
}
