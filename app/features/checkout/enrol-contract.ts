/** A person whom staff enrol by hand: paid at the counter or by a transfer, free of charge, or still to be transferred. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Email, Flag, Id, MobilePhone, optional, PersonName, Text, WholeNumber } from '../../api/fields.ts'
import { Price } from '../orders/order-contract.ts'
import { StaffOrder } from '../orders/staff-contract.ts'
import { CouponCode } from './coupon/coupon-code-contract.ts'

const Instant = z.iso.datetime()

/** `awaited`: the seat is held until the transfer arrives. */
const PAYMENTS = ['cash', 'transfer', 'awaited', 'free'] as const

const Enrolment = z.object({
  email: Email,
  courseId: Id,
  scheduleId: optional(Id),
  couponCode: CouponCode,
  payment: z.enum(PAYMENTS, 'invalid'),
})

const PROBLEMS = [
  'courseNotFound',
  'scheduleRequired',
  'enrolmentClosed',
  'seatsGone',
  'alreadyEnrolled',
  'ownOrder',
  'noTransfers',
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
] as const

export const enrolEndpoints = {
  enrolmentPreview: endpoint({
    method: 'GET',
    path: 'admin/orders/enrolment',
    summary: 'What enrolling a person by hand would do: whose account gets it, the price, the seat.',
    audience: { right: 'orders.change' },
    input: Enrolment,
    output: z.object({
      /** The account of the address; null: one is made. */
      learner: z.object({ id: z.int(), name: z.string(), phone: z.string() }).nullable(),
      course: z.string(),
      run: z.object({ startsAt: Instant, city: z.string().nullable(), seatsLeft: z.int() }).nullable(),
      /** The enrolment window is over or has not begun: staff may enrol until the run starts. */
      isOutsideWindow: z.boolean(),
      price: Price,
      /** Until when the seat is held for an awaited transfer. */
      heldUntil: Instant.nullable(),
    }),
    problems: [...PROBLEMS],
  }),
  enrol: endpoint({
    method: 'POST',
    path: 'admin/orders',
    summary:
      'Enrols a person by hand. Paid orders get their invoice, and the learner the same mail as after paying online.',
    audience: { right: 'orders.change' },
    needsProof: true,
    creates: true,
    status: 201,
    input: Enrolment.extend({
      /** Of the preview: nobody is enrolled at another price than the one shown. */
      totalHalalas: WholeNumber,
      /** For an address without an account. */
      firstName: optional(PersonName),
      lastName: optional(PersonName),
      phone: optional(MobilePhone),
      lang: optional(z.enum(['ar', 'en'], 'invalid')),
      /** The person has agreed to the terms and the privacy policy, for example on paper. */
      hasAgreed: Flag,
      /** The number of the receipt, or the bank's reference; needed for money that has arrived. */
      moneyReference: optional(Text(100)),
      /** Always needed; optional here, so that a refusal names all missing fields at once. */
      reason: optional(Text(500)),
    }),
    output: StaffOrder,
    problems: [...PROBLEMS, 'tooManyTransfers', 'paymentUnderWay', 'previewStale', 'validation'],
  }),
}
