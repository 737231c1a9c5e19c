import { pluralAr } from '../../format.ts'

/** Certificates at the desk. */
export const certificates = {
  title: 'الشهادات',
  lead: (percent: string) => `تصدر لمن دفع وحضر ${percent}% من الجلسات على الأقل، وتُرقَّم بلا انقطاع.`,
  search: 'رقم، اسم، أو بريد',
  state: 'الحالة',
  states: { valid: 'صحيحة', revoked: 'ملغاة' },
  columns: { number: 'الرقم', name: 'الاسم', course: 'الدورة', issued: 'صدرت', state: 'الحالة', actions: 'إجراء' },
  page: 'صفحة التحقق',
  revoke: 'إلغاء',
  cancel: 'رجوع',
  revokeTitle: (number: string) => `إلغاء الشهادة ${number}`,
  revokeManyTitle: (count: number) =>
    pluralAr(count, {
      zero: 'إلغاء شهادات',
      one: 'إلغاء شهادة',
      two: 'إلغاء شهادتين',
      few: 'إلغاء {n} شهادات',
      many: 'إلغاء {n} شهادة',
      other: 'إلغاء {n} شهادة',
    }),
  revokeChosen: 'ألغِ المحدد',
  revokeBody: 'تقول صفحة التحقق من الآن إنها ملغاة، ولا يمكن التراجع. يمكن إصدار شهادة جديدة برقم جديد.',
  reissue: 'إعادة إصدار',
  reissueTitle: (number: string) => `إعادة إصدار الشهادة ${number}`,
  reissueBody: 'تُلغى هذه الشهادة وتصدر أخرى برقم جديد ورمز جديد.',
  reissued: 'صدرت الشهادة الجديدة، وأُلغيت السابقة.',
  holder: 'الاسم على الشهادة',
  holderHint: 'اتركه فارغًا ليكون اسم المتدرب في حسابه الآن.',
  erased: 'مُحي الاسم',
  pdf: 'PDF',
  revoked: 'أُلغيت الشهادة.',
  reason: 'السبب (لا يظهر للعامة)',
  none: 'لا شهادات',
  noneBody: 'تُصدر الشهادات من صفحة المسجّلين في الموعد بعد انتهائه.',
}
