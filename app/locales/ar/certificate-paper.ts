import { certificates } from './certificates.ts'

/** The certificate as a document to print. */
export const certificatePaper = {
  title: 'شهادة حضور',
  /** Of a recorded course. */
  titleOfLessons: 'شهادة إتمام',
  given: (institute: string) => `تُمنح هذه الشهادة من ${institute} إلى`,
  attended: 'لإتمام متطلبات الحضور في دورة',
  completed: 'لإتمام دورة',
  hours: certificates.hours,
  days: (from: string, to: string) => (from === to ? `في ${from}` : `من ${from} إلى ${to}`),
  number: 'رقم الشهادة',
  issued: 'تاريخ الإصدار',
  scan: 'امسح الرمز للتحقق من صحة الشهادة',
}
