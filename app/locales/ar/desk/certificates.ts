/** The room of certificates. */
export const certificates = {
  title: 'الشهادات',
  lead: 'تصدر لمن دفع وحضر أربعة أخماس الجلسات على الأقل، وتُرقَّم بلا انقطاع.',
  search: 'رقم، اسم، أو بريد',
  state: 'الحالة',
  states: { valid: 'صحيحة', revoked: 'ملغاة' },
  columns: { number: 'الرقم', name: 'الاسم', course: 'الدورة', issued: 'صدرت', state: 'الحالة', actions: 'إجراء' },
  page: 'صفحة التحقق',
  revoke: 'إلغاء',
  revokeTitle: (number: string) => `إلغاء الشهادة ${number}`,
  revokeBody: 'تقول صفحة التحقق من الآن إنها ملغاة، ولا يمكن التراجع. يمكن إصدار شهادة جديدة برقم جديد.',
  revoked: 'أُلغيت الشهادة.',
  reason: 'السبب (لا يظهر للعامة)',
  none: 'لا شهادات',
  noneBody: 'تُصدر الشهادات من صفحة المسجّلين في الموعد بعد انتهائه.',
}
