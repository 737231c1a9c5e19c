/** Opens checkout sessions at the payment provider, and learns of payments by webhooks and by polling. */
import { z } from 'zod'
import {
  type ListedPayment,
  type NewPayment,
  PaymentDeclined,
  type PaymentPort,
  type PaymentState,
} from '../../adapters/payment/port.ts'
import { isProblem, Problem } from '../../api/problem.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context, Services } from '../../platform/context.server.ts'
import { SECOND_MS } from '../../platform/durations.ts'
import { isInstalmentCompany } from '../../platform/instalment-companies.ts'
import { enqueue, PAYMENT_PRIORITY } from '../../platform/jobs.server.ts'
import {
  type AttemptToAsk,
  claimAttemptToAsk,
  findAttemptByReference,
  findOpenAttempt,
  insertEvent,
  lockOrder,
  markHandled,
  saveProviderReference,
  transitionAttempt,
} from '../orders/attempt-queries.server.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { findOrder, findPayer, type OrderRow } from '../orders/order-queries.server.ts'
import { dueOf } from '../orders/parts/due.ts'
import { applyPayment, cancelCheckouts } from './apply-payment.server.ts'
import { fetchSettled } from './held-payments.server.ts'
import { providerNamed } from './providers.server.ts'
import { isUnmatchedPayment } from './unmatched-queries.server.ts'

/**
 * The URL where the learner pays an open order, or a later part of it until `until`. After a failed request, a retry uses
 * the same attempt.
 * @throws Problem orderNotPayable, paymentProviderDown, instalmentsDeclined
 */
export async function openPayment(
  ctx: Context,
  orderId: string,
  { part, until }: { part: number; until?: Date } = { part: 1 },
): Promise<string> {
  const order = await findOrder(ctx.db, orderId)
  const attempt = order && (await findOpenAttempt(ctx.db, orderId, part > 1 ? 'online' : order.method, part))
  const provider = attempt && providerNamed(ctx, attempt.provider)
  if (!provider || !order) throw new Problem('orderNotPayable')
  if (attempt.paymentUrl) return attempt.paymentUrl
  const { lang } = ctx
  try {
    const { reference, paymentUrl } = await provider.create({
      attemptId: attempt.id,
      amountHalalas: attempt.amountHalalas,
      description: `${inLang(order.courseName, lang)} · ${order.reference}${part > 1 ? `/${part}` : ''}`,
      lang,
      returnUrl: ctx.settings.publicUrl + orderLinksFor(lang).approved(order.id, part > 1 ? part : undefined),
      expiresAt: until ?? order.expiresAt,
      now: ctx.now(),
      ...(part > 1 ? {} : await payerOf(ctx, order, lang)),
    })
    const isOurs = await saveProviderReference(ctx.db, attempt.id, reference, paymentUrl, ctx.now())
    if (await cancelCheckoutIfEnded(ctx, orderId, part)) throw new Problem('orderNotPayable')
    return isOurs ? paymentUrl : await otherPage(ctx, provider, { order, part, unusedReference: reference })
  } catch (error) {
    if (error instanceof PaymentDeclined) {
      await transitionAttempt(ctx.db, attempt.id, ['created'], 'failed', ctx.now(), 'instalments-declined')
      throw new Problem('instalmentsDeclined', { company: provider.name, because: error.reason })
    }
    if (isProblem(error, 'orderNotPayable')) throw error
    ctx.log.warn({ err: error, order: order.reference }, 'the payment provider did not answer')
    throw new Problem('paymentProviderDown')
  }
}

/** Who pays and for what: instalment companies decide by it. */
async function payerOf({ db }: Context, order: OrderRow, lang: Lang): Promise<Pick<NewPayment, 'buyer' | 'item'>> {
  if (!isInstalmentCompany(order.method)) return {}
  const payer = await findPayer(db, order.userId)
  const { run } = order
  const institute = payer.address[lang] ?? payer.address.ar
  return {
    buyer: {
      ...payer,
      city: (run?.city && inLang(run.city, lang)) ?? institute,
      address: (run?.venue && inLang(run.venue, lang)) ?? institute,
    },
    item: { reference: `${order.courseId}`, name: inLang(order.courseName, lang), orderNumber: order.reference },
  }
}

/**
 * A concurrent request has stored another page of the same attempt, which a provider that answers late can create: that
 * one is used, and ours is closed.
 */
async function otherPage(
  { db }: Context,
  { name, close }: PaymentPort,
  { order, part, unusedReference }: { order: OrderRow; part: number; unusedReference: string },
): Promise<string> {
  if (close) await enqueue(db, 'closePayment', { provider: name, reference: unusedReference }, { maxAttempts: 6 })
  const attempt = await findOpenAttempt(db, order.id, part > 1 ? 'online' : order.method, part)
  if (!attempt?.paymentUrl) throw new Problem('orderNotPayable')
  return attempt.paymentUrl
}

/**
 * The order may have been cancelled, or the part paid, while the checkout session was created; then the session is
 * cancelled, too.
 */
function cancelCheckoutIfEnded(ctx: Context, orderId: string, part: number): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockOrder(tx, orderId)
    const order = await findOrder(tx, orderId)
    if (part > 1 ? order && dueOf(order)?.part === part : order?.status === 'pending') return false
    await cancelCheckouts(tx, ctx, orderId)
    return true
  })
}

/** Every open page of an order polls it every few seconds: the provider is not asked that often. */
const POLL_INTERVAL_MS = 10 * SECOND_MS

/**
 * Fetches the payment of an order that can still be paid from its provider, unless that was done a moment ago. Without
 * an answer nothing changes.
 */
export function pollOrderPayment(services: Services, orderId: string): Promise<void> {
  return askAbout(services, orderId, POLL_INTERVAL_MS)
}

/** The same for a decision that depends on it: always fetched. */
export function syncOrderPayment(services: Services, orderId: string): Promise<void> {
  return askAbout(services, orderId, 0)
}

async function askAbout(services: Services, orderId: string, everyMs: number): Promise<void> {
  const attempt = await claimAttemptToAsk(services.db, orderId, { now: services.now(), everyMs })
  if (attempt) await syncAttempt(services, attempt)
}

/** Fetches the status of an attempt and applies it; false when the provider did not answer. */
export async function syncAttempt(services: Services, attempt: AttemptToAsk): Promise<boolean> {
  const provider = providerNamed(services, attempt.provider)
  if (!provider) return false
  let state: PaymentState
  try {
    state = await fetchSettled(services, provider, attempt)
  } catch (error) {
    services.log.warn({ err: error, attempt: attempt.id }, 'the payment provider did not answer')
    return false
  }
  await applyPayment(services, attempt.id, state)
  return true
}

/**
 * Stores a webhook event of the provider and enqueues its handling in the same transaction.
 * @returns false when the event is not from the provider; true also for an event that was stored before
 */
export async function receivePaymentEvent(
  ctx: Context,
  provider: string,
  headers: Headers,
  body: string,
): Promise<boolean> {
  const event = providerNamed(ctx, provider)?.readEvent(headers, body)
  if (!event) return false
  const { eventId, reference, payload } = event
  await ctx.db.transaction().execute(async (tx) => {
    const isNew = await insertEvent(tx, { provider, eventId, payload, now: ctx.now() })
    if (!isNew) return
    if (reference === '') return markHandled(tx, provider, eventId, ctx.now())
    await enqueue(
      tx,
      'handlePaymentEvent',
      { provider, eventId, reference },
      { maxAttempts: 12, priority: PAYMENT_PRIORITY },
    )
  })
  return true
}

/**
 * Applies a provider's state to a payment that belongs to no order but to a purchase of a company. False when no purchase
 * knows it. The features of companies stand above this one: the composition passes it in.
 */
export type ApplyToPurchase = (services: Services, provider: string, state: ListedPayment) => Promise<boolean>
export const NO_PURCHASES: ApplyToPurchase = async () => false

const StoredEvent = z.object({ provider: z.string(), eventId: z.string(), reference: z.string() })

/**
 * The job: fetches the payment that an event is about from the provider. The content of the event is not trusted.
 * @throws when a payment that has or may get money is not known yet, or the provider does not answer: the queue retries
 */
export async function handlePaymentEvent(
  services: Services,
  payload: unknown,
  applyToPurchase: ApplyToPurchase = NO_PURCHASES,
): Promise<void> {
  const { provider, eventId, reference } = StoredEvent.parse(payload)
  const port = providerNamed(services, provider)
  if (!port) {
    // The institute has switched to another provider and removed the keys of this one.
    services.log.warn({ provider, reference }, 'a message of a payment provider that is not set up any more')
    return
  }
  const attempt = await findAttemptByReference(services.db, provider, reference)
  if (!attempt && (await isUnmatchedPayment(services.db, provider, reference)))
    return markHandled(services.db, provider, eventId, services.now())
  const state = attempt ? await fetchSettled(services, port, { ...attempt, reference }) : await port.fetch(reference)
  // Such as a session whose page nobody was shown, because its creation was answered too late.
  const hasNoMoney = state.status === 'failed' || state.status === 'abandoned'
  if (attempt) await applyPayment(services, attempt.id, state)
  else if (!(await applyToPurchase(services, provider, { ...state, attemptId: null })) && !hasNoMoney)
    throw new Error(`The payment ${reference} of ${provider} is not known.`)
  await markHandled(services.db, provider, eventId, services.now())
}

const CheckoutToCancel = z.object({ provider: z.string(), reference: z.string() })

/** The job: cancels the checkout session of an ended order, then applies what had been paid in it before. */
export async function closePayment(
  services: Services,
  payload: unknown,
  applyToPurchase: ApplyToPurchase = NO_PURCHASES,
): Promise<void> {
  const { provider, reference } = CheckoutToCancel.parse(payload)
  const payment = providerNamed(services, provider)
  if (!payment) return
  await payment.close?.(reference)
  const attempt = await findAttemptByReference(services.db, provider, reference)
  const state = attempt
    ? await fetchSettled(services, payment, { ...attempt, reference })
    : await payment.fetch(reference)
  if (attempt) await applyPayment(services, attempt.id, state)
  else await applyToPurchase(services, provider, { ...state, attemptId: null })
}
