import type { refundExport as source } from '../../../ar/desk/exports/refund-export.ts'
import { sales } from '../sales.ts'

export const refundExport: typeof source = {
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
    currency: 'Currency',
  },
  waits: sales.waits,
  erased: sales.erased,
}
