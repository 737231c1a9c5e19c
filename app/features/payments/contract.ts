/** Payments that bought no order, for staff. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import {
  FileAnswer,
  Flag,
  optional,
  PageIndex,
  PageOf,
  PageSize,
  TABLE_FILES,
  TableFormat,
  Text,
  WholeNumber,
} from '../../api/fields.ts'
import { OrderStatus } from '../orders/order-contract.ts'

const Instant = z.iso.datetime()
const Person = z.object({ id: z.int(), name: z.string() })
const Status = z.enum(['open', 'attached', 'sending', 'returned'], 'invalid')
const Filter = z.object({
  Status: optional(Status),
  /** A part of the payment's number, or the whole number of its order or quote. */
  SearchTerm: optional(Text(100)),
  /** In hundredths of its currency. */
  AmountHalalas: optional(WholeNumber.pipe(z.number().min(0, 'invalid').max(2_147_483_647, 'invalid'))),
})
const ById = z.object({ id: z.uuid('invalid') })

export const UnmatchedPayment = z.object({
  id: z.uuid(),
  /** `duplicate`: a second payment on one payment page. `excess`: what a bank transfer was more than its order. `surplus`: a company paid what it no longer owed. */
  kind: z.enum(['unmatched', 'duplicate', 'excess', 'surplus']),
  status: Status,
  provider: z.string(),
  providerReference: z.string(),
  /** In hundredths of its currency. */
  amountHalalas: z.int(),
  currency: z.string(),
  seenAt: Instant,
  /** The order that it was paid for, or attached to. */
  order: z.object({ id: z.uuid(), reference: z.string() }).optional(),
  /** The purchase of a company that it was paid for. */
  quote: z.object({ id: z.int(), number: z.string() }).optional(),
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

/** Why a payment cannot be attached to an order. */
export const ATTACH_REFUSALS = [
  'paymentSettled',
  'paymentNotAttachable',
  'ownOrder',
  'orderNotPayable',
  'amountDiffers',
] as const

export const paymentsEndpoints = {
  unmatchedPayments: endpoint({
    method: 'GET',
    path: 'admin/unmatched-payments',
    summary: 'Payments that bought no order, the newest first.',
    audience: { right: 'payments.match' },
    input: Filter.extend({ PageIndex, PageSize }),
    output: PageOf(UnmatchedPayment).extend({ counts: z.record(Status, z.int()) }),
  }),
  // Stands before the call whose path is an id, which would match it too.
  exportUnmatchedPayments: endpoint({
    method: 'GET',
    path: 'admin/unmatched-payments/export',
    summary: 'Payments that bought no order, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: { right: 'payments.match' },
    input: Filter.extend({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
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
  attachPreview: endpoint({
    method: 'GET',
    path: 'admin/unmatched-payments/{id}/attach',
    summary: 'What attaching the payment to an order would do: nothing is changed.',
    audience: { right: 'payments.match' },
    input: ById.extend({ orderId: z.uuid('invalid') }),
    output: z.object({
      order: z.object({ id: z.uuid(), reference: z.string(), course: z.string(), status: OrderStatus }),
      learner: z.string().nullable(),
      totalHalalas: z.int(),
      /** What the payment is less than the order's total. */
      missingHalalas: z.int(),
      /** What it is more. */
      overHalalas: z.int(),
      /** The seat is held for the order; otherwise it is taken if one is free, or else the money is sent back. */
      isSeatHeld: z.boolean(),
      refusal: z.enum(ATTACH_REFUSALS).nullable(),
    }),
    problems: ['paymentNotFound', 'orderNotFound'],
  }),
  attachPayment: endpoint({
    method: 'POST',
    path: 'admin/unmatched-payments/{id}/attach',
    summary: 'Attaches an unmatched payment to an unpaid order of the same amount, which becomes paid.',
    needsProof: true,
    audience: { right: 'payments.match' },
    input: ById.extend({ orderId: z.uuid('invalid'), note: Text(500) }),
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
    input: ById.extend({ byHand: Flag, bankReference: optional(Text(100)), note: Text(500) }),
    output: UnmatchedPayment,
    problems: ['paymentNotFound', 'ownOrder', 'paymentSettled', 'onlyByHand', 'paymentProviderDown'],
    creates: true,
    logs: 'refund',
  }),
}
