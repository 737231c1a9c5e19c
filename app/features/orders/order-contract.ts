/** An order and its price, as endpoints and pages show them. */
import { z } from 'zod'
import { INSTALMENT_COMPANIES } from '../../platform/instalment-companies.ts'
import { CourseState, EnrolledRun, Schedule } from '../catalogue/course-contract.ts'
import { InvoiceLink, InvoiceLinks, PaymentMethod, Receipt, Transfer } from './order-parts-contract.ts'

const Instant = z.iso.datetime()
export const OrderStatus = z.enum(['pending', 'paid', 'refunded', 'cancelled', 'expired', 'failed'])
export type OrderStatus = z.output<typeof OrderStatus>

export const Price = z.object({
  currency: z.literal('SAR'),
  priceHalalas: z.int(),
  discountHalalas: z.int(),
  totalHalalas: z.int(),
  netHalalas: z.int(),
  vatHalalas: z.int(),
  /** `none`: the institute is not registered for VAT. */
  vatTreatment: z.enum(['standard', 'zero', 'exempt', 'none']),
  vatRatePercent: z.number(),
})
export type Price = z.output<typeof Price>

const OrderedCourse = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  image: z.string(),
  courseDeliveryMethod: z.int(),
  /** Whether a recorded course can be begun; the lessons of some are still being made. */
  hasLessons: z.boolean(),
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
  /** The state of the course or of the chosen run. */
  state: CourseState,
  needsSchedule: z.boolean(),
  coupon: z.object({ code: z.string(), valid: z.boolean(), reason: z.string().optional() }).nullable(),
  /** The payment brands accepted online, such as `mada`. */
  onlineMethods: z.array(z.string()),
  /**
   * The instalment companies that take this amount, each with the first of its parts; and with that of the plan's
   * deposit, null where there is no plan or the company does not take the deposit.
   */
  instalments: z.array(
    z.object({
      company: z.enum(INSTALMENT_COMPANIES),
      parts: z.int(),
      firstHalalas: z.int(),
      firstOfDepositHalalas: z.int().nullable(),
    }),
  ),
  /**
   * The parts in which the institute lets it be paid, the deposit first; null where it has no plan for it. `key` places
   * the order with these parts, or with none.
   */
  plan: z
    .object({
      key: z.string(),
      parts: z.array(z.object({ part: z.int(), amountHalalas: z.int(), dueAt: Instant })),
    })
    .nullable(),
  /** Until when a seat would be held for a bank transfer; null where transfers are not possible. */
  transferUntil: Instant.nullable(),
  /** The run of the same course in which the learner has a seat already; a second one asks first. Not paid: the receipt is being checked. */
  enrolledIn: EnrolledRun.extend({ isPaid: z.boolean() }).nullable(),
  /** The learner's open or paid order of this course and run. */
  existingOrder: z.object({ id: z.uuid(), status: OrderStatus, expiresAt: Instant }).nullable(),
})
export type OrderSummary = z.output<typeof OrderSummary>

export const Order = Price.extend({
  id: z.uuid(),
  reference: z.string(),
  status: OrderStatus,
  createdAt: Instant,
  /** The version of the terms that was in force when it was placed; null of an order from before versions were kept. */
  terms: z.object({ version: z.int(), validFrom: Instant }).nullable(),
  expiresAt: Instant,
  paidAt: Instant.nullable(),
  /** What of the total is in later parts that are not paid; 0 of an order that is paid at once. */
  unpaidHalalas: z.int(),
  /** The parts in which it is paid, one after the other; empty of an order that is paid at once. */
  parts: z.array(
    z.object({
      part: z.int(),
      amountHalalas: z.int(),
      /** The last instant at which it is in time. */
      dueAt: Instant,
      paidAt: Instant.nullable(),
      invoice: InvoiceLink.nullable(),
      /** Of a later part that its learner has transferred. */
      receipt: Receipt.nullable(),
      /** Why its last receipt was declined, until it is paid. */
      answer: z.string().nullable(),
    }),
  ),
  /** The part that can be paid now; null when nothing is owed, or the order does not hold. */
  nextPart: z.int().nullable(),
  /**
   * How the newest online payment of what is due stands, of the next part or of an order that is not paid yet; null when
   * there is none, or it was left.
   */
  partPayment: z
    .object({
      state: z.enum(['open', 'failed']),
      /** Why it failed, in the caller's language. */
      because: z.string().nullable(),
    })
    .nullable(),
  /** The account to which the next part can be transferred; null when nothing is owed, or transfers are not possible. */
  partBank: z.object({ name: z.string(), beneficiary: z.string(), iban: z.string() }).nullable(),
  /** Whether lessons, materials and links to join wait for a part that was missed. */
  isPaused: z.boolean(),
  /** Why the order ended, in the caller's language; null while it has not ended. */
  endedBecause: z.string().nullable(),
  /** Whether another order took its place. */
  isMoved: z.boolean(),
  /** The order that took its place, if it is the same learner's. */
  movedTo: z.object({ id: z.uuid(), reference: z.string() }).nullable(),
  /** Whether it ended because the payer's bank took the money back. */
  isChargedBack: z.boolean(),
  /** What the learner, or staff, wrote when cancelling. */
  cancelReason: z.string().nullable(),
  couponCode: z.string().nullable(),
  course: OrderedCourse,
  schedule: OrderedRun.nullable(),
  lines: z.array(z.object({ description: z.string(), amountHalalas: z.int() })),
  attempts: z.array(
    z.object({ id: z.uuid(), provider: z.string(), status: z.string(), amountHalalas: z.int(), createdAt: Instant }),
  ),
  method: PaymentMethod,
  /** Only of an order paid by bank transfer. */
  transfer: Transfer.nullable(),
  refundedHalalas: z.int(),
  /** The newest refund of the order; its amount is null until staff decide. */
  refund: z
    .object({
      status: z.enum(['requested', 'withdrawn', 'declined', 'sending', 'done']),
      amountHalalas: z.int().nullable(),
      /** How much of it has been sent: what was paid in parts goes back in several. */
      sentHalalas: z.int(),
      /** Whether the learner stays enrolled. */
      keepsSeat: z.boolean(),
      /** Not sent by the institute: the payer's bank took it back. */
      isChargeback: z.boolean(),
      /** What the learner wrote; empty of what staff began. */
      reason: z.string(),
      /** Why staff declined it, or sent so much; null where a rule did. */
      answer: z.string().nullable(),
      requestedAt: Instant,
      /** When the learner took the request back. */
      withdrawnAt: Instant.nullable(),
      doneAt: Instant.nullable(),
    })
    .nullable(),
  /** The bank account for a refund by bank transfer; null when no such refund is open. */
  refundAccount: z
    .object({
      /** The last four characters of the IBAN; null until the learner gives it. */
      ibanEnd: z.string().nullable(),
    })
    .nullable(),
  /** Until when the learner may request a refund; null when they may not. */
  refundUntil: Instant.nullable(),
  /** Where to continue the payment; only while the order is pending. */
  paymentUrl: z.string().nullable(),
  /** The path of the calendar file; only of a paid seat in a run. */
  calendarUrl: z.string().nullable(),
  ...InvoiceLinks,
})
export type Order = z.output<typeof Order>
