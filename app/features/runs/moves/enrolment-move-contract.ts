/** Moving a paid order to another course, run or person: another order takes its place, and the difference is settled. */
import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { Email, Flag, Id, MobilePhone, optional, PersonName, Text } from '../../../api/fields.ts'
import { Price } from '../../orders/order-contract.ts'
import { StaffOrder } from '../../orders/staff-contract.ts'
import { STAYS } from './order-move-contract.ts'

/** Why an order stays what it is, or nobody can be moved to that seat. */
export const MOVE_REFUSALS = [
  ...STAYS,
  'sameSeat',
  'sameCourseMove',
  'learnerEnrolled',
  'seatsGone',
  'courseNotFound',
  'scheduleRequired',
  'enrolmentClosed',
] as const

const Target = z.object({
  id: z.uuid('invalid'),
  courseId: Id,
  scheduleId: optional(Id),
  /** Whose seat it becomes; the same learner's without it. */
  email: optional(Email),
})

/** How what the other seat costs more is settled. */
const SETTLEMENTS = ['cash', 'transfer', 'waived'] as const

export const enrolmentMoveEndpoints = {
  enrolmentMovePreview: endpoint({
    method: 'GET',
    path: 'admin/orders/{id}/enrolment-move',
    summary: 'What moving a paid order to another course, run or person would do: nothing is changed.',
    audience: { right: 'orders.change' },
    input: Target,
    output: z.object({
      /** Whose seat it becomes; null: an account is made for the address. */
      learner: z.object({ id: z.int(), name: z.string(), email: z.string() }).nullable(),
      isOtherPerson: z.boolean(),
      course: z.string(),
      run: z.object({ startsAt: z.iso.datetime(), city: z.string().nullable(), seatsLeft: z.int() }).nullable(),
      /** Of the other seat today, without a coupon. */
      price: Price,
      /** What was paid for the order and not sent back. */
      paidHalalas: z.int(),
      /** What of it pays the other order. */
      carriedHalalas: z.int(),
      /** What is missing: paid now, or waived. */
      dueHalalas: z.int(),
      /** What is sent back to whoever paid. */
      backHalalas: z.int(),
      /** Whether staff transfer that themselves. */
      isSentByHand: z.boolean(),
      fingerprint: z.string(),
    }),
    problems: ['orderNotFound', ...MOVE_REFUSALS],
  }),
  moveEnrolment: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/enrolment-move',
    summary:
      'Moves a paid order to another course, run or person: another order takes its place and gets its money, a credit ' +
      'note and an invoice are issued, and everybody concerned is told by mail.',
    audience: { right: 'orders.change' },
    needsProof: true,
    creates: true,
    status: 201,
    input: Target.extend({
      /** Of the preview: what is done is what was shown. */
      fingerprint: Text(64),
      /** Needed where the other seat costs more than was paid. */
      settlement: optional(z.enum(SETTLEMENTS, 'invalid')),
      /** The number of the receipt, or the bank's reference, of the difference that was paid. */
      moneyReference: optional(Text(100)),
      /** For an address without an account. */
      firstName: optional(PersonName),
      lastName: optional(PersonName),
      phone: optional(MobilePhone),
      lang: optional(z.enum(['ar', 'en'], 'invalid')),
      hasAgreed: Flag,
      /** Needed: the learners read it, and it stands on the credit note. */
      reason: optional(Text(500)),
    }),
    /** The order that took the place. */
    output: StaffOrder,
    problems: [
      ...['orderNotFound', 'previewStale', 'paymentUnderWay', 'refundUnderWay', 'refundAboveLimit', 'validation'],
      ...MOVE_REFUSALS,
    ] as const,
  }),
}
