/**
 * Staff move a paid order to another course, run or person. Another order takes its place, at the price of today; what
 * was paid pays that one, and the difference is paid, waived or sent back.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { PaymentState } from '../../../adapters/payment/port.ts'
import type { Input } from '../../../api/endpoint.ts'
import { type FieldErrors, Problem } from '../../../api/problem.ts'
import { inLang } from '../../../locales/localized.ts'
import { type Context, requireUser } from '../../../platform/context.server.ts'
import type { Database, Tx } from '../../../platform/database/database.server.ts'
import { writeAudit } from '../../audit/queries.server.ts'
import { findSeat, listPrice, replaceOpenOrder, type Seat } from '../../checkout/enrol.server.ts'
import { accountOf, createAccountFor, type EnrolledAccount } from '../../checkout/enrol-queries.server.ts'
import { referencePrefix } from '../../checkout/place-order.server.ts'
import { carryOver } from '../../ledger/carry-over.server.ts'
import { leftOf, sharesOf } from '../../ledger/shares.ts'
import { CARRIED, CASH, insertAttempt, isSentByHand, lockOrder, TRANSFER } from '../../orders/attempt-queries.server.ts'
import type { PaymentMethod } from '../../orders/order-parts-contract.ts'
import { findLearner, findOrder, type OrderRow } from '../../orders/order-queries.server.ts'
import { RESERVATION_MS } from '../../orders/order-state.ts'
import { priceOf } from '../../orders/prices/pricing.ts'
import { UNKNOWN_BUYER, vatOfSale } from '../../orders/prices/vat.ts'
import { heldOrderOf, openOrderOf } from '../../orders/queries.server.ts'
import { refundsOf } from '../../orders/refund-row-queries.server.ts'
import { staffOrder } from '../../orders/staff.server.ts'
import { expireOverdueFor, insertOrder, nextReference } from '../../orders/transition-queries.server.ts'
import { afterPaid } from '../../payments/after-paid.server.ts'
import { applyPaymentIn, cancelCheckouts } from '../../payments/apply-payment.server.ts'
import { sendRefundNow } from '../../refunds/refund-jobs.server.ts'
import { refuseAboveLimit } from '../../refunds/refunds.server.ts'
import { refundDifference } from '../../refunds/whole-refund.server.ts'
import type { runsEndpoints } from '../contract.ts'
import { leaveLine } from '../waiting-queries.server.ts'
import { mailMovedEnrolment } from './enrolment-move-mails.server.ts'
import { lockPlaces, moneyLeftOf, setMovedFrom } from './enrolment-move-queries.server.ts'
import { whyItStays } from './movable.server.ts'

type Calls = typeof runsEndpoints
type Target = Input<Calls['enrolmentMovePreview']>
type Asked = Input<Calls['moveEnrolment']>
type Move = Asked & { reason: string }

export async function enrolmentMovePreview(ctx: Context, asked: Target) {
  const { order, email } = await requireMoved(ctx, asked)
  const [seat, learner, money] = [
    await findSeat(ctx, asked),
    await accountOf(ctx.db, email),
    await movedMoney(ctx.db, order),
  ]
  refuseOneself(ctx, learner)
  refuseSameSeat(order, asked, learner)
  const place = placeOf(asked)
  if (learner && (await heldOrderOf(ctx.db, { userId: learner.id, ...place }, ctx.now()))?.status === 'paid')
    throw new Problem('learnerEnrolled')
  if (seat.run && seat.run.seatsLeft <= 0 && seat.run.id !== order.run?.id) throw new Problem('seatsGone')
  const paidHalalas = leftOf(money)
  const terms = termsOf(order, seat, learner, paidHalalas)
  const { carriedHalalas, dueHalalas, backHalalas, fingerprint } = terms
  return {
    learner: learner ? { id: learner.id, name: learner.name, email: learner.email } : null,
    isOtherPerson: learner?.id !== order.userId,
    course: inLang(seat.offer.course.name, ctx.lang),
    run: seat.run && {
      startsAt: seat.run.startsAt.toISOString(),
      city: seat.run.city && inLang(seat.run.city, ctx.lang),
      seatsLeft: seat.run.seatsLeft,
    },
    price: terms.price,
    paidHalalas,
    ...{ carriedHalalas, dueHalalas, backHalalas, fingerprint },
    isSentByHand: sharesOf(money.toReversed(), backHalalas).some(({ provider }) => isSentByHand(provider ?? undefined)),
  }
}

/**
 * One transaction: the former order, the one that takes its place, their money, documents and mails are written together
 * or not at all.
 * @throws Problem previewStale when the price or the money has changed, and those of the preview
 */
export async function moveEnrolment(ctx: Context, input: Asked) {
  const staffId = requireUser(ctx).id
  const { order: found, email } = await requireMoved(ctx, input)
  const seat = await findSeat(ctx, input)
  const known = await accountOf(ctx.db, email)
  refuseOneself(ctx, known)
  refuseSameSeat(found, input, known)
  const shown = await requireShown(ctx.db, { order: found, seat, learner: known, asked: input })
  const asked = requireComplete(input, known, shown.terms.dueHalalas)
  const { id, refundIds } = await ctx.db.transaction().execute(async (tx) => {
    await lockPlaces(tx, [{ courseId: found.courseId, scheduleId: found.run?.id ?? null }, placeOf(asked)])
    const now = ctx.now()
    const learner = known ?? (await createAccountFor(tx, newAccount(asked, email, now)))
    await expireOverdueFor(tx, { scheduleId: asked.scheduleId ?? null, couponId: null, userId: learner.id }, now)
    await lockOrder(tx, found.id)
    const order = await requireMovable(tx, ctx, found.id)
    const { money, terms } = await requireShown(tx, { order, seat, learner: known, asked })
    if (order.run?.id !== found.run?.id) throw new Problem('previewStale')
    const place = placeOf(asked)
    if ((await openOrderOf(tx, learner.id, place.courseId, place.scheduleId))?.status === 'paid')
      throw new Problem('learnerEnrolled')
    await replaceOpenOrder(tx, ctx, { ...asked, userId: learner.id, staffId, now })
    return write(tx, ctx, { asked, order, seat, learner, money, terms, staffId, now })
  })
  for (const refundId of refundIds) await sendRefundNow(ctx, refundId)
  return staffOrder(ctx, { id })
}

const placeOf = ({ courseId, scheduleId }: Target) => ({ courseId, scheduleId: scheduleId ?? null })

/** The order that is moved, and whose seat it becomes. */
async function requireMoved(ctx: Context, { id, email }: Target): Promise<{ order: OrderRow; email: string }> {
  const order = await requireMovable(ctx.db, ctx, id)
  const own = await findLearner(ctx.db, order.userId)
  const to = email ?? own?.email
  if (!to) throw new Problem('validation', {}, { email: ['required'] })
  return { order, email: to }
}

/** @throws Problem orderNotFound, and why it stays */
async function requireMovable(db: Database, ctx: Context, id: string): Promise<OrderRow> {
  const order = await findOrder(db, id)
  if (!order) throw new Problem('orderNotFound')
  const stays = await whyItStays(db, order, requireUser(ctx).id)
  if (stays) throw new Problem(stays)
  return order
}

async function movedMoney(db: Database, { id }: OrderRow) {
  const money = await moneyLeftOf(db, id)
  if (money.length === 0) throw new Problem('orderNotMovable')
  return money
}

function refuseOneself(ctx: Context, account: EnrolledAccount | undefined): void {
  if (account?.id === requireUser(ctx).id) throw new Problem('ownOrder')
}

function refuseSameSeat(order: OrderRow, asked: Target, learner: EnrolledAccount | undefined): void {
  const place = placeOf(asked)
  const isSame = place.courseId === order.courseId && place.scheduleId === (order.run?.id ?? null)
  if (isSame && learner?.id === order.userId) throw new Problem('sameSeat')
}

type Terms = ReturnType<typeof termsOf>

/**
 * What the other seat costs today, and how what was paid covers it.
 * @throws Problem sameCourseMove where the order itself can be moved
 */
function termsOf(order: OrderRow, seat: Seat, learner: EnrolledAccount | undefined, paidHalalas: number) {
  const { course } = seat.offer
  const vat = vatOfSale(seat.institute, course, UNKNOWN_BUYER)
  const price = priceOf(listPrice(seat), null, vat)
  const differenceHalalas = price.totalHalalas - paidHalalas
  if (differenceHalalas === 0 && learner?.id === order.userId && course.id === order.courseId)
    throw new Problem('sameCourseMove')
  const startsAt = seat.run?.startsAt.toISOString() ?? null
  const shown = [order.id, order.run?.id ?? null, paidHalalas, course.id, seat.run?.id ?? null, startsAt]
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([...shown, price.totalHalalas, price.vatHalalas, learner?.id ?? null]))
    .digest('base64url')
    .slice(0, 32)
  return {
    ...{ price, vat, fingerprint },
    carriedHalalas: Math.min(paidHalalas, price.totalHalalas),
    dueHalalas: Math.max(differenceHalalas, 0),
    backHalalas: Math.max(-differenceHalalas, 0),
  }
}

type ShownTerms = { order: OrderRow; seat: Seat; learner: EnrolledAccount | undefined; asked: Asked }

/** The money and the terms that the preview showed. @throws Problem previewStale when they have become others */
async function requireShown(db: Database, { order, seat, learner, asked }: ShownTerms) {
  const money = await movedMoney(db, order)
  const terms = termsOf(order, seat, learner, leftOf(money))
  if (terms.fingerprint !== asked.fingerprint) throw new Problem('previewStale')
  return { money, terms }
}

const newAccount = ({ firstName, lastName, phone, lang }: Move, email: string, now: Date) => ({
  ...{ email, firstName: firstName!, lastName: lastName!, phone: phone!, lang: lang ?? 'ar', now },
})

/** All that is missing is named at once: it is one form. */
function requireComplete(asked: Asked, known: EnrolledAccount | undefined, dueHalalas: number): Move {
  const needed: (keyof Asked)[] = known ? [] : ['firstName', 'lastName', 'phone', 'hasAgreed']
  if (dueHalalas > 0) needed.push('settlement')
  if (dueHalalas > 0 && asked.settlement !== 'waived') needed.push('moneyReference')
  const missing = [...needed, 'reason' as const].filter((name) => !asked[name])
  const errors: FieldErrors = Object.fromEntries(missing.map((name) => [name, ['required']]))
  const { reason } = asked
  if (missing.length > 0 || !reason) throw new Problem('validation', {}, errors)
  return { ...asked, reason }
}

type Written = {
  asked: Move
  order: OrderRow
  seat: Seat
  learner: EnrolledAccount
  money: Awaited<ReturnType<typeof movedMoney>>
  terms: Terms
  staffId: number
  now: Date
}

/** The former order ends before the other one is placed, so that its seat is free for another person. */
async function write(tx: Tx, ctx: Context, written: Written): Promise<{ id: string; refundIds: string[] }> {
  const { asked, order, money, terms, staffId, now } = written
  const { carriedHalalas, dueHalalas, backHalalas } = terms
  if (backHalalas > 0) await refuseAboveLimit(tx, ctx, await refundsOf(tx, order.id), backHalalas)
  const isWaived = dueHalalas > 0 && asked.settlement === 'waived'
  const id = randomUUID()
  const reference = await nextReference(tx, referencePrefix(now))
  // What goes back is of the newest payments, as with every refund.
  const carried = sharesOf(money, carriedHalalas)
  const creditedId = await carryOver(tx, {
    ...{ orderId: order.id, toReference: reference, reason: asked.reason, staffId, now },
    shares: carried.length > 0 ? carried : [{ attemptId: money[0]!.attemptId, amountHalalas: 0 }],
  })
  await cancelCheckouts(tx, ctx, order.id)
  await place(tx, ctx, { ...written, id, reference, isWaived })
  await setMovedFrom(tx, id, order.id)
  const refundIds: string[] = []
  for (const { attemptId, amountHalalas } of sharesOf(money.toReversed(), backHalalas))
    refundIds.push(
      await refundDifference(tx, ctx, {
        ...{ orderId: order.id, attemptId: attemptId!, amountHalalas },
        ...{ reason: asked.reason, staffId },
      }),
    )
  await audit(tx, ctx, written, reference, isWaived)
  await mailMovedEnrolment(tx, ctx.settings, {
    ...{ formerId: order.id, id, creditedId: carriedHalalas > 0 ? creditedId : null, reason: asked.reason },
    ...{ carriedHalalas, backHalalas, isOtherPerson: written.learner.id !== order.userId, now },
  })
  return { id, refundIds }
}

async function place(
  tx: Tx,
  ctx: Context,
  { asked, order, seat, learner, terms, staffId, now, id, reference, isWaived }: Written & Placed,
): Promise<void> {
  const { course } = seat.offer
  const { carriedHalalas, dueHalalas, vat } = terms
  const price = isWaived ? priceOf(listPrice(seat), { percent: null, amountHalalas: dueHalalas }, vat) : terms.price
  const { totalHalalas } = price
  const isFree = totalHalalas === 0
  const method = methodOf(asked, isFree, isWaived ? 0 : dueHalalas)
  const placed = await insertOrder(tx, {
    ...price,
    ...{ id, reference, userId: learner.id, ...placeOf(asked), coupon: null, now, method },
    event: isFree ? 'placedFree' : 'placed',
    source: 'move',
    // Its seat is the former order's: who waits for that run had no claim on it.
    isReserved: order.run !== null && asked.scheduleId === order.run.id,
    lang: learner.lang,
    courseName: course.name,
    vatReasonCode: vat.reasonCode,
    expiresAt: new Date(now.getTime() + RESERVATION_MS),
    referencePrefix: referencePrefix(now),
    staff: { staffId, note: asked.reason, details: { fromReference: order.reference } },
  })
  if (!placed) throw new Problem('seatsGone')
  if (asked.scheduleId !== undefined) await leaveLine(tx, asked.scheduleId, learner.id, now)
  if (isFree) return afterPaid(tx, ctx, id, now)
  const attempt = {
    id: randomUUID(),
    orderId: id,
    provider: providerOf(method),
    amountHalalas: totalHalalas,
    reference,
  }
  await insertAttempt(tx, { ...attempt, carriedHalalas, now })
  const money = { amountHalalas: totalHalalas, currency: 'SAR', refundedHalalas: 0, failureReason: null }
  const state: PaymentState = { reference, status: 'paid', ...money }
  const note = asked.moneyReference ?? order.reference
  await applyPaymentIn(tx, ctx, attempt.id, state, { by: 'staff', staffId, note })
}

type Placed = { id: string; reference: string; isWaived: boolean }

/** By which way the difference was paid; of a free seat the one that all free seats have. */
function methodOf({ settlement }: Move, isFree: boolean, paidHalalas: number): PaymentMethod {
  if (isFree) return 'online'
  if (paidHalalas === 0) return 'carried'
  return settlement === 'cash' ? 'cash' : 'transfer'
}

function providerOf(method: PaymentMethod): string {
  if (method === 'cash') return CASH
  return method === 'transfer' ? TRANSFER : CARRIED
}

async function audit(tx: Tx, ctx: Context, written: Written, reference: string, isWaived: boolean): Promise<void> {
  const { asked, order, terms } = written
  const { carriedHalalas, dueHalalas, backHalalas } = terms
  const { settlement, moneyReference } = asked
  // The reason is not logged: it may be about a person, whose data are deleted with the account.
  await writeAudit(tx, ctx, {
    ...{ action: 'order.move-enrolment', reference: order.reference },
    detail: { carriedHalalas, dueHalalas, backHalalas, isWaived, settlement, moneyReference },
    before: { courseId: order.courseId, runId: order.run?.id ?? null, userId: order.userId },
    after: { ...placeOf(asked), userId: written.learner.id, reference },
  })
}
