/** The one rule of the link to an online session, as pages, mails and calendars say it. Arabic is the source. */
import { pluralAr } from '../format.ts'

export const minutesAr = (n: number) =>
  pluralAr(n, {
    zero: '',
    one: 'دقيقة واحدة',
    two: 'دقيقتين',
    few: '{n} دقائق',
    many: '{n} دقيقة',
    other: '{n} دقيقة',
  })

export const joining = {
  /** The name of the page on which it opens, where it is a link. */
  place: 'دوراتي',
  rule: (minutes: number) => `يُفتح رابط الحضور في «دوراتي» قبل كل جلسة عبر الإنترنت بـ${minutesAr(minutes)}.`,
  /** In the place itself, of its next session. */
  here: (time: string, minutes: number) => `يُفتح رابط الحضور هنا عند ${time}، قبل البدء بـ${minutesAr(minutes)}.`,
  /** It should be open, and the institute has not entered it. */
  missing: 'لم يُضف رابط هذه الجلسة بعد.',
  ask: 'راسلنا لنضيفه',
}
