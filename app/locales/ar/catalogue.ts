import { pluralAr } from '../format.ts'
import { partsAr } from './parts-ar.ts'

const hours = (n: number) =>
  pluralAr(n, {
    zero: 'دون ساعات',
    one: 'ساعة واحدة',
    two: 'ساعتان',
    few: '{n} ساعات',
    many: '{n} ساعة',
    other: '{n} ساعة',
  })

const seatsLeft = (n: number) =>
  pluralAr(n, {
    zero: 'نفدت المقاعد',
    one: 'بقي مقعد واحد',
    two: 'بقي مقعدان',
    few: 'بقيت {n} مقاعد',
    many: 'بقي {n} مقعدًا',
    other: 'بقي {n} مقعد',
  })

/** Arabic is the source: English must match its type. */
export const catalogue = {
  /** Keys are the numbers of the listing's filter. */
  categories: { 1: 'كل البرامج', 2: 'دورات تطويرية', 3: 'دورات تأهيلية', 4: 'دبلومات' },
  delivery: { 1: 'حضوري', 2: 'مسجّل', 3: 'عن بُعد' },
  levels: { 1: 'مبتدئ', 2: 'متوسط', 3: 'متقدم' },
  hours,
  seatsLeft,
  card: {
    startsAnytime: 'ابدأ في أي وقت',
    startsOn: (day: string) => `تبدأ ${day}`,
    lessonsSoon: 'تُنشر دروسها قريبًا',
    datesSoon: 'تُعلن المواعيد قريبًا',
    oldPrice: 'السعر قبل الخفض',
    inParts: (parts: number, first: string) => `أو ${partsAr(parts)}، أولاها ${first}`,
  },
  states: {
    open: 'التسجيل مفتوح',
    recorded: 'متاحة الآن',
    full: 'اكتملت المقاعد',
    upcoming: 'يُفتح التسجيل قريبًا',
    closed: 'أُغلق التسجيل',
    free: 'متاحة مجانًا',
  },
  /** The label of the next step in each state of a course. */
  actions: {
    open: 'احجز مقعدك',
    'few-seats': 'احجز مقعدك',
    recorded: 'ابدأ الآن',
    /** Of a recorded course whose lessons are still being made. */
    beforeLessons: 'سجّل الآن',
    free: 'سجّل مجانًا',
    full: 'نبّهني عند توفر مقعد',
    upcoming: 'نبّهني عند فتح التسجيل',
    closed: 'اطّلع على التفاصيل',
  },
}
