import { sales } from '../sales.ts'

/** The file in which staff download the refunds that wait. */
export const refundExport = {
  fileName: 'refunds',
  title: sales.refunds.title,
  columns: {
    reference: sales.reference,
    learner: sales.learner,
    email: sales.order.email,
    phone: sales.order.phone,
    course: sales.course,
    waitsFor: sales.refunds.waitsFor,
    reason: sales.reason,
    failure: sales.order.failure,
    since: sales.since,
    amount: sales.amount,
    currency: 'العملة',
  },
  waits: sales.waits,
  erased: sales.erased,
}
