/** Bank transfers: what an order shows of one, the receipt, and the word of staff. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { FileField, optional, Text, WholeNumber } from '../../api/fields.ts'
import { PaymentMethod, StaffTransfer } from '../orders/order-parts-contract.ts'

/** Missing: as the open order that is resumed, else online. */
export const ChosenMethod = optional(PaymentMethod)

const Decided = z.object({ id: z.uuid(), reference: z.string(), transfer: StaffTransfer })

const MB = 1024 * 1024
export const MAX_RECEIPT_BYTES = 10 * MB
/** A little more, so that it is told at the field that a receipt is too large. */
export const MAX_RECEIPT_FORM_BYTES = 12 * MB

const OrderId = z.object({ id: z.uuid('invalid') })

export const transfersEndpoints = {
  sendReceipt: endpoint({
    method: 'POST',
    path: 'Orders/{id}/receipt',
    summary: 'Takes the receipt of a bank transfer (PDF, JPG or PNG; 10 MB) in place of the one before.',
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
    status: 201,
  }),
  approveTransfer: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/approve-transfer',
    summary: 'Says that the money of a bank transfer has arrived: the order is paid, or the money owed back.',
    audience: ['Admin', 'Owner'],
    input: OrderId.extend({
      note: optional(Text(500)),
      /** What arrived, where that is not what was asked for: it buys no seat and goes back. */
      amountHalalas: optional(WholeNumber.pipe(z.number().min(1, 'invalid'))),
    }),
    /** It may come too late for a seat. */
    output: Decided.extend({ outcome: z.enum(['paid', 'refundDue']) }),
    problems: ['orderNotFound', 'noTransferOpen', 'transferApproved'],
  }),
  declineTransfer: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/decline-transfer',
    summary: 'Tells the learner why a receipt does not do; the order stays open for another.',
    audience: ['Admin', 'Owner'],
    input: OrderId.extend({ reason: Text(500) }),
    output: Decided,
    problems: ['orderNotFound', 'noTransferOpen', 'transferApproved'],
  }),
}
