/** Bank transfers: an order's transfer, its receipt, and the decision of staff. */

import { z } from 'zod'
import { endpoint, type Quota } from '../../api/endpoint.ts'
import { FileField, optional, Text, WholeNumber } from '../../api/fields.ts'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { PaymentMethod, StaffTransfer } from '../orders/order-parts-contract.ts'

/** When missing: the method of the open order that is resumed, otherwise online. */
export const ChosenMethod = optional(PaymentMethod)

const Decided = z.object({ id: z.uuid(), reference: z.string(), transfer: StaffTransfer })

export const MAX_RECEIPT_BYTES = 10 * MEGABYTE
/** Larger than the limit of a receipt, so that a slightly larger file is reported at the field. */
export const MAX_RECEIPT_FORM_BYTES = 12 * MEGABYTE
export const RECEIPT_QUOTAS: readonly Quota[] = [
  { key: 'receipts', of: 'account', seconds: HOUR_SECONDS, max: 20, unit: 'files' },
]

const OrderId = z.object({ id: z.uuid('invalid') })

export const transfersEndpoints = {
  sendReceipt: endpoint({
    method: 'POST',
    path: 'Orders/{id}/receipt',
    summary: 'Stores the receipt of a bank transfer (PDF, JPG or PNG; 10 MB) and replaces the one before.',
    audience: 'signedIn',
    input: OrderId.extend({ file: FileField }),
    output: z.object({ id: z.uuid(), name: z.string(), size: z.int() }),
    problems: [
      'orderNotFound',
      'noTransferOpen',
      'tooLarge',
      'unsupportedType',
      'tooManyRequests',
      'storageDown',
      'uploadTooSlow',
    ],
    files: { maxBytes: MAX_RECEIPT_FORM_BYTES, raw: 'file' },
    quotas: RECEIPT_QUOTAS,
    status: 201,
  }),
  approveTransfer: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/approve-transfer',
    summary: 'Confirms that the money of a bank transfer has arrived: the order becomes paid, or a refund is due.',
    audience: ['Admin', 'Owner'],
    input: OrderId.extend({
      note: optional(Text(500)),
      /** The amount that arrived, when it differs from the total: it buys no seat and must be refunded. */
      amountHalalas: optional(WholeNumber.pipe(z.number().min(1, 'invalid'))),
    }),
    /** `refundDue`: too late for a seat, or another amount. */
    output: Decided.extend({ outcome: z.enum(['paid', 'refundDue']) }),
    problems: ['orderNotFound', 'noTransferOpen', 'transferApproved'],
  }),
  declineTransfer: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/decline-transfer',
    summary: 'Declines a receipt and mails the reason to the learner; the order stays open for another.',
    audience: ['Admin', 'Owner'],
    input: OrderId.extend({ reason: Text(500) }),
    output: Decided,
    problems: ['orderNotFound', 'noTransferOpen', 'transferApproved'],
  }),
}
