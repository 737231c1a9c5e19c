/** Checkout: the price of an order, placing it, reading it and cancelling it. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Flag, Id, optional, Text, WholeNumber } from '../../api/fields.ts'
import { Order, OrderStatus, OrderSummary } from '../orders/order-contract.ts'
import { StaffOrder } from '../orders/staff-contract.ts'
import { ChosenMethod } from '../transfers/contract.ts'
import { CouponCode } from './coupon/coupon-code-contract.ts'
import { enrolEndpoints } from './enrol-contract.ts'
import { MAX_EXTENSION_DAYS } from './extension-days.ts'

const Instant = z.iso.datetime()
export const checkoutEndpoints = {
  ...enrolEndpoints,
  summary: endpoint({
    method: 'GET',
    path: 'Orders/summary',
    summary: 'What an order of this course, run and coupon would cost; a refused coupon says why.',
    audience: 'everyone',
    input: z.object({ courseId: Id, scheduleId: optional(Id), coupon: CouponCode }),
    output: OrderSummary,
    problems: ['courseNotFound', 'tooManyRequests'],
  }),
  place: endpoint({
    method: 'POST',
    path: 'Orders',
    summary:
      'Places an order, which holds the seat and the coupon use for 20 minutes, or for days when it is paid by transfer; an open one is resumed, and paid by the method that is chosen now. `plan` pays it in the parts that were shown. Whoever has a seat in another run of the course says `again`.',
    audience: 'signedIn',
    input: z.object({
      courseId: Id,
      scheduleId: optional(Id),
      couponCode: CouponCode,
      method: ChosenMethod,
      /** The `key` of the plan that was shown, or `none`: an open order keeps its parts without it. */
      plan: optional(Text(400)),
      again: Flag,
    }),
    output: z.object({
      id: z.uuid(),
      reference: z.string(),
      status: OrderStatus,
      expiresAt: Instant,
      paymentUrl: z.string().optional(),
    }),
    problems: [
      'courseNotFound',
      'scheduleRequired',
      'seatsGone',
      'enrolmentClosed',
      'enrolmentNotOpen',
      'alreadyEnrolled',
      'enrolledInOtherRun',
      'couponUnknown',
      'couponInactive',
      'couponNotYetValid',
      'couponExpired',
      'couponExhausted',
      'couponUsedByLearner',
      'couponMinimum',
      'couponOtherCourse',
      'couponOtherDomain',
      'couponOtherCompany',
      'noTransfers',
      'tooManyTransfers',
      'amountTooSmall',
      'instalmentsNotOffered',
      'instalmentsDeclined',
      'planChanged',
      'orderNotPayable',
      'paymentUnderWay',
      'paymentProviderDown',
      'tooManyRequests',
    ],
    creates: true,
    status: 201,
  }),
  order: endpoint({
    method: 'GET',
    path: 'Orders/{id}',
    summary:
      "One of the learner's orders. Its payment is fetched from the provider first: while it is pending at most once in ten seconds, and once more after it has ended unpaid.",
    audience: 'signedIn',
    input: z.object({ id: z.uuid('invalid') }),
    output: Order,
    problems: ['orderNotFound'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: 'Orders/{id}/cancel',
    summary: 'Cancels a pending order and frees its seat and coupon use.',
    audience: 'signedIn',
    input: z.object({ id: z.uuid('invalid'), reason: optional(Text(1000)) }),
    output: Order,
    problems: ['orderNotFound', 'orderNotPending'],
  }),
  extendOrder: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/extend',
    summary: 'Holds the seat of an unpaid order until some days from now, at most until its run starts.',
    audience: { right: 'orders.change' },
    input: z.object({
      id: z.uuid('invalid'),
      days: WholeNumber.pipe(
        z
          .number()
          .min(1, `numberBetween:1,${MAX_EXTENSION_DAYS}`)
          .max(MAX_EXTENSION_DAYS, `numberBetween:1,${MAX_EXTENSION_DAYS}`),
      ),
      /** Why: it stands in the order's history. */
      note: Text(500),
    }),
    output: StaffOrder,
    problems: ['orderNotFound', 'ownOrder', 'orderNotPending', 'holdNotExtended'],
  }),
  cancelOrder: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/cancel',
    summary: 'Cancels an unpaid order of a learner; the reason is mailed to them.',
    audience: { right: 'orders.change' },
    input: z.object({ id: z.uuid('invalid'), reason: Text(500) }),
    output: StaffOrder,
    problems: ['orderNotFound', 'ownOrder', 'orderNotPending'],
  }),
}
