import { pluralAr } from '../format.ts'
import { joining } from './joining.ts'

/** Always the subject: a dual has another form elsewhere. */
const sessions = (n: number) =>
  pluralAr(n, {
    zero: 'لا جلسات',
    one: 'جلسة واحدة',
    two: 'جلستان',
    few: '{n} جلسات',
    many: '{n} جلسة',
    other: '{n} جلسة',
  })

const lessons = (n: number) =>
  pluralAr(n, {
    zero: 'لا دروس',
    one: 'درس واحد',
    two: 'درسين',
    few: '{n} دروس',
    many: '{n} درسًا',
    other: '{n} درس',
  })

/** The courses in which the learner is enrolled. */
export const learning = {
  title: 'دوراتي',
  lead: 'كل ما سُجّلت فيه: موعدك القادم ومكانه، وحضورك، وشهادتك.',
  /** Where all of them are recorded. */
  leadRecorded: 'دوراتك المسجّلة: دروسها، وما أتممته منها، وشهادتك.',
  emptyTitle: 'لا دورات بعد',
  emptyBody: 'حين يتأكد تسجيلك في دورة تجد هنا مواعيدها أو دروسها، وشهادتها.',
  browse: 'تصفّح الدورات',
  onTheWay: {
    title: 'بانتظار التأكيد',
    waitsFor: {
      payment: 'طلبك ينتظر الدفع. أكمله من طلباتك.',
      receipt: 'ننتظر إيصال تحويلك.',
      review: 'وصلنا إيصالك، ونراجعه.',
      anotherReceipt: 'لم نتمكن من اعتماد إيصالك، وننتظر إيصالًا آخر.',
      rest: 'وصل بعض المبلغ، وننتظر الباقي.',
    },
    waiting: (place: string) => `ترتيبك في قائمة الانتظار: ${place}`,
    starts: (day: string) => `تبدأ ${day}`,
    take: 'أكمل تسجيلك',
    offered: (day: string, time: string) => `مقعد محجوز لك حتى ${day}، ${time}`,
  },
  states: { coming: 'لم تبدأ بعد', running: 'جارية', over: 'انتهت', recorded: 'مسجّلة' },
  next: 'الجلسة القادمة',
  now: 'الجلسة الجارية الآن',
  place: 'المكان',
  online: 'عبر الإنترنت',
  /** A room's name has a direction of its own. */
  room: (room: string) => `القاعة: \u2068${room}\u2069`,
  map: 'افتح الخريطة',
  join: 'ادخل الجلسة',
  joining,
  datesSoon: 'لم تُعلن الجلسات القادمة بعد.',
  ended: 'انتهت جلسات هذه الدورة.',
  lessonsSoon: 'لم تُنشر دروسها بعد. نراسلك فور نشرها، وتجدها هنا.',
  lessonsDone: (done: number, of: number) =>
    done === 0 ? `لم تبدأ بعد في ${lessons(of)}` : `أتممت ${done} من ${lessons(of)}`,
  start: 'ابدأ التعلّم',
  goOn: 'تابع التعلّم',
  review: 'راجع الدروس',
  materials: 'مواد الدورة',
  attendance: 'حضورك',
  /** The number of attended sessions, of those that have ended. */
  attended: (n: number, of: number) =>
    n === 0 ? `لم يُسجّل لك حضور بعد، وقد عُقدت ${sessions(of)}` : `حضرت ${n} من ${of}`,
  ofAll: (n: number) => `في الدورة ${sessions(n)}`,
  certificate: 'شهادتك',
  certificateOpen: 'اعرضها وتحقّق منها',
  pdf: 'نزّلها ملف PDF',
  order: 'الطلب',
  calendar: 'أضِف إلى التقويم',
  details: 'تفاصيل الطلب',
  rate: 'قيّم الدورة',
  move: 'اطلب موعدًا آخر',
  moveAsked: 'طلبت موعدًا آخر في',
  moveStates: { received: 'وصلنا طلبك', handling: 'ننظر فيه', answered: 'رددنا عليك', closed: 'انتهى' },
  moveOpen: 'افتح الطلب والرد',
  named: (action: string, course: string) => `${action}: ${course}`,
  feed: {
    title: 'مواعيدك في تقويمك',
    lead: 'اشترك مرة واحدة، فتظهر كل جلساتك في تقويم جوالك أو حاسوبك وتتغيّر معها.',
    make: 'أنشئ رابط الاشتراك',
    subscribe: 'اشترك في التقويم',
    address: 'رابط الاشتراك',
    addressHint: 'انسخه إلى «إضافة تقويم من رابط» في تقويم Google أو Outlook. من يعرفه يرى مواعيدك، فلا تشاركه.',
    copy: 'انسخ الرابط',
    copied: 'نُسخ الرابط.',
    copyFailed: 'تعذّر النسخ. حدّد العنوان وانسخه بيدك.',
    renew: 'استبدل الرابط',
    renewHint: 'يتوقف الرابط الحالي، وتشترك من جديد بالرابط الجديد.',
    end: 'أوقف الرابط',
    made: 'هذا رابطك. اشترك به ليتابع تقويمك مواعيدك.',
    renewed: 'هذا رابطك الجديد، ولم يعد السابق يعمل.',
    ended: 'توقف الرابط، ولم يعد تقويمك يتغيّر.',
    manage: 'غيّر الرابط أو أوقفه',
  },
  asked: 'وصلنا طلبك، وسنرد عليك بالبريد.',
  withdrawn: 'سحبت طلبك، وتسجيلك قائم كما كان.',
}
