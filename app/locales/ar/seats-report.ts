import { quotation } from './quotation.ts'

/** The file in which a company downloads who uses its seats. */
export const seatsReport = {
  fileName: 'seats',
  title: 'حضور الموظفين',
  states: quotation.states,
  columns: {
    course: 'الدورة',
    code: quotation.seat.code,
    state: 'الحالة',
    name: 'الاسم',
    email: 'البريد الإلكتروني',
    usedAt: 'سجّل في',
    attended: 'الجلسات التي حضرها',
    sessions: 'الجلسات التي عُقدت',
    percent: 'نسبة الحضور ٪',
    certificate: 'رقم الشهادة',
    check: 'صفحة التحقق من الشهادة',
  },
}
