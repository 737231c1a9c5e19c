import { pluralAr } from '../format.ts'

/** The page where anybody can check a certificate, and the learner's own certificates. */
export const certificates = {
  title: 'شهادة حضور',
  /** Of a recorded course. */
  titleOfLessons: 'شهادة إتمام',
  pageTitle: 'التحقق من شهادة',
  description: (institute: string) => `تحقّق من صحة شهادة صادرة عن ${institute}.`,
  given: (institute: string) => `يسرّنا في ${institute} أن نمنح هذه الشهادة إلى`,
  attended: 'لحضور دورة',
  completed: 'لإتمام دورة',
  hours: (n: number) =>
    pluralAr(n, {
      zero: 'أقل من ساعة تدريبية',
      one: 'ساعة تدريبية واحدة',
      two: 'ساعتان تدريبيتان',
      few: '{n} ساعات تدريبية',
      many: '{n} ساعة تدريبية',
      other: '{n} ساعة تدريبية',
    }),
  from: 'من',
  to: 'إلى',
  number: 'رقم الشهادة',
  issued: 'صدرت في',
  valid: 'شهادة صحيحة',
  validBody: (institute: string) => `صادرة عن ${institute}، وبياناتها كما تظهر هنا.`,
  erased: 'مُحي الاسم بطلب من صاحب الشهادة',
  erasedBody: 'صدرت شهادة بهذا الرقم لهذه الدورة، ولا نستطيع تأكيد اسم من يحملها.',
  revoked: 'شهادة ملغاة',
  revokedBody: (day: string) => `أُلغيت في ${day}، ولا يُعتد بها.`,
  unknown: 'لم نجد هذه الشهادة',
  unknownBody: 'تحقّق من الرابط أو امسح الرمز من جديد. إن بقيت المشكلة فتواصل معنا.',
  contact: 'تواصل معنا',
  scan: 'امسح الرمز للتحقق',
  print: 'اطبع الشهادة',
  pdf: 'ملف PDF',
  share: {
    action: 'شارك الشهادة',
    address: 'رابط للمشاركة:',
    title: (course: string) => `شهادتي: ${course}`,
    /** Nothing is said: the device has shown what it did. */
    done: '',
    copied: 'نُسخ الرابط',
    failed: 'تعذّر النسخ. افتح الشهادة وانسخ عنوانها من شريط المتصفح.',
  },
  mine: {
    title: 'شهاداتي',
    lead: 'شهادات الدورات التي أتممتها. لكل شهادة صفحة تحقق يمكنك مشاركة رابطها.',
    none: 'لا شهادات بعد',
    noneBody: 'تظهر الشهادة هنا بعد انتهاء الدورة لمن حضر ما يكفي من جلساتها أو أتم دروسها.',
    courses: 'تصفّح الدورات',
    open: 'افتح الشهادة',
  },
}
