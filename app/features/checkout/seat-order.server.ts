/** The order by which an employee uses a seat that their company has bought: its price is paid already. */
import { randomUUID } from 'node:crypto'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { mailPaid } from '../orders/order-mails.server.ts'
import { priceOf } from '../orders/prices/pricing.ts'
import { UNKNOWN_BUYER, vatOfSale } from '../orders/prices/vat.ts'
import { findInstitute, findOffer, openOrderOf } from '../orders/queries.server.ts'
import { endOrder, expireOverdueFor, insertOrder, markInvoiced } from '../orders/transition-queries.server.ts'
import { cancelCheckouts } from '../payments/apply-payment.server.ts'
import type { EnrolledAccount } from './enrol-queries.server.ts'
import { referencePrefix } from './place-order.server.ts'

type SeatOrder = {
  learner: EnrolledAccount
  courseId: number
  scheduleId: number | null
  /** Of one seat of the company's purchase. */
  priceHalalas: number
  /** The purchase that has paid for it. */
  quoteNumber: string
  now: Date
  /** Who enrols the learner; the learner without it. */
  staff?: { staffId: number; note: string }
}

/**
 * The caller holds the lock of the run (or course), and has given the company's seat back to it. No invoice is issued:
 * the company has one.
 * @throws Problem courseNotFound, alreadyEnrolled, paymentUnderWay
 */
export async function placeSeatOrder(
  tx: Tx,
  ctx: Context,
  seat: SeatOrder,
): Promise<{ id: string; reference: string }> {
  const { learner, courseId, scheduleId, priceHalalas, quoteNumber, now, staff } = seat
  const [offer, institute] = [await findOffer(tx, courseId, now), await findInstitute(tx)]
  if (!offer) throw new Problem('courseNotFound')
  await expireOverdueFor(tx, { scheduleId, couponId: null, userId: learner.id }, now)
  const open = await openOrderOf(tx, learner.id, courseId, scheduleId)
  if (open?.status === 'paid') throw new Problem('alreadyEnrolled')
  if (open && open.expiresAt <= now) throw new Problem('paymentUnderWay')
  if (open) {
    await endOrder(tx, open.id, 'replaced', { by: staff ? 'staff' : 'learner', ...staff, now })
    await cancelCheckouts(tx, ctx, open.id)
  }
  const vat = vatOfSale(institute, offer.course, UNKNOWN_BUYER)
  const order = await insertOrder(tx, {
    ...priceOf(priceHalalas, { percent: 100, amountHalalas: null }, vat),
    ...{ id: randomUUID(), userId: learner.id, courseId, scheduleId, coupon: null, now, method: 'online' },
    source: 'company',
    ...{ event: 'placedFree', isReserved: true, lang: learner.lang, courseName: offer.course.name },
    ...{
      vatReasonCode: vat.reasonCode,
      expiresAt: now,
      referencePrefix: referencePrefix(now),
      details: { quoteNumber },
      ...(staff ? { staff } : {}),
    },
  })
  // The company's seat was given back under the run's lock, so it is there.
  if (!order) throw new Error(`The seat of ${quoteNumber} in the run ${scheduleId} is gone.`)
  await markInvoiced(tx, order.id)
  await mailPaid(tx, ctx.settings, order.id, now)
  return order
}
