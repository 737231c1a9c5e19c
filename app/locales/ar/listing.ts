import { formatNumber, pluralAr } from '../format.ts'

const courses = (n: number) =>
  pluralAr(n, {
    zero: 'لا دورات',
    one: 'دورة واحدة',
    two: 'دورتان',
    few: '{n} دورات',
    many: '{n} دورة',
    other: '{n} دورة',
  })

/** The listing of courses. Arabic is the source: English must match its type. */
export const listing = {
  title: 'الدورات والدبلومات',
  lead: 'اختر ما يناسب هدفك ووقتك، وقارن المواعيد والأسعار، ثم احجز مقعدك في دقيقتين.',
  titleOf: (name: string) => `دورات ${name}`,
  searchTitle: (words: string) => `نتائج البحث عن «${words}»`,
  page: (n: number) => `الصفحة ${formatNumber(n)}`,
  searchLabel: 'ابحث في الدورات',
  searchPlaceholder: 'اسم دورة أو مهارة أو أداة',
  search: 'ابحث',
  found: (n: number, capped: boolean) => (capped ? `أكثر من ${formatNumber(n)} دورة` : courses(n)),
  showFound: (n: number) =>
    n === 0
      ? 'لا نتائج بهذه التصفية'
      : `اعرض ${pluralAr(n, { zero: '', one: 'دورة واحدة', two: 'دورتين', few: '{n} دورات', many: '{n} دورة', other: '{n} دورة' })}`,
  filters: 'تصفية النتائج',
  openFilters: 'تصفية',
  apply: 'طبّق',
  clearAll: 'امسح الكل',
  closeFilters: 'أغلق التصفية',
  active: 'معايير مفعّلة',
  remove: (name: string) => `أزل ${name}`,
  groups: {
    category: 'نوع البرنامج',
    specialization: 'التخصص',
    level: 'المستوى',
    delivery: 'طريقة التقديم',
    city: 'المدينة',
    time: 'وقت الدورة',
    price: 'السعر بالريال',
    start: 'موعد البدء',
  },
  partsOf: (name: string) => `فروع ${name}`,
  times: { 1: 'صباحًا', 2: 'مساءً (من الرابعة)', 3: 'نهاية الأسبوع' },
  minPrice: 'من',
  maxPrice: 'إلى',
  from: 'من',
  to: 'إلى',
  priceUnder: (end: string) => `أقل من ${end}`,
  priceUpTo: (most: string) => `حتى ${most}`,
  priceFrom: (least: string) => `${least} فأكثر`,
  priceBetween: (least: string, most: string) => `${least} – ${most}`,
  startsFrom: (day: string) => `تبدأ من ${day}`,
  startsTo: (day: string) => `تبدأ حتى ${day}`,
  startsBetween: (from: string, to: string) => `${from} – ${to}`,
  searchFor: (words: string) => `«${words}»`,
  sort: 'رتّب بحسب',
  bestMatch: 'الأنسب لبحثك',
  sorts: { 1: 'الأحدث', 2: 'الأقرب موعدًا', 3: 'الأقل سعرًا', 4: 'الأعلى سعرًا' },
  results: 'نتائج الدورات',
  noneTitle: 'لم نجد دورة بهذه المعايير',
  noneBody: 'خفّف أحد المعايير لتظهر لك دورات قريبة مما تريد.',
  noneSearch: (words: string) => `لم نجد دورة فيها «${words}». جرّب كلمة أعمّ، أو تصفّح تخصصًا قريبًا.`,
  loosen: 'أزل معيارًا',
  popular: 'تخصصات يكثر طلبها',
  showAll: 'اعرض كل الدورات',
}
