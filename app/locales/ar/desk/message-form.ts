import { pluralAr } from '../../format.ts'

/** After a preposition. */
const learnerCount = (count: number) =>
  pluralAr(count, {
    zero: 'لا أحد',
    one: 'متدرب واحد',
    two: 'متدربين',
    few: '{n} متدربين',
    many: '{n} متدربًا',
    other: '{n} متدرب',
  })

/** A message to several learners: of runs, or of a selection. */
export const messageForm = {
  subject: 'العنوان',
  text: 'النص',
  preview: 'اعرض ما سيصل',
  before: 'ما سيصل قبل إرساله',
  goesTo: (learners: number, lang: string) => `إلى ${learnerCount(learners)} ${lang}`,
  inLanguages: { ar: 'بالعربية', en: 'بالإنجليزية' },
  nobody: 'لا أحد تصل إليه هذه الرسالة.',
  noUndo: 'لا رجعة في الإرسال.',
  send: (learners: number) => `أرسلها إلى ${learnerCount(learners)}`,
}
