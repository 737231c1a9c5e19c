import type { transferExport as source } from '../../../ar/desk/exports/transfer-export.ts'
import { sales } from '../sales.ts'

export const transferExport: typeof source = {
  fileName: 'transfers',
  title: sales.transfers.title,
  columns: {
    reference: sales.reference,
    part: 'Part',
    learner: sales.learner,
    email: sales.order.email,
    phone: sales.order.phone,
    course: sales.course,
    receipt: sales.transfers.receiptAt,
    expires: sales.transfers.expires,
    total: 'Total (SAR)',
    received: 'Received of it (SAR)',
  },
  erased: sales.erased,
}
