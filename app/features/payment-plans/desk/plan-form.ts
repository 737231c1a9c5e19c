/** The terms of a plan: texts in the form, values in calls. Amounts are written in riyals. */
import { courseIdsIn, courseTexts } from '../../../desk/course-boxes.ts'
import { halalasIn, riyalsOf } from '../../../desk/riyals.ts'
import type { PaymentPlan } from '../contract.ts'
import { MAX_LATER_PARTS } from '../schedule.ts'

export type Texts = Record<string, string>

/** Each part has a row, so that the form works without scripts. */
export const PART_ROWS = Array.from({ length: MAX_LATER_PARTS }, (_, row) => row)
export const partField = (row: number, name: 'percent' | 'days' | 'from') => `part.${row}.${name}`

const riyalsOrNone = (halalas: number | null) => (halalas === null ? '' : riyalsOf(halalas))

export const textsOf = (plan: PaymentPlan, courses: readonly { id: number }[]): Texts => ({
  name: plan.name,
  depositPercent: plan.depositPercent === null ? '' : String(plan.depositPercent),
  depositHalalas: riyalsOrNone(plan.depositHalalas),
  fromHalalas: riyalsOrNone(plan.fromHalalas),
  isActive: plan.isActive ? 'on' : '',
  ...Object.fromEntries(
    PART_ROWS.flatMap((row) => {
      const part = plan.parts[row]
      return [
        [partField(row, 'percent'), part ? String(part.percent) : ''],
        [partField(row, 'days'), part ? String(part.days) : ''],
        [partField(row, 'from'), part?.from ?? 'order'],
      ]
    }),
  ),
  ...courseTexts(courses, plan.courseIds),
})

/** Two later parts, a month and two after the order: where most begin. */
export const NEW_PLAN: Texts = {
  ...{ depositPercent: '40', isActive: 'on' },
  ...{ [partField(0, 'percent')]: '50', [partField(0, 'days')]: '30', [partField(0, 'from')]: 'order' },
  ...{ [partField(1, 'percent')]: '50', [partField(1, 'days')]: '60', [partField(1, 'from')]: 'order' },
}

/** What a call takes; its contract checks it. A row of a part in which nothing was typed is none. */
export function valuesOf(texts: Texts) {
  const halalas = (name: string) => halalasIn(texts[name] ?? '') ?? null
  const typed = (row: number, name: 'percent' | 'days' | 'from') => texts[partField(row, name)]?.trim() ?? ''
  return {
    name: texts.name ?? '',
    depositPercent: numberIn(texts.depositPercent) ?? null,
    depositHalalas: halalas('depositHalalas'),
    parts: PART_ROWS.filter((row) => typed(row, 'percent') !== '' || typed(row, 'days') !== '').map((row) => ({
      percent: numberIn(typed(row, 'percent')) ?? '',
      days: numberIn(typed(row, 'days')) ?? '',
      from: typed(row, 'from') || 'order',
    })),
    courseIds: courseIdsIn(texts),
    fromHalalas: halalas('fromHalalas'),
    isActive: (texts.isActive ?? '') !== '',
  }
}

/** As it stands in the record where it is a number; what is none is refused by the call at its field. */
function numberIn(text: string | undefined): number | string | undefined {
  const typed = text?.trim() ?? ''
  if (typed === '') return undefined
  return /^\d{1,9}$/.test(typed) ? Number(typed) : typed
}

/**
 * The errors of a call by the fields of the form: `changes.parts.to.1.days` is the second row that was filled, and what
 * the parts lack as a whole is said at the first.
 */
export function errorsByField(fields: Record<string, string[]> | undefined, texts: Texts): Record<string, string[]> {
  const filled = PART_ROWS.filter((row) =>
    [texts[partField(row, 'percent')], texts[partField(row, 'days')]].some((text) => (text ?? '').trim() !== ''),
  )
  return Object.fromEntries(
    Object.entries(fields ?? {}).map(([path, errors]) => {
      const name = path.replace(/^changes\.|\.to(?=\.|$)/g, '')
      const [, row, of = 'percent'] = /^parts(?:\.(\d+))?(?:\.(\w+))?$/.exec(name) ?? []
      if (!name.startsWith('parts')) return [name, errors]
      return [partField(filled[Number(row ?? 0)] ?? 0, of as 'percent'), errors]
    }),
  )
}
