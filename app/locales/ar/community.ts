import { formatNumber, pluralAr } from '../format.ts'

const posts = (n: number) =>
  pluralAr(n, {
    zero: 'لا مشاركات',
    one: 'مشاركة واحدة',
    two: 'مشاركتان',
    few: '{n} مشاركات',
    many: '{n} مشاركة',
    other: '{n} مشاركة',
  })

/** The community. Arabic is the source: English must match its type. */
export const community = {
  title: 'مجتمع المتدربين',
  lead: 'أسئلة وتجارب ومشاريع يكتبها المتدربون والمدربون لبعضهم.',
  searchLabel: 'ابحث في المشاركات',
  searchPlaceholder: 'سؤال أو شهادة أو أداة',
  categories: 'أقسام المجتمع',
  all: 'كل المشاركات',
  found: (n: number, capped: boolean) => (capped ? `أكثر من ${formatNumber(n)} مشاركة` : posts(n)),
  sort: 'رتّب بحسب',
  sorts: { 1: 'الأحدث', 2: 'الأكثر نقاشًا', 3: 'الرائج الآن' },
  searchTitle: (words: string) => `مشاركات فيها «${words}»`,
  authorTitle: (name: string) => `مشاركات ${name}`,
  author: (name: string) => `الكاتب: ${name}`,
  words: (words: string) => `البحث: «${words}»`,
  active: 'معايير مفعّلة',
  trending: 'رائج هذه الأيام',
  noneTitle: 'لم نجد مشاركة بهذه المعايير',
  noneSearch: (words: string) => `لم نجد مشاركة فيها «${words}». جرّب كلمة أعمّ، أو تصفّح أحد الأقسام.`,
  noneBody: 'جرّب قسمًا آخر، أو اعرض كل المشاركات.',
  noneYet: 'لا مشاركات بعد',
  noneYetBody: 'سيبدأ النقاش هنا قريبًا.',
  showAll: 'اعرض كل المشاركات',
  guestTitle: 'تتصفّح المجتمع زائرًا',
  guestBody: 'سجّل الدخول أو أنشئ حسابًا لتكون واحدًا من أعضائه.',
  login: 'سجّل الدخول',
  signUp: 'أنشئ حسابًا',
  published: (day: string) => `نُشرت في ${day}`,
  edited: (day: string) => `عُدّلت في ${day}`,
  moreBy: (name: string) => `كل مشاركات ${name}`,
  states: { waiting: 'تنتظر هذه المشاركة المراجعة، ولا يراها غيرك بعد.', hidden: 'أُخفيت هذه المشاركة عن الزوار.' },
  scheduled: (day: string) => `ستُنشر هذه المشاركة في ${day}.`,
  back: 'كل المشاركات',
}
