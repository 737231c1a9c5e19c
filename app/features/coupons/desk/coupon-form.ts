/** The terms of a coupon: texts in the form, values in calls. Amounts are written in riyals. */
import { courseIdsIn, courseTexts } from '../../../desk/course-boxes.ts'
import { halalasIn, riyalsOf } from '../../../desk/riyals.ts'
import type { CouponItem } from '../contract.ts'

type Texts = Record<string, string>

const textOf = (value: number | string | null) => (value === null ? '' : String(value))
const riyalsOrNone = (halalas: number | null) => (halalas === null ? '' : riyalsOf(halalas))

export const textsOf = (coupon: CouponItem, courses: readonly { id: number }[]): Texts => ({
  'note.ar': coupon.note.ar,
  'note.en': coupon.note.en ?? '',
  percent: textOf(coupon.percent),
  amountHalalas: riyalsOrNone(coupon.amountHalalas),
  firstDay: coupon.firstDay,
  lastDay: textOf(coupon.lastDay),
  totalLimit: textOf(coupon.totalLimit),
  perLearnerLimit: textOf(coupon.perLearnerLimit),
  minimumHalalas: riyalsOrNone(coupon.minimumHalalas),
  emailDomain: textOf(coupon.emailDomain),
  ...courseTexts(courses, coupon.courseIds),
})

/** What a call takes; its contract checks it. An empty field is null. */
export function valuesOf(texts: Texts) {
  const orNull = (name: string) => texts[name]?.trim() || null
  const halalas = (name: string) => halalasIn(texts[name] ?? '') ?? null
  const courseIds = courseIdsIn(texts)
  return {
    note: { ar: texts['note.ar'] ?? '', en: texts['note.en'] ?? '' },
    percent: orNull('percent'),
    amountHalalas: halalas('amountHalalas'),
    firstDay: texts.firstDay ?? '',
    lastDay: orNull('lastDay'),
    totalLimit: orNull('totalLimit'),
    perLearnerLimit: orNull('perLearnerLimit'),
    minimumHalalas: halalas('minimumHalalas'),
    courseIds: courseIds.length > 0 ? courseIds : null,
    emailDomain: orNull('emailDomain'),
    companyIds: texts.companyIds ? texts.companyIds.split('.').map(Number) : null,
  }
}
