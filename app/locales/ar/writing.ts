import type { Ago } from '../ago.ts'
import { type ArabicForms, pluralAr } from '../format.ts'

const AGO: Record<Ago['unit'], ArabicForms> = {
  minutes: {
    zero: 'الآن',
    one: 'قبل دقيقة',
    two: 'قبل دقيقتين',
    few: 'قبل {n} دقائق',
    many: 'قبل {n} دقيقة',
    other: 'قبل {n} دقيقة',
  },
  hours: {
    zero: 'الآن',
    one: 'قبل ساعة',
    two: 'قبل ساعتين',
    few: 'قبل {n} ساعات',
    many: 'قبل {n} ساعة',
    other: 'قبل {n} ساعة',
  },
  days: {
    zero: 'اليوم',
    one: 'أمس',
    two: 'قبل يومين',
    few: 'قبل {n} أيام',
    many: 'قبل {n} يومًا',
    other: 'قبل {n} يوم',
  },
  months: {
    zero: 'هذا الشهر',
    one: 'قبل شهر',
    two: 'قبل شهرين',
    few: 'قبل {n} أشهر',
    many: 'قبل {n} شهرًا',
    other: 'قبل {n} شهر',
  },
  years: {
    zero: 'هذه السنة',
    one: 'قبل سنة',
    two: 'قبل سنتين',
    few: 'قبل {n} سنوات',
    many: 'قبل {n} سنة',
    other: 'قبل {n} سنة',
  },
}

/** What articles, posts and comments have in common: ages, authors, sharing, filters, editing. Arabic is the source: English must match its type. */
export const writing = {
  ago: ({ unit, count }: Ago) => pluralAr(count, AGO[unit]),
  formerMember: 'عضو سابق',
  kinds: { teacher: 'فريق التدريب', staff: 'فريق المعهد', member: 'عضو' },
  share: 'شارك',
  shareOn: { whatsapp: 'واتساب', x: 'إكس', linkedin: 'لينكدإن', email: 'البريد الإلكتروني' },
  shareBy: (name: string) => `شارك عبر ${name}`,
  copyLink: 'انسخ الرابط',
  copied: 'نُسخ الرابط',
  copyFailed: 'تعذّر النسخ. انسخ العنوان من شريط المتصفح.',
  search: 'ابحث',
  clear: 'امسح التصفية',
  removeFilter: (name: string) => `أزل ${name}`,
  page: (n: number) => `الصفحة ${n}`,
  edit: 'عدّل',
  remove: 'احذف',
  save: 'احفظ',
  cancel: 'ألغِ',
  toolbar: 'تنسيق النص',
  marks: {
    bold: 'خط عريض',
    italic: 'تشديد',
    heading: 'عنوان فرعي',
    link: 'رابط',
    list: 'قائمة نقطية',
    numbers: 'قائمة مرقّمة',
    quote: 'اقتباس',
    code: 'رمز برمجي',
  },
  newerText: 'النص المحفوظ الآن:',
}
