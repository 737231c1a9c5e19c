import type { orderExport as source } from '../../../ar/desk/exports/order-export.ts'
import { sales } from '../sales.ts'

export const orderExport: typeof source = {
  fileName: 'orders',
  title: 'Orders',
  columns: {
    reference: 'Order',
    placed: 'Placed',
    learner: 'Learner',
    email: 'Email',
    phone: 'Mobile',
    course: 'Course',
    status: 'State',
    method: 'Payment',
    source: 'Source',
    total: 'Total (SAR)',
    refunded: 'Refunded (SAR)',
    refund: 'Refund',
    paid: 'Paid',
  },
  statuses: sales.statuses,
  endings: sales.endings,
  methods: sales.methods,
  sources: sales.sources,
  refunds: sales.refundStatuses,
  erased: sales.erased,
}
