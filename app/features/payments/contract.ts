/** Payments that bought no order, for staff. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Flag, optional, PageIndex, PageOf, PageSize, Text } from '../../api/fields.ts'

const Instant = z.iso.datetime()
const Person = z.object({ id: z.int(), name: z.string() })
const Status = z.enum(['open', 'attached', 'sending', 'returned'], 'invalid')
const ById = z.object({ id: z.uuid('invalid') })

export const UnmatchedPayment = z.object({
  id: z.uuid(),
  /** `duplicate`: a second payment on one payment page. `excess`: what a bank transfer was more than its order. */
  kind: z.enum(['unmatched', 'duplicate', 'excess']),
  status: Status,
  provider: z.string(),
  providerReference: z.string(),
  /** In hundredths of its currency. */
  amountHalalas: z.int(),
  currency: z.string(),
  seenAt: Instant,
  /** The order that it was paid for, or attached to. */
  order: z.object({ id: z.uuid(), reference: z.string() }).optional(),
  learner: Person.extend({ email: z.string() }).optional(),
  /** Sent back outside the provider, under this reference of the bank. */
  byHand: z.boolean(),
  bankReference: z.string().optional(),
  note: z.string().optional(),
  /** The provider's reason for not sending it back. */
  failureReason: z.string().optional(),
  decidedBy: Person.optional(),
  decidedAt: Instant.optional(),
})

export const paymentsEndpoints = {
  unmatchedPayments: endpoint({
    method: 'GET',
    path: 'admin/unmatched-payments',
    summary: 'Payments that bought no order, the newest first.',
    audience: { right: 'payments.match' },
    input: z.object({ Status: optional(Status), PageIndex, PageSize }),
    output: PageOf(UnmatchedPayment),
  }),
  unmatchedPayment: endpoint({
    method: 'GET',
    path: 'admin/unmatched-payments/{id}',
    summary: 'A payment that bought no order.',
    audience: { right: 'payments.match' },
    input: ById,
    output: UnmatchedPayment,
    problems: ['paymentNotFound'],
  }),
  attachPayment: endpoint({
    method: 'POST',
    path: 'admin/unmatched-payments/{id}/attach',
    summary: 'Attaches an unmatched payment to an unpaid order of the same amount, which becomes paid.',
    needsProof: true,
    audience: { right: 'payments.match' },
    input: ById.extend({ orderId: z.uuid('invalid'), note: optional(Text(500)) }),
    /** `refundDue`: the order could not be fulfilled any more, and the money is refunded. */
    output: UnmatchedPayment.extend({ outcome: z.enum(['paid', 'refundDue']) }),
    problems: [
      'paymentNotFound',
      'paymentSettled',
      'paymentNotAttachable',
      'ownOrder',
      'orderNotFound',
      'orderNotPayable',
      'amountDiffers',
    ],
    logs: 'approval',
  }),
  returnPayment: endpoint({
    method: 'POST',
    path: 'admin/unmatched-payments/{id}/send-back',
    summary:
      'Sends a payment that bought no order back through its provider; `byHand` with the bank’s reference records what was sent otherwise.',
    needsProof: true,
    audience: { right: 'refunds.send' },
    input: ById.extend({ byHand: Flag, bankReference: optional(Text(100)), note: optional(Text(500)) }),
    output: UnmatchedPayment,
    problems: ['paymentNotFound', 'ownOrder', 'paymentSettled', 'onlyByHand', 'paymentProviderDown'],
    creates: true,
    logs: 'refund',
  }),
}
