import { pluralAr } from '../format.ts'

export const ui = {
  reviewAnswer: (institute: string) => `رد ${institute}`,
  close: 'أغلق',
  optional: 'اختياري',
  show: 'أظهر',
  hide: 'أخفِ',
  thePassword: 'كلمة المرور',
  ruleMet: 'تحقّق:',
  capsLock: 'زر الأحرف الكبيرة (Caps Lock) مفعّل.',
  /** Messages of the browser’s own field validation, used before scripts run. */
  invalid: {
    missing: 'املأ هذا الحقل.',
    choose: 'اختر من القائمة.',
    tick: 'حدّد هذا المربّع للمتابعة.',
    email: 'اكتب بريدًا إلكترونيًّا صحيحًا، مثل name@example.com.',
  },
  until: (time: string) => `حتى ${time}`,
  from: (time: string) => `ابتداءً من ${time}`,
  moment: (day: string, time: string) => `${day}، ${time}`,
  pages: 'صفحات النتائج',
  nextPage: 'التالية',
  previousPage: 'السابقة',
  page: (n: number) => `صفحة ${n}`,
  formErrors: (n: number) =>
    pluralAr(n, {
      zero: 'راجع الحقول',
      one: 'راجع حقلًا واحدًا',
      two: 'راجع حقلين',
      few: 'راجع {n} حقول',
      many: 'راجع {n} حقلًا',
      other: 'راجع {n} حقل',
    }),
  rating: (rate: number, count?: number) =>
    count === undefined
      ? `${rate} من 5`
      : `${rate} من 5، ${pluralAr(count, { zero: 'دون تقييمات', one: 'تقييم واحد', two: 'تقييمان', few: '{n} تقييمات', many: '{n} تقييمًا', other: '{n} تقييم' })}`,
  currency: 'ر.س',
  free: 'مجانًا',
  home: 'الرئيسية',
  breadcrumb: 'مسار الصفحة',
}
