/** Staff enrol a person by hand: an order like any other, at the price that was shown, paid outside of the provider. */
import { randomUUID } from 'node:crypto'
import type { PaymentState } from '../../adapters/payment/port.ts'
import type { Input } from '../../api/endpoint.ts'
import { type FieldErrors, Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { isRecorded, NEXT_STEP, runState } from '../catalogue/course-state.ts'
import { CASH, insertAttempt, TRANSFER } from '../orders/attempt-queries.server.ts'
import { RESERVATION_MS } from '../orders/order-state.ts'
import { type Discount, priceOf } from '../orders/prices/pricing.ts'
import { UNKNOWN_BUYER, vatOfSale } from '../orders/prices/vat.ts'
import {
  couponUse,
  findCoupon,
  findInstitute,
  findOffer,
  heldOrderOf,
  lockCoupon,
  lockPlace,
  openOrderOf,
} from '../orders/queries.server.ts'
import { staffOrder } from '../orders/staff.server.ts'
import { endOrder, expireOverdueFor, insertOrder } from '../orders/transition-queries.server.ts'
import { afterPaid } from '../payments/after-paid.server.ts'
import { applyPaymentIn, cancelCheckouts } from '../payments/apply-payment.server.ts'
import { transferDeadline } from '../transfers/transfer.ts'
import type { checkoutEndpoints } from './contract.ts'
import { isOfCouponCompanies } from './coupon/company-queries.server.ts'
import { type Coupon, whyRefused } from './coupon/coupon.ts'
import { accountOf, createAccountFor, type EnrolledAccount, isCancelledRun } from './enrol-queries.server.ts'
import { createAttempt, holdExpiry } from './payment-method.server.ts'
import { referencePrefix } from './place-order.server.ts'

type Calls = typeof checkoutEndpoints
type Asked = Input<Calls['enrolmentPreview']>
type Enrolment = Input<Calls['enrol']>

/** Whoever is enrolled free of charge by staff is given the whole price. */
const FREE: Discount = { percent: 100, amountHalalas: null }

export async function enrolmentPreview(ctx: Context, asked: Asked) {
  const now = ctx.now()
  const found = await findSeat(ctx, asked)
  const learner = await accountOf(ctx.db, asked.email)
  refuseOneself(ctx, learner)
  const place = { courseId: asked.courseId, scheduleId: asked.scheduleId ?? null }
  if (learner && (await heldOrderOf(ctx.db, { userId: learner.id, ...place }, now))?.status === 'paid')
    throw new Problem('alreadyEnrolled')
  if (found.run && found.run.seatsLeft <= 0) throw new Problem('seatsGone')
  const coupon = asked.couponCode ? await findCoupon(ctx.db, asked.couponCode) : undefined
  if (asked.couponCode) {
    await refuseCoupon(ctx.db, coupon, { asked, found, learner, now })
  }
  const price = priced(asked, found, coupon)
  return {
    learner: learner ? { id: learner.id, name: learner.name, phone: learner.phone } : null,
    course: inLang(found.offer.course.name, ctx.lang),
    run: found.run && {
      startsAt: found.run.startsAt.toISOString(),
      city: found.run.city && inLang(found.run.city, ctx.lang),
      seatsLeft: found.run.seatsLeft,
    },
    isOutsideWindow: found.isOutsideWindow,
    price,
    heldUntil: heldUntil(asked, found, price.totalHalalas, now)?.toISOString() ?? null,
  }
}

/**
 * One transaction: the account, the order, its money, its invoice and its mail are written together or not at all.
 * @throws Problem previewStale when the price has changed, and those of the preview
 */
export async function enrol(ctx: Context, asked: Enrolment) {
  const staffId = requireUser(ctx).id
  const found = await findSeat(ctx, asked)
  const known = await accountOf(ctx.db, asked.email)
  refuseOneself(ctx, known)
  refuseIncomplete(asked, known)
  const id = await ctx.db.transaction().execute(async (tx) => {
    await lockPlace(tx, asked.courseId, asked.scheduleId ?? null)
    const coupon = asked.couponCode ? await lockCoupon(tx, asked.couponCode) : undefined
    const now = ctx.now()
    const learner = known ?? (await createAccountFor(tx, newAccount(asked, now)))
    await expireOverdueFor(
      tx,
      { scheduleId: asked.scheduleId ?? null, couponId: coupon?.id ?? null, userId: learner.id },
      now,
    )
    await replaceOpenOrder(tx, ctx, { ...asked, userId: learner.id, staffId, now })
    if (asked.couponCode) {
      await refuseCoupon(tx, coupon, { asked, found, learner, now })
    }
    const price = priced(asked, found, coupon)
    if (price.totalHalalas !== asked.totalHalalas) throw new Problem('previewStale')
    return writeOrder(tx, ctx, { asked, found, learner, coupon: coupon ?? null, price, staffId, now })
  })
  return staffOrder(ctx, { id })
}

export type Seat = Awaited<ReturnType<typeof findSeat>>

/** The course and its run. Staff may enrol outside of the enrolment window, until the run starts. */
export async function findSeat(ctx: Context, { courseId, scheduleId }: Pick<Asked, 'courseId' | 'scheduleId'>) {
  const now = ctx.now()
  const [offer, institute] = await Promise.all([findOffer(ctx.db, courseId, now), findInstitute(ctx.db)])
  if (!offer) throw new Problem('courseNotFound')
  if (scheduleId === undefined) {
    if (!isRecorded(offer.course)) throw new Problem('scheduleRequired')
    return { offer, institute, run: null, isOutsideWindow: false }
  }
  const run = offer.runs.find(({ id }) => id === scheduleId)
  if (!run) throw new Problem('courseNotFound')
  if (run.startsAt <= now || (await isCancelledRun(ctx.db, scheduleId))) throw new Problem('enrolmentClosed')
  const state = runState(run, now)
  return { offer, institute, run, isOutsideWindow: NEXT_STEP[state] === 'notify' && state !== 'full' }
}

export const listPrice = ({ run, offer }: Seat) => run?.priceHalalas ?? offer.course.priceHalalas

function priced({ payment }: Asked, seat: Seat, coupon: Coupon | undefined) {
  const vat = vatOfSale(seat.institute, seat.offer.course, UNKNOWN_BUYER)
  return priceOf(listPrice(seat), payment === 'free' ? FREE : (coupon ?? null), vat)
}

type CouponAsked = { asked: Asked; found: Seat; learner: EnrolledAccount | undefined; now: Date }

async function refuseCoupon(
  db: Database,
  coupon: Coupon | undefined,
  { asked: { email, courseId }, found, learner, now }: CouponAsked,
): Promise<void> {
  const [use, isOfCompanies] = await Promise.all([
    coupon ? couponUse(db, coupon.id, learner?.id, now) : { inAll: 0, byLearner: 0 },
    isOfCouponCompanies(db, coupon, { id: learner?.id, email }),
  ])
  const priceHalalas = listPrice(found)
  const refusal = whyRefused({ coupon, courseId, priceHalalas, learnerEmail: email, isOfCompanies, use, now })
  if (refusal) throw new Problem(refusal, { minimumHalalas: coupon?.minimumHalalas ?? 0 })
}

/** Staff who are learners too do not decide about their own money. */
function refuseOneself(ctx: Context, account: EnrolledAccount | undefined): void {
  if (account?.id === requireUser(ctx).id) throw new Problem('ownOrder')
}

function refuseIncomplete(asked: Enrolment, known: EnrolledAccount | undefined): void {
  const needed: (keyof Enrolment)[] = known ? ['reason'] : ['firstName', 'lastName', 'phone', 'hasAgreed', 'reason']
  if (asked.totalHalalas > 0 && (asked.payment === 'cash' || asked.payment === 'transfer'))
    needed.push('moneyReference')
  const missing = needed.filter((name) => !asked[name])
  const errors: FieldErrors = Object.fromEntries(missing.map((name) => [name, ['required']]))
  if (missing.length > 0) throw new Problem('validation', {}, errors)
}

const newAccount = ({ email, firstName, lastName, phone, lang }: Enrolment, now: Date) => ({
  ...{ email, firstName: firstName!, lastName: lastName!, phone: phone!, lang: lang ?? 'ar', now },
})

type Replaced = Pick<Asked, 'courseId' | 'scheduleId'> & { userId: number; staffId: number; now: Date }

/** An unpaid order of the same seat ends, and its checkout session with it. */
export async function replaceOpenOrder(
  tx: Tx,
  ctx: Context,
  { userId, courseId, scheduleId, staffId, now }: Replaced,
): Promise<void> {
  const open = await openOrderOf(tx, userId, courseId, scheduleId ?? null)
  if (open?.status === 'paid') throw new Problem('alreadyEnrolled')
  if (!open) return
  if (open.expiresAt <= now) throw new Problem('paymentUnderWay')
  await endOrder(tx, open.id, 'replaced', { by: 'staff', staffId, now })
  await cancelCheckouts(tx, ctx, open.id)
}

type Written = {
  asked: Enrolment
  found: Seat
  learner: EnrolledAccount
  coupon: Coupon | null
  price: ReturnType<typeof priced>
  staffId: number
  now: Date
}

async function writeOrder(tx: Tx, ctx: Context, written: Written): Promise<string> {
  const { asked, found, learner, coupon, price, staffId, now } = written
  const { course } = found.offer
  const isFree = price.totalHalalas === 0
  const method = methodOf(asked, isFree)
  const scheduleId = asked.scheduleId ?? null
  const place = { userId: learner.id, scheduleId, runStartsAt: found.run?.startsAt ?? null, now }
  const isAwaited = asked.payment === 'awaited' && !isFree
  const order = await insertOrder(tx, {
    ...price,
    ...{ id: randomUUID(), userId: learner.id, courseId: course.id, scheduleId, now, method },
    coupon: asked.payment === 'free' ? null : coupon,
    event: isFree ? 'placedFree' : 'placed',
    source: 'desk',
    lang: learner.lang,
    courseName: course.name,
    vatReasonCode: vatOfSale(found.institute, course, UNKNOWN_BUYER).reasonCode,
    expiresAt: isAwaited
      ? await holdExpiry(tx, found.institute, 'transfer', place)
      : new Date(now.getTime() + RESERVATION_MS),
    referencePrefix: referencePrefix(now),
    staff: { staffId, note: asked.reason },
  })
  if (!order) throw new Problem('seatsGone')
  const { reference } = order
  const detail = { payment: asked.payment, totalHalalas: price.totalHalalas, moneyReference: asked.moneyReference }
  await writeAudit(tx, ctx, { action: 'order.enrol', reference, detail })
  if (isFree) await afterPaid(tx, ctx, order.id, now)
  else if (isAwaited) await createAttempt(tx, ctx, { ...order, dueHalalas: price.totalHalalas, method, now })
  else await bookMoney(tx, ctx, { ...written, orderId: order.id, reference })
  return order.id
}

function methodOf({ payment }: Asked, isFree: boolean) {
  if (isFree) return 'online'
  return payment === 'cash' ? 'cash' : 'transfer'
}

/** The money that staff have received makes the order paid at once. */
async function bookMoney(
  tx: Tx,
  ctx: Context,
  { asked, price, staffId, orderId, reference, now }: Written & { orderId: string; reference: string },
): Promise<void> {
  const { totalHalalas: amountHalalas } = price
  const attemptId = randomUUID()
  const provider = asked.payment === 'cash' ? CASH : TRANSFER
  await insertAttempt(tx, { id: attemptId, orderId, provider, amountHalalas, reference, now })
  const money = { amountHalalas, currency: 'SAR', refundedHalalas: 0, failureReason: null }
  const state: PaymentState = { reference, status: 'paid', ...money }
  await applyPaymentIn(tx, ctx, attemptId, state, { by: 'staff', staffId, note: asked.moneyReference ?? '' })
}

function heldUntil({ payment }: Asked, { institute, run }: Seat, totalHalalas: number, now: Date): Date | undefined {
  if (payment !== 'awaited' || totalHalalas === 0) return undefined
  const until = transferDeadline(institute, { placedAt: now, runStartsAt: run?.startsAt ?? null, now })
  if (!until) throw new Problem('noTransfers')
  return until
}
