import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Id, optional, PageIndex, PageOf, PageSize, Text } from '../../api/fields.ts'
import { foldDigits } from '../../locales/digits.ts'
import { CourseState, Schedule } from '../catalogue/contract.ts'
import { invoiceEndpoints } from './invoice-contract.ts'
import { ChosenMethod, PaymentMethod, Transfer, transferEndpoints } from './transfer-contract.ts'

const Instant = z.iso.datetime()
/** A blank one is none. */
const CouponCode = optional(
  z
    .string()
    .transform((code) => foldDigits(code).replace(/\s/g, '').toUpperCase())
    .pipe(z.union([z.literal(''), Text(50)]))
    .transform((code) => code || undefined),
)

export const OrderStatus = z.enum(['pending', 'paid', 'refunded', 'cancelled', 'expired', 'failed'])
export type OrderStatus = z.output<typeof OrderStatus>

const Price = z.object({
  currency: z.literal('SAR'),
  priceHalalas: z.int(),
  discountHalalas: z.int(),
  totalHalalas: z.int(),
  netHalalas: z.int(),
  vatHalalas: z.int(),
  vatRatePercent: z.number(),
})
export type Price = z.output<typeof Price>

const OrderedCourse = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  image: z.string(),
  courseDeliveryMethod: z.int(),
})
const OrderedRun = Schedule.pick({
  id: true,
  startsAt: true,
  endsAt: true,
  weekdays: true,
  fromTime: true,
  toTime: true,
  place: true,
})

export const OrderSummary = Price.extend({
  course: OrderedCourse,
  /** Null while a course with runs has none chosen, and for a recorded course. */
  schedule: OrderedRun.extend({ seatsLeft: z.int() }).nullable(),
  /** What the course or the chosen run offers now. */
  state: CourseState,
  needsSchedule: z.boolean(),
  coupon: z.object({ code: z.string(), valid: z.boolean(), reason: z.string().optional() }).nullable(),
  /** Until when a seat would wait for a bank transfer; null where nothing can be paid so. */
  transferUntil: Instant.nullable(),
  /** The learner's open or paid order of this course and run. */
  existingOrder: z.object({ id: z.uuid(), status: OrderStatus, expiresAt: Instant }).nullable(),
})
export type OrderSummary = z.output<typeof OrderSummary>

export const Order = Price.extend({
  id: z.uuid(),
  reference: z.string(),
  status: OrderStatus,
  createdAt: Instant,
  expiresAt: Instant,
  paidAt: Instant.nullable(),
  /** Why it ended, in the caller's language; null while it has not. */
  endedBecause: z.string().nullable(),
  couponCode: z.string().nullable(),
  course: OrderedCourse,
  schedule: OrderedRun.nullable(),
  lines: z.array(z.object({ description: z.string(), amountHalalas: z.int() })),
  attempts: z.array(
    z.object({ id: z.uuid(), provider: z.string(), status: z.string(), amountHalalas: z.int(), createdAt: Instant }),
  ),
  method: PaymentMethod,
  /** Of an order that is paid by bank transfer. */
  transfer: Transfer.nullable(),
  /** Where to go on paying; only while the order is pending. */
  paymentUrl: z.string().nullable(),
  /** The path of the file with every meeting, of a paid seat in a run. */
  calendarUrl: z.string().nullable(),
})
export type Order = z.output<typeof Order>

export const ordersEndpoints = {
  ...invoiceEndpoints,
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
      'Places an order, which holds the seat and the coupon use for 20 minutes, or for days when it is paid by transfer; an open one is resumed, and paid by the method that is chosen now.',
    audience: 'signedIn',
    input: z.object({ courseId: Id, scheduleId: optional(Id), couponCode: CouponCode, method: ChosenMethod }),
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
      'couponUnknown',
      'couponInactive',
      'couponNotYetValid',
      'couponExpired',
      'couponExhausted',
      'couponUsedByLearner',
      'couponMinimum',
      'couponOtherCourse',
      'couponOtherDomain',
      'noTransfers',
      'tooManyTransfers',
      'orderNotPayable',
      'paymentProviderDown',
      'tooManyRequests',
    ],
    creates: true,
    status: 201,
  }),
  mine: endpoint({
    method: 'GET',
    path: 'Orders/mine',
    summary: "The learner's orders, the newest first.",
    audience: 'signedIn',
    input: z.object({ PageIndex, PageSize }),
    output: PageOf(Order),
  }),
  order: endpoint({
    method: 'GET',
    path: 'Orders/{id}',
    summary: "One of the learner's orders, after asking the provider when it is still pending.",
    audience: 'signedIn',
    input: z.object({ id: z.uuid('invalid') }),
    output: Order,
    problems: ['orderNotFound'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: 'Orders/{id}/cancel',
    summary: 'Gives up a pending order and frees its seat and coupon use.',
    audience: 'signedIn',
    input: z.object({ id: z.uuid('invalid') }),
    output: Order,
    problems: ['orderNotFound', 'orderNotPending'],
  }),
  ...transferEndpoints,
}
