import { pluralAr } from '../format.ts'

/** Arabic is the source: English must match its type. */
export const pages = {
  home: {
    searchForm: 'ابحث في البرامج',
    search: 'دورة أو مهارة',
    searchPlaceholder: 'ابحث عن دورة أو مهارة…',
    category: 'نوع البرنامج',
    submitSearch: 'ابحث',
    popular: 'الأكثر طلبًا:',
    facts: 'المعهد في رقمين',
    playFilm: 'شاهد فيلم المعهد',
    learnerRating: 'تقييم المتدربين',
    soonTitle: 'دورات تبدأ قريبًا',
    soonLead: 'اختر موعدك واحجز مقعدك في دقيقتين.',
    fieldsTitle: 'في أي مجال تعمل؟',
    fieldsLead: 'تخصصات اخترناها مع من يوظّفون فيها.',
    coursesCount: (count: number) =>
      pluralAr(count, {
        zero: 'لا برامج حاليًا',
        one: 'برنامج واحد',
        two: 'برنامجان',
        few: '{n} برامج',
        many: '{n} برنامجًا',
        other: '{n} برنامج',
      }),
    latestTitle: 'أحدث البرامج',
    latestLead: 'ما أضفناه إلى المعهد مؤخرًا.',
    allCourses: 'كل الدورات',
    aboutUs: 'تعرّف إلى المعهد',
    reviewsTitle: 'يحكيها من جرّبها',
    reviewsLead: (count: number) =>
      pluralAr(count, {
        zero: 'بأقلام متدربين أتموا دوراتهم.',
        one: 'رأي واحد لمتدرب أتم دورته.',
        two: 'رأيان لمتدربَين أتما دوراتهما.',
        few: '{n} آراء كتبها متدربون أتموا دوراتهم.',
        many: '{n} رأيًا كتبها متدربون أتموا دوراتهم.',
        other: '{n} رأي كتبها متدربون أتموا دوراتهم.',
      }),
    allReviews: 'كل الآراء',
    trustTitle: 'جهات تعمل معنا',
    trustLead: 'شركات درّبنا فرقها، وشركاء نصمّم معهم البرامج.',
    ourClients: 'عملاؤنا',
    ourPartners: 'شركاؤنا',
    closingTitle: 'خطوتك التالية تبدأ بدورة',
    closingBody: 'اختر برنامجًا يناسب وقتك، وإن ترددت فاسألنا: نقترح عليك ما ينفعك، ولو كان دورة أقصر.',
    closingBrowse: 'تصفّح الدورات',
    closingAsk: 'اسألنا',
  },
  reviews: {
    course: 'عن دورة',
  },
  organisations: {
    visit: (name: string) => `موقع ${name}`,
  },
}
