import { sales } from '../sales.ts'

/** The file in which staff download the transfers to check. */
export const transferExport = {
  fileName: 'transfers',
  title: sales.transfers.title,
  columns: {
    reference: sales.reference,
    part: 'الدفعة',
    learner: sales.learner,
    email: sales.order.email,
    phone: sales.order.phone,
    course: sales.course,
    receipt: sales.transfers.receiptAt,
    expires: sales.transfers.expires,
    total: 'الإجمالي (ر.س)',
    received: 'وصل منه (ر.س)',
  },
  erased: sales.erased,
}
