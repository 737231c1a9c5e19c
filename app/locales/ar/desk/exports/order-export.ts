import { sales } from '../sales.ts'

/** The file in which staff download orders. */
export const orderExport = {
  fileName: 'orders',
  title: 'الطلبات',
  columns: {
    reference: 'رقم الطلب',
    placed: 'تاريخ الطلب',
    learner: 'المتدرب',
    email: 'البريد الإلكتروني',
    phone: 'الجوال',
    course: 'الدورة',
    status: 'الحالة',
    method: 'طريقة الدفع',
    source: 'المصدر',
    total: 'الإجمالي (ر.س)',
    refunded: 'المبلغ المردود (ر.س)',
    refund: 'الاسترداد',
    paid: 'تاريخ الدفع',
  },
  statuses: sales.statuses,
  endings: sales.endings,
  methods: sales.methods,
  sources: sales.sources,
  refunds: sales.refundStatuses,
  erased: sales.erased,
}
