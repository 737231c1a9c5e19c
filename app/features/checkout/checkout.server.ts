/** Checkout: the price of an order, placing it, reading it and cancelling it. */
import type { Operations } from '../../api/local-api.server.ts'
import { problemText } from '../../api/messages.server.ts'
import { isProblem, Problem } from '../../api/problem.ts'
import { PAYMENT_BRANDS } from '../../locales/payment-brands.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { instalmentsFor, partsOf } from '../../platform/instalment-companies.ts'
import { rangeOf } from '../../platform/limits/ip-range.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { courseState, isRecorded, runState } from '../catalogue/course-state.ts'
import { unsettledOrderIds } from '../orders/attempt-queries.server.ts'
import type { OrderSummary } from '../orders/order-contract.ts'
import { findOrder, type OrderRow, openOrderIds } from '../orders/order-queries.server.ts'
import { courseView, offeredRunView, orderView } from '../orders/order-views.server.ts'
import { planKeyOf } from '../orders/parts/plan-key.ts'
import { priceOf } from '../orders/prices/pricing.ts'
import { UNKNOWN_BUYER, vatOfSale } from '../orders/prices/vat.ts'
import {
  couponUse,
  findCoupon,
  findInstitute,
  findOffer,
  heldOrderOf,
  otherRunOf,
  type PlacedOrder,
} from '../orders/queries.server.ts'
import { endOrder, expireOverdueOrder, saveCancelReason } from '../orders/transition-queries.server.ts'
import { offeredParts } from '../payment-plans/offered-parts.server.ts'
import { cancelCheckouts } from '../payments/apply-payment.server.ts'
import { mailCancelledByLearner } from '../payments/payment-mails.server.ts'
import { openPayment, pollOrderPayment, syncOrderPayment } from '../payments/payments.server.ts'
import { transferDeadline } from '../transfers/transfer.ts'
import { countForCampaign } from '../visits/order-campaign.server.ts'
import type { checkoutEndpoints } from './contract.ts'
import { isOfCouponCompanies } from './coupon/company-queries.server.ts'
import { type Coupon, whyRefused } from './coupon/coupon.ts'
import { enrol, enrolmentPreview } from './enrol.server.ts'
import { extendOrder } from './extend.server.ts'
import { changeMethod } from './payment-method.server.ts'
import { reserve } from './place-order.server.ts'
import { cancelOrder } from './staff-cancel.server.ts'

type Calls = Operations<typeof checkoutEndpoints>

const summary: Calls['summary'] = async (ctx, input) => {
  const now = ctx.now()
  const offer = await findOffer(ctx.db, input.courseId, now)
  const run = offer?.runs.find(({ id }) => id === input.scheduleId) ?? null
  if (!offer || (input.scheduleId && !run)) throw new Problem('courseNotFound')
  const { course, runs } = offer
  const priceHalalas = run?.priceHalalas ?? course.priceHalalas
  const coupon = input.coupon ? await findCoupon(ctx.db, input.coupon) : undefined
  if (input.coupon && !coupon) await limitCouponGuesses(ctx)
  const held = await heldOrder(ctx, course.id, run?.id ?? null, now)
  const sold = { courseId: course.id, priceHalalas, held }
  const refusal = input.coupon ? await couponRefusal(ctx, coupon, sold, now) : undefined
  const institute = await findInstitute(ctx.db)
  const vat = vatOfSale(institute, course, UNKNOWN_BUYER)
  const transferUntil = transferDeadline(institute, { placedAt: now, runStartsAt: run?.startsAt ?? null, now })
  const price = priceOf(priceHalalas, coupon && !refusal ? coupon : null, vat)
  const plan = await planOf(ctx, { ...price, courseId: course.id, run, now })
  return {
    ...price,
    onlineMethods: ctx.settings.payment.brands.map((brand) => PAYMENT_BRANDS[brand].name),
    transferUntil: transferUntil?.toISOString() ?? null,
    instalments: instalmentsOf(ctx, price.totalHalalas, plan?.parts[0]?.amountHalalas),
    plan,
    course: courseView(course, ctx.settings.assetsUrl, ctx.lang),
    schedule: run && offeredRunView(run, ctx.lang),
    state: run ? runState(run, now) : courseState({ ...course, runs }, now),
    needsSchedule: !run && !isRecorded(course),
    coupon: input.coupon ? { code: input.coupon, valid: !refusal, ...(refusal ? { reason: refusal } : {}) } : null,
    enrolledIn: await enrolledIn(ctx, course.id, run?.id ?? null, now),
    existingOrder: held ? { id: held.id, status: held.status, expiresAt: held.expiresAt.toISOString() } : null,
  }
}

type Planned = Omit<Parameters<typeof offeredParts>[1], 'minimumHalalas'>

async function planOf({ db, settings }: Context, sold: Planned): Promise<OrderSummary['plan']> {
  const parts = await offeredParts(db, { ...sold, minimumHalalas: settings.payment.minimumHalalas })
  if (!parts) return null
  const shown = parts.map(({ part, amountHalalas, dueAt }) => ({ part, amountHalalas, dueAt: dueAt.toISOString() }))
  return { key: planKeyOf(parts), parts: shown }
}

function instalmentsOf(
  { settings }: Context,
  halalas: number,
  depositHalalas: number | undefined,
): OrderSummary['instalments'] {
  return instalmentsFor(settings.payment.instalments.offered, halalas).map((terms) => {
    const { company, parts } = terms
    const firstOf = (amount: number) => partsOf(amount, parts)[0] ?? amount
    const takesDeposit = depositHalalas !== undefined && instalmentsFor([terms], depositHalalas).length > 0
    const firstOfDepositHalalas = takesDeposit ? firstOf(depositHalalas) : null
    return { company, parts, firstHalalas: firstOf(halalas), firstOfDepositHalalas }
  })
}

/** Coupon codes are short: guessing many of them is limited. */
function limitCouponGuesses(ctx: Context): Promise<void> {
  return limit(ctx, `coupon-guess:${rangeOf(ctx.ip)}`, 40, HOUR_SECONDS)
}

/** Why the coupon is refused, in the caller's language; undefined when it may be used. */
async function couponRefusal(
  ctx: Context,
  coupon: Coupon | undefined,
  { courseId, priceHalalas, held }: { courseId: number; priceHalalas: number; held: PlacedOrder | undefined },
  now: Date,
): Promise<string | undefined> {
  const counted = coupon ? await couponUse(ctx.db, coupon.id, ctx.user?.id, now) : { inAll: 0, byLearner: 0 }
  // The learner's open order uses it already, and another one would take its place.
  const own = held?.status === 'pending' && coupon && held.couponCode === coupon.code ? 1 : 0
  const use = { inAll: counted.inAll - own, byLearner: counted.byLearner - own }
  const isOfCompanies = await isOfCouponCompanies(ctx.db, coupon, ctx.user)
  const learnerEmail = ctx.user?.email
  const refusal = whyRefused({ coupon, courseId, priceHalalas, learnerEmail, isOfCompanies, use, now })
  return refusal && problemText(refusal, { minimumHalalas: coupon?.minimumHalalas ?? 0 }, ctx.lang)
}

async function enrolledIn(ctx: Context, courseId: number, scheduleId: number | null, now: Date) {
  if (!ctx.user) return null
  const run = await otherRunOf(ctx.db, { userId: ctx.user.id, courseId, scheduleId })
  if (!run) return null
  const { id, startsAt, endsAt, isPaid } = run
  return { id, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), isOver: endsAt <= now, isPaid }
}

async function heldOrder(ctx: Context, courseId: number, scheduleId: number | null, now: Date) {
  return ctx.user ? heldOrderOf(ctx.db, { userId: ctx.user.id, courseId, scheduleId }, now) : undefined
}

/** Every order holds a seat for a while: without a limit, one learner could block seats by ordering repeatedly. */
const MAX_ORDERS_PER_HOUR = 60

const place: Calls['place'] = async (
  ctx,
  { courseId, scheduleId = null, couponCode = null, method, plan, again = false },
) => {
  const learner = requireUser(ctx)
  await limit(ctx, `orders:${learner.id}`, MAX_ORDERS_PER_HOUR, HOUR_SECONDS)
  for (const id of await unsettledOrderIds(ctx.db, { userId: learner.id, courseId, scheduleId }, ctx.now()))
    await settleOverdue(ctx, id)
  const order = await reserve(ctx, learner, { courseId, scheduleId, couponCode, method, plan, again }).catch(
    async (error) => {
      if (isProblem(error, 'couponUnknown')) await limitCouponGuesses(ctx)
      throw error
    },
  )
  await countForCampaign(ctx, order.id)
  const placed = {
    id: order.id,
    reference: order.reference,
    status: order.status,
    expiresAt: order.expiresAt.toISOString(),
  }
  if (order.status === 'paid' || order.method === 'transfer') return placed
  const paymentUrl = await openPayment(ctx, order.id).catch(async (error) => {
    if (isProblem(error, 'instalmentsDeclined')) await payOnlineInstead(ctx, order.id)
    throw error
  })
  return { ...placed, paymentUrl }
}

/** The instalment company does not want this order: it stays its learner's, with its seat, and is paid otherwise. */
async function payOnlineInstead(ctx: Context, id: string): Promise<void> {
  const institute = await findInstitute(ctx.db)
  await ctx.db.transaction().execute((tx) => changeMethod(tx, ctx, institute, id, 'online', 'provider'))
}

async function viewOf(ctx: Context, order: OrderRow) {
  return orderView(order, { ...ctx, institute: await findInstitute(ctx.db) })
}

/** The learner's own order. Another learner's order is reported as not found, so that its existence stays unknown. */
async function ownOrder(ctx: Context, id: string) {
  const order = await findOrder(ctx.db, id, requireUser(ctx).id)
  if (!order) throw new Problem('orderNotFound')
  return order
}

/** Asks the provider about an order that can still be paid, and ends it when its time is over. */
async function settleOverdue(ctx: Context, id: string): Promise<void> {
  await pollOrderPayment(ctx, id)
  await expireOverdueOrder(ctx.db, id, ctx.now())
}

const order: Calls['order'] = async (ctx, { id }) => {
  const current = await ownOrder(ctx, id)
  // A later part of a paid order may have been paid a moment ago.
  if (current.status === 'paid' && current.unpaidHalalas > 0) await pollOrderPayment(ctx, id)
  else if (current.status !== 'paid' && current.status !== 'refunded') await settleOverdue(ctx, id)
  return viewOf(ctx, await ownOrder(ctx, id))
}

const cancel: Calls['cancel'] = async (ctx, { id, reason }) => {
  const current = await ownOrder(ctx, id)
  // An order that was paid a moment ago must not be cancelled.
  if (current.status === 'pending') await syncOrderPayment(ctx, id)
  if (!(await cancelPending(ctx, id, { reason, isMailed: true }))) throw new Problem('orderNotPending')
  return viewOf(ctx, await ownOrder(ctx, id))
}

/** False when the order is not pending any more. */
function cancelPending(
  ctx: Context,
  id: string,
  { reason, isMailed = false }: { reason?: string | undefined; isMailed?: boolean } = {},
): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    const ended = await endOrder(tx, id, 'cancelled', { by: 'learner', now: ctx.now() })
    if (ended) await cancelCheckouts(tx, ctx, id)
    if (ended && reason) await saveCancelReason(tx, id, reason)
    if (ended && isMailed) await mailCancelledByLearner(tx, ctx.settings, id, ctx.now())
    return ended
  })
}

/** Cancels all unpaid orders of a learner whose account ends. */
export async function cancelOpenOrders(ctx: Context): Promise<void> {
  for (const id of await openOrderIds(ctx.db, requireUser(ctx).id)) {
    await syncOrderPayment(ctx, id)
    await cancelPending(ctx, id)
  }
}

export const checkoutOperations: Calls = {
  summary,
  place,
  order,
  cancel,
  cancelOrder,
  extendOrder,
  enrolmentPreview,
  enrol,
}
