import { pluralAr } from '../../format.ts'

const learnerCount = (n: number) =>
  pluralAr(n, {
    zero: 'لا أحد',
    one: 'متدرب واحد',
    two: 'متدربان',
    few: '{n} متدربين',
    many: '{n} متدربًا',
    other: '{n} متدرب',
  })

/** Messages to a selection of learners. */
export const learnerMessages = {
  title: 'رسائل إلى المتدربين',
  learners: 'المتدربون',
  write: 'رسالة إلى متدربين',
  lead: 'تصل بالبريد إلى من طلب منهم الأخبار بلغته، وفي آخرها رابط يوقفها. لما يخص طلبًا أو موعدًا استعمل رسالة الموعد.',
  chosen: (count: number) => learnerCount(count),
  noneChosen: 'لم تختر متدربين',
  noneChosenBody: 'حدّد المتدربين في قائمتهم، أو كل من تطابقه التصفية، ثم اختر «راسلهم».',
  textHint:
    'كل سطر فقرة. يُستبدل {name} باسم المتدرب، وإن خلا منه السطر الأول سبقت النصَّ تحيةٌ باسمه. والإنجليزية لازمة إن كان فيهم من لغته الإنجليزية.',
  leftOut: 'لا تصلهم',
  unsubscribed: (count: number) => `لم يطلبوا الأخبار أو أوقفوها: ${learnerCount(count)}.`,
  blocked: (count: number) => `حساباتهم موقوفة: ${learnerCount(count)}.`,
  already: (count: number) => `وصلتهم هذه الكلمات نفسها من قبل: ${learnerCount(count)}.`,
  message: 'راسلهم',
  sending: 'الرسائل في الطريق. يظهر تقدمها هنا.',
  none: 'لا رسائل بعد',
  noneBody: 'تُكتب الرسالة من قائمة المتدربين.',
  at: 'أُرسلت',
  by: 'أرسلها',
  chosenHead: 'المختارون',
  sentHead: 'كُتب إليهم',
  state: 'حالها',
  done: 'تمت',
  under: 'في الطريق',
}
