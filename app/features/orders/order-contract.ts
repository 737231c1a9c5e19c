/** An order and its price, as the calls and pages show them. */
import { z } from 'zod'
import { CourseState, Schedule } from '../catalogue/contract.ts'
import { InvoiceLinks } from '../invoices/contract.ts'
import { PaymentMethod, Transfer } from '../transfers/contract.ts'

const Instant = z.iso.datetime()
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
  /** The brands by which it can be paid online, such as `mada`. */
  onlineMethods: z.array(z.string()),
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
  /** What its learner wrote when they gave it up. */
  cancelReason: z.string().nullable(),
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
  refundedHalalas: z.int(),
  /** The newest refund of it; an amount is there once it is decided. */
  refund: z
    .object({
      status: z.enum(['requested', 'declined', 'sending', 'done']),
      amountHalalas: z.int().nullable(),
      reason: z.string(),
      /** Why it was declined. */
      answer: z.string().nullable(),
      requestedAt: Instant,
      doneAt: Instant.nullable(),
    })
    .nullable(),
  /** Until when its learner may ask for their money back; null when they may not. */
  refundUntil: Instant.nullable(),
  /** Where to go on paying; only while the order is pending. */
  paymentUrl: z.string().nullable(),
  /** The path of the file with every meeting, of a paid seat in a run. */
  calendarUrl: z.string().nullable(),
  ...InvoiceLinks,
})
export type Order = z.output<typeof Order>
