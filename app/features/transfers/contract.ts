/** Bank transfers: an order's transfer, its receipt, and the decision of staff. */

import { z } from 'zod'
import { endpoint, type Quota } from '../../api/endpoint.ts'
import {
  FileAnswer,
  FileField,
  Id,
  optional,
  PageIndex,
  PageOf,
  PageSize,
  TABLE_FILES,
  TableFormat,
  Text,
  WholeNumber,
} from '../../api/fields.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { PaymentMethod, StaffTransfer } from '../orders/order-parts-contract.ts'
import { StaffOrder } from '../orders/staff-contract.ts'
import { MAX_PAPER_FORM_BYTES } from '../uploads/contract.ts'

/** When missing: the method of the open order that is resumed, otherwise online. */
export const ChosenMethod = optional(PaymentMethod.exclude(['cash', 'carried']))

const Decided = z.object({ id: z.uuid(), reference: z.string(), transfer: StaffTransfer })

export const RECEIPT_QUOTAS: readonly Quota[] = [
  { key: 'receipts', of: 'account', seconds: HOUR_SECONDS, max: 20, unit: 'files' },
]

/** An order, or a later part of one, whose receipt nobody has looked at. */
const TransferToCheck = StaffOrder.pick({
  id: true,
  reference: true,
  learner: true,
  totalHalalas: true,
}).extend({
  /** The later part that the receipt is for; null for the order, or its first part. */
  part: z.int().nullable(),
  /** Until when the seat is held; null of a later part. */
  expiresAt: z.iso.datetime().nullable(),
  course: z.string(),
  receiptAt: z.iso.datetime(),
  /** What has arrived with an earlier transfer. */
  receivedHalalas: z.int(),
  declines: z.int(),
})

const OrderId = z.object({ id: z.uuid('invalid') })
const LaterPart = Id.pipe(z.number().max(7, 'invalid'))

const UPLOAD_PROBLEMS = ['tooLarge', 'unsupportedType', 'tooManyRequests', 'storageDown', 'uploadTooSlow'] as const

/** What storing a receipt has in common, of an order or of a part. */
const RECEIPT_UPLOAD = {
  output: z.object({ id: z.uuid(), name: z.string(), size: z.int() }),
  files: { maxBytes: MAX_PAPER_FORM_BYTES, raw: 'file' },
  quotas: RECEIPT_QUOTAS,
  status: 201,
} as const

export const transfersEndpoints = {
  sendReceipt: endpoint({
    method: 'POST',
    path: 'Orders/{id}/receipt',
    summary: 'Stores the receipt of a bank transfer (PDF, JPG or PNG; 10 MB) and replaces the one before.',
    audience: 'signedIn',
    input: OrderId.extend({ file: FileField }),
    problems: ['orderNotFound', 'noTransferOpen', ...UPLOAD_PROBLEMS],
    ...RECEIPT_UPLOAD,
  }),
  sendPartReceipt: endpoint({
    method: 'POST',
    path: 'Orders/{id}/parts/{part}/receipt',
    summary:
      'Stores the receipt of the transfer of the part that is due next (PDF, JPG or PNG; 10 MB) and replaces the one ' +
      'before. Staff record the part when it is in the account.',
    audience: 'signedIn',
    input: OrderId.extend({ part: LaterPart, file: FileField }),
    problems: ['orderNotFound', 'partNotOwed', ...UPLOAD_PROBLEMS],
    ...RECEIPT_UPLOAD,
  }),
  transfersToCheck: endpoint({
    method: 'GET',
    path: 'admin/transfers',
    summary:
      'Open orders by bank transfer, and later parts of orders, whose receipt waits for a decision, the oldest receipt first.',
    audience: { right: 'transfers.decide' },
    input: z.object({ PageIndex, PageSize }),
    output: PageOf(TransferToCheck),
  }),
  exportTransfers: endpoint({
    method: 'GET',
    path: 'admin/transfers/export',
    summary: 'The transfers whose receipt waits, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: { right: 'learners.export' },
    input: z.object({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  approveTransfer: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/approve-transfer',
    summary:
      'Confirms that the money of a bank transfer has arrived: the order becomes paid, or a refund is due. When another ' +
      'amount arrived than the total, staff decide with `difference`: `accept` it with a note (a little less becomes a ' +
      'discount, what is too much is listed to be sent back), `askRest`, or `refund` everything.',
    needsProof: true,
    audience: { right: 'transfers.decide' },
    input: OrderId.extend({
      /** Required to accept another amount. */
      note: optional(Text(500)),
      /** The amount that arrived with this transfer; what is missing of the total by default. */
      amountHalalas: optional(WholeNumber.pipe(z.number().min(1, 'invalid'))),
      difference: optional(z.enum(['accept', 'askRest', 'refund'], 'invalid')),
    }),
    /** `refundDue`: too late for a seat, or decided so. `restAsked`: the order waits for the rest. */
    output: Decided.extend({ outcome: z.enum(['paid', 'refundDue', 'restAsked']) }),
    problems: ['orderNotFound', 'ownOrder', 'noTransferOpen', 'transferApproved', 'amountDiffers'],
    logs: 'approval',
  }),
  declineTransfer: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/decline-transfer',
    summary: 'Declines a receipt and mails the reason to the learner; the order stays open for another.',
    audience: { right: 'transfers.decide' },
    input: OrderId.extend({ reason: Text(500) }),
    output: Decided,
    problems: ['orderNotFound', 'ownOrder', 'noTransferOpen', 'transferApproved'],
    logs: 'approval',
  }),
  declinePartReceipt: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/parts/decline-receipt',
    summary:
      'Declines the receipt of the later part that is due next and mails the reason to the learner, who can send another. ' +
      'Its day stays, and it is reminded of again.',
    audience: { right: 'transfers.decide' },
    input: OrderId.extend({ part: LaterPart, reason: Text(500) }),
    output: StaffOrder,
    problems: ['orderNotFound', 'ownOrder', 'partNotOwed', 'noReceiptToCheck'],
    logs: 'approval',
  }),
}
