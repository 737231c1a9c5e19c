import { pluralAr } from '../format.ts'
import { partsAr } from './parts-ar.ts'

const lessons = (n: number) =>
  pluralAr(n, {
    zero: 'دون دروس',
    one: 'درس واحد',
    two: 'درسان',
    few: '{n} دروس',
    many: '{n} درسًا',
    other: '{n} درس',
  })

const daysAfter = (n: number) =>
  pluralAr(n, {
    zero: '',
    one: 'يوم',
    two: 'يومين',
    few: '{n} أيام',
    many: '{n} يومًا',
    other: '{n} يوم',
  })

const minutes = (n: number) =>
  pluralAr(n, {
    zero: 'أقل من دقيقة',
    one: 'دقيقة واحدة',
    two: 'دقيقتان',
    few: '{n} دقائق',
    many: '{n} دقيقة',
    other: '{n} دقيقة',
  })

const hours = (n: number) =>
  pluralAr(n, {
    zero: 'أقل من ساعة',
    one: 'ساعة واحدة',
    two: 'ساعتان',
    few: '{n} ساعات',
    many: '{n} ساعة',
    other: '{n} ساعة',
  })

/** The course page. Arabic is the source: English must match its type. */
export const course = {
  level: 'المستوى',
  delivery: 'طريقة التقديم',
  hours: 'عدد الساعات',
  certificate: 'الشهادة',
  licence: 'رقم الترخيص',
  /** The categories of a single course, by their stored number. */
  categories: { 1: 'دورة تطويرية', 2: 'دورة تأهيلية', 3: 'دبلوم' },
  enrolled: {
    run: (day: string) => `أنت مسجّل في موعد يبدأ ${day}.`,
    over: (day: string) => `سبق أن سُجّلت في موعد بدأ ${day}.`,
    recorded: 'أنت مسجّل في هذه الدورة.',
    here: 'أنت مسجّل في هذا الموعد',
    open: 'افتح دوراتي',
    again: 'احجز موعدًا آخر',
  },
  /** An order that is not paid yet. */
  pending: {
    waitsFor: {
      payment: 'طلبك ينتظر الدفع.',
      receipt: 'طلبك ينتظر إيصال تحويلك.',
      review: 'وصلنا إيصالك، ونراجعه.',
      anotherReceipt: 'لم نتمكن من اعتماد إيصالك، وننتظر إيصالًا آخر.',
      rest: 'وصل بعض مبلغ طلبك، وننتظر الباقي.',
    },
    run: (day: string) => `وهو للموعد الذي يبدأ ${day}.`,
    here: 'طلبت هذا الموعد',
    complete: 'أكمل طلبك',
    open: 'افتح طلبك',
  },
  price: 'السعر',
  oldPrice: 'السعر قبل التخفيض',
  saving: (amount: string) => `وفّر ${amount}`,
  inParts: (parts: number, first: string, companies: string[]) =>
    `أو قسّمه على ${partsAr(parts, 'دفعتين')}، أولاها ${first}، مع ${companies.join(' أو ')}.`,
  /** The institute's own plan: a deposit, and later parts. */
  ownPlan: {
    lead: (parts: number) => `أو ادفع للمعهد على ${partsAr(parts, 'دفعتين')}:`,
    now: (amount: string) => `${amount} الآن ليتأكد تسجيلك`,
    /** Of a run: its checkout would say this today. */
    leadOfRun: (parts: number, day: string) =>
      `أو ادفع للمعهد على ${partsAr(parts, 'دفعتين')} لموعد ${day} إن سجّلت اليوم:`,
    later: (amount: string, when: string) => `${amount}، ${when}`,
    by: (day: string) => `حتى ${day}`,
    after: (days: number) => `بعد ${daysAfter(days)} من تسجيلك`,
  },
  priceNote: 'السعر نهائي.',
  vatNote: 'السعر نهائي وشامل ضريبة القيمة المضافة.',
  nextStart: 'أقرب موعد',
  anytime: 'متاحة دائمًا: ابدأ متى شئت وتعلّم على مهلك.',
  lessonsSoon: 'نعدّ دروسها الآن: سجّل متى شئت، وتُفتح لك فور نشرها.',
  datesSoon: 'تُعلن المواعيد القادمة قريبًا.',
  chooseRun: 'اختر موعدك',
  otherRuns: (n: number) =>
    pluralAr(n, {
      zero: 'دون مواعيد أخرى',
      one: 'وموعد آخر',
      two: 'وموعدان آخران',
      few: 'و{n} مواعيد أخرى',
      many: 'و{n} موعدًا آخر',
      other: 'و{n} موعد آخر',
    }),
  seatHeld: 'يُحجز مقعدك 20 دقيقة حتى تُتمّ الدفع',
  runs: 'المواعيد',
  runsLead: 'المواعيد بتوقيت الرياض. يُغلق التسجيل قبل البدء أو عند اكتمال المقاعد.',
  noRuns: 'لا مواعيد معلنة الآن. اترك بريدك لنخبرك فور إعلان موعد جديد.',
  runsDates: 'الفترة',
  place: 'المكان',
  map: 'افتح الخريطة',
  onlinePlace: 'قاعة افتراضية مباشرة',
  days: 'الأيام',
  wait: 'انضم إلى قائمة الانتظار',
  /** Of a learner who waits; the day is empty where the course has one date. */
  waiting: {
    place: (n: string, day: string) => (day ? `ترتيبك في انتظار موعد ${day}: ${n}` : `ترتيبك في الانتظار: ${n}`),
    leave: 'غادر قائمة الانتظار',
    held: (day: string, time: string) => `شغر مقعد، وهو محجوز لك حتى ${day}، ${time}.`,
    take: 'أكمل تسجيلك',
    named: (action: string, day: string) => `${action}: ${day}`,
  },
  waitFor: (day: string) => `انضم إلى قائمة الانتظار: ${day}`,
  choose: 'اختر هذا الموعد',
  chooseRunOf: (day: string) => `اختر هذا الموعد: ${day}`,
  opensOn: (day: string) => `يُفتح التسجيل ${day}`,
  closesOn: (day: string) => `آخر موعد للتسجيل ${day}`,
  outcomes: 'ماذا ستتعلم',
  description: 'عن الدورة',
  freeLesson: 'درس مفتوح',
  outline: 'محتوى الدورة',
  outlineTotal: (units: number, count: number) =>
    `${pluralAr(units, { zero: 'دون وحدات', one: 'وحدة واحدة', two: 'وحدتان', few: '{n} وحدات', many: '{n} وحدة', other: '{n} وحدة' })} · ${lessons(count)}`,
  lessons,
  minutes,
  hoursLong: hours,
  prerequisites: 'المتطلبات السابقة',
  noPrerequisites: 'لا تتطلب خبرة سابقة.',
  audience: 'لمن هذه الدورة؟',
  trainers: 'المدربون',
  faq: 'أسئلة عن الدورة',
  reviews: 'آراء المتدربين',
  noReviews: 'لا آراء بعد. يكتبها من أتمّ الدورة.',
  moreReviews: (n: number) =>
    pluralAr(n, {
      zero: 'لا آراء أخرى',
      one: 'رأي آخر',
      two: 'رأيان آخران',
      few: '{n} آراء أخرى',
      many: '{n} رأيًا آخر',
      other: '{n} رأي آخر',
    }),
  similar: 'دورات قريبة منها',
  parts: 'أقسام صفحة الدورة',
  save: { save: 'احفظ الدورة', saved: 'محفوظة' },
  ask: {
    label: 'اسأل عنها على واتساب',
    text: (name: string) => `السلام عليكم، لدي سؤال عن «${name}»:`,
  },
  notify: {
    title: 'أخبرني حين يُفتح التسجيل',
    lead: 'اترك بريدك لنراسلك مرة واحدة حين يُفتح التسجيل أو يُعلن موعد جديد أو يتوفر مقعد.',
    email: 'البريد الإلكتروني',
    send: 'نبّهني',
    doneTitle: 'سنراسلك',
    done: 'سجّلنا بريدك، وستصلك رسالة حين يمكنك التسجيل.',
  },
  review: {
    title: 'قيّم هذه الدورة',
    titleMine: 'تقييمك',
    rate: 'تقييمك من 5',
    chooseRate: 'اختر تقييمك',
    signIn: 'سجّل دخولك في نافذة جديدة ثم أرسله من هنا',
    rates: { 5: 'ممتازة', 4: 'جيدة جدًا', 3: 'جيدة', 2: 'مقبولة', 1: 'ضعيفة' },
    comment: 'رأيك',
    commentHint: 'ما الذي أفادك؟ وما الذي ينقص الدورة؟',
    send: 'انشر تقييمك',
    save: 'احفظ التعديل',
    delete: 'احذف تقييمي',
    saved: 'شكرًا لك، نُشر تقييمك.',
    deleted: 'حُذف تقييمك.',
    held: 'ينظر فريقنا في تقييمك، ولا يراه غيرك حتى ينتهي.',
    hidden: 'أخفى فريقنا تقييمك، ولا يراه غيرك.',
    hiddenReason: 'السبب:',
  },
}
