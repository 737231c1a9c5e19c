/** The later parts of an order: the learner pays them, staff record them and decide what becomes of a missed one. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Id, Text, WholeNumber } from '../../api/fields.ts'
import { StaffOrder } from '../orders/staff-contract.ts'

const ById = z.object({ id: z.uuid('invalid') })
const Part = Id.pipe(z.number().max(7, 'invalid'))
const Reason = Text(500)

/** What ending the enrolment for a missed part would mean. */
const EndPreview = z.object({
  /** What was paid and not sent back. */
  paidHalalas: z.int(),
  /** What nobody has to pay any more. */
  unpaidHalalas: z.int(),
  part: z.int(),
})

export const orderPartsEndpoints = {
  payPart: endpoint({
    method: 'POST',
    path: 'Orders/{id}/parts/pay',
    summary:
      'Opens the payment of the part that is due next, by card. A part by bank transfer is recorded by staff when it has arrived.',
    audience: 'signedIn',
    input: ById.extend({ part: Part }),
    output: z.object({ paymentUrl: z.string() }),
    problems: ['orderNotFound', 'partNotOwed', 'orderNotPayable', 'paymentProviderDown', 'tooManyRequests'],
    creates: true,
  }),
  recordPart: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/parts/paid',
    summary:
      'Records that a part has arrived, by transfer or at the counter, with exactly its amount; it is the one that is due next.',
    needsProof: true,
    audience: { right: 'transfers.decide' },
    input: ById.extend({
      part: Part,
      by: z.enum(['transfer', 'cash'], 'invalid'),
      /** What arrived: recorded only when it is the amount of the part. */
      amountHalalas: WholeNumber.pipe(z.number().min(1, 'invalid')),
      moneyReference: Text(100),
    }),
    output: StaffOrder,
    problems: ['orderNotFound', 'ownOrder', 'partNotOwed', 'amountDiffers'],
    creates: true,
  }),
  extendPart: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/parts/extend',
    summary: 'Gives the part that is due next a later day, at most the last day of the run; the learner is told.',
    audience: { right: 'orders.change' },
    input: ById.extend({ part: Part, day: z.iso.date('invalid'), note: Reason }),
    output: StaffOrder,
    problems: ['orderNotFound', 'ownOrder', 'partNotOwed', 'runIsOver'],
  }),
  pauseAccess: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/parts/pause',
    summary:
      'Pauses lessons, materials and links to join until the part arrives that was missed by seven days; the seat stays.',
    audience: { right: 'orders.change' },
    input: ById.extend({ note: Reason }),
    output: StaffOrder,
    problems: ['orderNotFound', 'ownOrder', 'partNotOwed', 'partNotMissed'],
  }),
  resumeAccess: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/parts/resume',
    summary: 'Gives back the access that was paused.',
    audience: { right: 'orders.change' },
    input: ById.extend({ note: Reason }),
    output: StaffOrder,
    problems: ['orderNotFound', 'ownOrder', 'partNotOwed'],
  }),
  endMissedPreview: endpoint({
    method: 'GET',
    path: 'admin/orders/{id}/parts/end',
    summary:
      'What ending the enrolment for a missed part would mean: what was paid, and what would not be owed any more.',
    audience: { right: 'refunds.send' },
    input: ById,
    output: EndPreview,
    problems: ['orderNotFound', 'ownOrder', 'partNotOwed', 'partNotMissed', 'runIsOver'],
  }),
  endMissed: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/parts/end',
    summary:
      'Ends the enrolment for a missed part: the seat is free, nothing more is owed, and of what was paid the amount that is named goes back.',
    needsProof: true,
    audience: { right: 'refunds.send' },
    input: ById.extend({
      /** What goes back of what was paid; 0 keeps it. */
      refundHalalas: WholeNumber.pipe(z.number().min(0, 'invalid')),
      /** What was paid, as the preview said it. */
      paidHalalas: WholeNumber,
      reason: Reason,
    }),
    output: StaffOrder,
    problems: [
      'orderNotFound',
      'ownOrder',
      'partNotOwed',
      'partNotMissed',
      'runIsOver',
      'previewStale',
      'refundUnderWay',
      'refundAboveLimit',
    ],
    logs: 'refund',
  }),
}
