import { pluralAr } from '../format.ts'
import { enquiries } from './enquiries.ts'
import { leads } from './leads.ts'

/** Content pages other than the home page. Arabic is the source: English must match its type. */
export const innerPages = {
  enquiries,
  leads,
  ways: { whatsapp: 'واتساب' },
  services: {
    action: 'اطلب عرض سعر',
    courses: 'تصفّح البرامج',
    clientsTitle: 'فرق درّبناها',
    allClients: 'كل العملاء',
  },
  support: {
    action: 'تواصل مع الدعم',
    allQuestions: 'كل الأسئلة الشائعة',
  },
  complains: {
    action: 'قدّم شكوى',
  },
  joinUs: { action: 'قدّم طلبك' },
  apps: {
    breadcrumb: 'تطبيق المعهد',
    system: { ios: 'آيفون وآيباد', android: 'أندرويد' },
    download: { ios: 'حمّل من آب ستور', android: 'حمّل من جوجل بلاي' },
    qrLabel: { ios: 'رمز صفحة التطبيق في آب ستور', android: 'رمز صفحة التطبيق في جوجل بلاي' },
    qrHint: 'أو وجّه كاميرا جوالك إلى الرمز',
    screenLabel: 'صورة من التطبيق',
    otherTitle: { ios: 'جهازك آيفون أو آيباد؟', android: 'جهازك أندرويد؟' },
    otherLink: { ios: 'صفحة التطبيق لآيفون', android: 'صفحة التطبيق لأندرويد' },
    browse: 'تصفّح الدورات',
  },
  about: {
    coursesAction: 'تصفّح الدورات',
    contactAction: 'تواصل معنا',
    legalTitle: 'بيانات المنشأة',
    legalName: 'الاسم النظامي',
    licence: 'الترخيص',
  },
  contact: {
    address: 'العنوان',
    officialTitle: 'البيانات الرسمية',
    map: 'الموقع على الخريطة',
    write: 'اكتب رسالتك',
  },
  faq: {
    groups: 'أقسام الأسئلة',
    linkTo: 'رابط هذا السؤال',
    copied: 'نُسخ الرابط',
    searchForm: 'ابحث في الأسئلة',
    search: 'سؤالك بكلمة أو كلمتين',
    searchPlaceholder: 'مثل: استرداد، فاتورة، شهادة',
    submit: 'ابحث',
    clear: 'كل الأسئلة',
    found: (count: number) =>
      pluralAr(count, {
        zero: 'لا نتائج',
        one: 'وجدنا سؤالًا واحدًا',
        two: 'وجدنا سؤالين',
        few: 'وجدنا {n} أسئلة',
        many: 'وجدنا {n} سؤالًا',
        other: 'وجدنا {n} سؤال',
      }),
    mended: (words: string) => `لم نجد ما كتبت، وهذا ما وجدناه عن «${words}»`,
    noneTitle: (term: string) => `لم نجد سؤالًا عن «${term}»`,
    noneBody: 'جرّب كلمة أعم، أو اسألنا مباشرة.',
    noneAction: 'اسألنا',
    emptyTitle: 'لم تُنشر أسئلة بعد',
    emptyBody: 'اسألنا ما شئت، ونجيبك خلال يومي عمل.',
    questions: (count: number) =>
      pluralAr(count, {
        zero: 'دون أسئلة',
        one: 'سؤال واحد',
        two: 'سؤالان',
        few: '{n} أسئلة',
        many: '{n} سؤالًا',
        other: '{n} سؤال',
      }),
  },
  policy: {
    contents: 'في هذه الصفحة',
    updated: (day: string) => `آخر تحديث: ${day}`,
    versions: 'نسخ هذه السياسة',
    validFrom: (moment: string) => `سارية من ${moment}`,
    former: (from: string, to: string) => `تقرأ نسخة سابقة كانت سارية من ${from} إلى ${to}.`,
    present: 'اقرأ النسخة السارية',
    others: 'سياسات أخرى',
    questions: 'لديك سؤال عن هذه السياسة؟',
    ask: 'تواصل معنا',
    print: 'اطبع الصفحة',
    emptyTitle: 'لم يُنشر نص هذه السياسة بعد',
    emptyBody: 'راسلنا ونرسل إليك نصها.',
  },
  reviews: {
    average: 'متوسط التقييم',
    distribution: 'توزيع التقييمات',
    how: 'نسأل كل من أتم دورة بعد أسبوع من نهايتها، وننشر الرأي كما كُتب، طيبًا كان أو ناقدًا، ونرد عليه.',
    stars: (rate: number) =>
      pluralAr(rate, {
        zero: 'دون نجوم',
        one: 'نجمة واحدة',
        two: 'نجمتان',
        few: '{n} نجوم',
        many: '{n} نجمة',
        other: '{n} نجمة',
      }),
    share: (percent: number) => `${percent}%`,
    count: (count: number) =>
      pluralAr(count, {
        zero: 'لا آراء بعد',
        one: 'رأي واحد',
        two: 'رأيان',
        few: '{n} آراء',
        many: '{n} رأيًا',
        other: '{n} رأي',
      }),
    noneTitle: 'لا آراء بعد',
    noneBody: 'نطلب رأي كل متدرب بعد أسبوع من نهاية دورته، وننشره هنا كما كتبه.',
    noneAction: 'تصفّح الدورات',
  },
  organisations: {
    list: { partner: 'شركاء المعهد', client: 'عملاء المعهد' },
    emptyTitle: { partner: 'لم نعلن شركاءنا بعد', client: 'لم نعلن عملاءنا بعد' },
    emptyBody: {
      partner: 'نتفق مع كل شريك على ما يُنشر قبل نشره.',
      client: 'لا ننشر اسم جهة إلا بإذنها.',
    },
    action: { partner: 'كن شريكًا', client: 'درّب فريقك معنا' },
  },
}
