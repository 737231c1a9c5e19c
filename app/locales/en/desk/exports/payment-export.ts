import type { paymentExport as source } from '../../../ar/desk/exports/payment-export.ts'
import { sales } from '../sales.ts'

export const paymentExport: typeof source = {
  fileName: 'unmatched-payments',
  title: sales.payments.title,
  columns: {
    payment: sales.payments.payment,
    kind: sales.payments.kind,
    provider: sales.payments.provider,
    order: sales.payments.order,
    learner: sales.learner,
    seen: sales.payments.seen,
    status: sales.status,
    amount: sales.amount,
    currency: 'Currency',
  },
  kinds: sales.payments.kinds,
  statuses: sales.payments.statuses,
  providers: sales.providers,
}
