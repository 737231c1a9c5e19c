import { sales } from './sales.ts'

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
    total: 'الإجمالي (ر.س)',
    refunded: 'المبلغ المردود (ر.س)',
    refund: 'الاسترداد',
    paid: 'تاريخ الدفع',
  },
  statuses: sales.statuses,
  methods: sales.methods,
  refunds: sales.refundStatuses,
  erased: sales.erased,
}
