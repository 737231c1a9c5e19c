import { formatNumber, pluralAr } from '../format.ts'

const results = (n: number) =>
  pluralAr(n, {
    zero: 'لا نتائج',
    one: 'نتيجة واحدة',
    two: 'نتيجتان',
    few: '{n} نتائج',
    many: '{n} نتيجة',
    other: '{n} نتيجة',
  })

const courses = (n: number) =>
  pluralAr(n, {
    zero: 'لا دورات حاليًا',
    one: 'دورة واحدة',
    two: 'دورتان',
    few: '{n} دورات',
    many: '{n} دورة',
    other: '{n} دورة',
  })

/** The search over the whole site, and its suggestions. Arabic is the source: English must match its type. */
export const search = {
  title: (words: string) => `نتائج البحث عن «${words}»`,
  emptyTitle: 'البحث في المعهد',
  lead: 'دورات وتخصصات ومقالات وأسئلة شائعة، كلها في بحث واحد.',
  description: 'ابحث في دورات المعهد وتخصصاته ومقالاته وأسئلته الشائعة.',
  label: 'ابحث في المعهد كله',
  placeholder: 'دورة أو مهارة أو مدرّب أو سؤال…',
  close: 'أغلق البحث',
  submit: 'ابحث',
  total: (n: number, capped: boolean) => (capped ? `أكثر من ${formatNumber(n)} نتيجة` : results(n)),
  count: (n: number, capped: boolean) => (capped ? `+${formatNumber(n)}` : formatNumber(n)),
  groups: {
    courses: 'الدورات',
    specializations: 'التخصصات',
    articles: 'المقالات',
    questions: 'الأسئلة الشائعة',
  },
  jump: 'أقسام النتائج',
  allCourses: (words: string) => `كل الدورات عن «${words}»`,
  allArticles: (words: string) => `كل المقالات عن «${words}»`,
  allQuestions: 'كل الأسئلة الشائعة',
  coursesCount: courses,
  mended: (words: string, shown: string) => `لم نجد دورات عن «${words}»، فعرضنا نتائج «${shown}».`,
  noneTitle: (words: string) => `لم نجد شيئًا عن «${words}»`,
  noneBody: 'جرّب كلمة أعمّ أو أقصر، أو تصفّح تخصصًا قريبًا. وإن كنت تبحث عن برنامج لا نقدمه فأخبرنا: نضيف ما يُطلب.',
  popular: 'تخصصات يكثر طلبها',
  browse: 'تصفّح كل الدورات',
  ask: 'اسألنا',
  suggestions: 'اقتراحات البحث',
  suggested: (n: number) =>
    pluralAr(n, {
      zero: 'لا اقتراحات',
      one: 'اقتراح واحد. تنقّل بالسهمين.',
      two: 'اقتراحان. تنقّل بالسهمين.',
      few: '{n} اقتراحات. تنقّل بالسهمين.',
      many: '{n} اقتراحًا. تنقّل بالسهمين.',
      other: '{n} اقتراح. تنقّل بالسهمين.',
    }),
  near: (shown: string) => `الأقرب إلى ما كتبت: «${shown}»`,
  none: (words: string) => `لا اقتراحات لـ«${words}»`,
  noneHint: 'اضغط زر البحث لنبحث في كل صفحات المعهد.',
  failed: 'تعذّر جلب الاقتراحات. يمكنك إكمال البحث كالمعتاد.',
  retry: 'أعد المحاولة',
  loading: 'نبحث…',
  allResults: (words: string) => `كل نتائج «${words}»`,
}
