export const specializations = {
  title: 'التخصصات',
  lead: 'تُجمع الدورات تحتها في الموقع.',
  add: 'تخصص جديد',
  name: 'الاسم',
  summary: 'وصف قصير',
  mark: 'العلامة',
  colour: 'اللون',
  courses: 'الدورات',
  address: 'العنوان في الموقع',
  create: 'أنشئ التخصص',
  none: 'لا تخصصات بعد',
  noneBody: 'أنشئ أول تخصص، ثم أضف دوراته.',
}
