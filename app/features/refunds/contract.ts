/** Refunds: the learner's request and the decision of staff. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import {
  FileAnswer,
  Flag,
  FullName,
  optional,
  PageIndex,
  PageOf,
  PageSize,
  TABLE_FILES,
  TableFormat,
  Text,
  WholeNumber,
} from '../../api/fields.ts'
import { foldDigits } from '../../locales/digits.ts'
import { Order } from '../orders/order-contract.ts'
import { StaffOrder } from '../orders/staff-contract.ts'
import { isIban } from './iban.ts'

const ById = z.object({ id: z.uuid('invalid') })

/**
 * Why a refund waits for a person: a request to decide; refused, left unclear or not confirmed for an hour by the
 * provider; one of a bank transfer, which staff send.
 */
const RefundWaits = z.enum(['requested', 'refused', 'unclear', 'unconfirmed', 'transfer'], 'invalid')

const WaitingRefund = z.object({
  id: z.uuid(),
  waitsFor: RefundWaits,
  order: z.object({ id: z.uuid(), reference: z.string(), course: z.string() }),
  learner: StaffOrder.shape.learner,
  /** Of a request all that is left of the order, until staff decide. */
  amountHalalas: z.int(),
  currency: z.string(),
  since: z.iso.datetime(),
  /** The learner’s reason of a request, otherwise that of the decision. */
  reason: z.string(),
  failureReason: z.string().optional(),
  /** Of a bank transfer; null until its learner gives it. */
  refundTo: StaffOrder.shape.refundTo,
  /** Accounts from which a bank transfer came, while the bank’s movements keep them: a proposal, staff decide. */
  paidFrom: z.array(z.object({ account: z.string(), name: z.string(), day: z.iso.date() })),
})

const OneRefund = ById.extend({ refundId: z.uuid('invalid') })

/** In capitals and without spaces. */
const Iban = z
  .string()
  .transform((text) => foldDigits(text).replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().min(1, 'required').refine(isIban, 'iban'))

export const refundsEndpoints = {
  requestRefund: endpoint({
    method: 'POST',
    path: 'Orders/{id}/refund-request',
    summary:
      'Requests the refund of a paid order, within the refund window and before a recorded course is finished; staff decide.',
    audience: 'signedIn',
    input: z.object({ id: z.uuid('invalid'), reason: Text(1000) }),
    output: Order,
    problems: [
      ...(['orderNotFound', 'orderNotRefundable', 'refundTooLate', 'refundCourseBegun'] as const),
      ...(['refundCourseFinished', 'refundAsked'] as const),
    ],
    creates: true,
    status: 201,
  }),
  withdrawRefund: endpoint({
    method: 'DELETE',
    path: 'Orders/{id}/refund-request',
    summary: 'Takes the learner’s own request back while it waits for staff; it can be made again.',
    audience: 'signedIn',
    input: ById,
    output: Order,
    problems: ['orderNotFound', 'noRefundAsked'],
  }),
  giveRefundAccount: endpoint({
    method: 'POST',
    path: 'Orders/{id}/refund-account',
    summary: 'The bank account to which the money of a bank transfer is sent back; only staff see it in full.',
    audience: 'signedIn',
    input: z.object({ id: z.uuid('invalid'), iban: Iban, holder: FullName }),
    output: Order,
    problems: ['orderNotFound', 'noRefundByTransfer'],
  }),
  waitingRefunds: endpoint({
    method: 'GET',
    path: 'admin/refunds',
    summary: 'The refunds that wait for a person, the longest first.',
    audience: { right: 'refunds.send' },
    input: z.object({ WaitsFor: optional(RefundWaits), SearchTerm: optional(Text(100)), PageIndex, PageSize }),
    /** `counts`: how many wait for what, whatever is searched for. */
    output: PageOf(WaitingRefund).extend({ counts: z.record(RefundWaits, z.int()) }),
  }),
  exportRefunds: endpoint({
    method: 'GET',
    path: 'admin/refunds/export',
    summary:
      'The refunds that wait for a person, without bank accounts, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: { right: 'learners.export' },
    input: z.object({ WaitsFor: optional(RefundWaits), SearchTerm: optional(Text(100)), format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  refund: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/refund',
    summary:
      'Refunds an order: all that is left unless an amount is given; the seat is released unless it is kept. An Admin refunds no more of an order than the Owner allows. ' +
      '`byHand` with the bank’s reference records what was sent back outside the provider: a bank transfer, or what the ' +
      'provider refused.',
    needsProof: true,
    audience: { right: 'refunds.send' },
    input: ById.extend({
      amountHalalas: optional(WholeNumber.pipe(z.number().min(1, 'invalid'))),
      reason: Text(1000),
      keepsSeat: Flag,
      byHand: Flag,
      bankReference: optional(Text(100)),
      /** The learner’s request that it answers: refused when they have withdrawn it meanwhile. */
      requestId: optional(z.uuid('invalid')),
    }),
    output: StaffOrder,
    problems: [
      'orderNotFound',
      'ownOrder',
      'orderNotRefundable',
      'noRefundAsked',
      'refundUnderWay',
      'refundAboveLimit',
    ],
    creates: true,
    logs: 'refund',
  }),
  retryRefund: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/refunds/{refundId}/retry',
    summary:
      'Sends a refund through the provider once more, which the provider refused or left unclear. What it has refunded ' +
      'meanwhile is looked up first and not sent again.',
    needsProof: true,
    audience: { right: 'refunds.send' },
    input: OneRefund.extend({ note: optional(Text(1000)) }),
    output: StaffOrder,
    problems: ['refundNotFound', 'ownOrder', 'refundSettled', 'refundUnderWay'],
    logs: 'refund',
  }),
  recordRefund: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/refunds/{refundId}/sent',
    summary:
      'Records that staff sent the money of a refund themselves, with the bank’s reference as proof: of a bank transfer, ' +
      'or of what the provider refused, left unclear or does not send.',
    needsProof: true,
    audience: { right: 'refunds.send' },
    input: OneRefund.extend({ bankReference: Text(100), note: optional(Text(1000)) }),
    output: StaffOrder,
    problems: ['refundNotFound', 'ownOrder', 'refundSettled', 'refundUnderWay', 'orderNotRefundable'],
    logs: 'refund',
  }),
  declineRefund: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/decline-refund',
    summary: 'Declines the learner’s request for a refund; the reason is mailed to them.',
    audience: { right: 'refunds.send' },
    input: ById.extend({ reason: Text(1000) }),
    output: StaffOrder,
    problems: ['orderNotFound', 'ownOrder', 'noRefundAsked'],
    logs: 'refund',
  }),
}
