/** The course, run and coupon in the address of an order page. */
import { foldDigits } from '../../locales/digits.ts'

export type OrderParams = {
  courseId: number
  scheduleId: number | undefined
  coupon: string | undefined
  /** Whether a second run of the same course is meant. */
  again: boolean
  /** Whether paying in parts is chosen already, as it was in the order before. */
  inParts: boolean
}

/** Undefined when an id in the address is malformed. */
export function readOrderParams(
  params: { courseId?: string | undefined; scheduleId?: string | undefined },
  query: URLSearchParams,
): OrderParams | undefined {
  const courseId = idOf(params.courseId)
  const scheduleId = idOf(params.scheduleId)
  if (courseId === undefined || (params.scheduleId !== undefined && scheduleId === undefined)) return undefined
  const coupon = query.get('coupon')?.trim() || undefined
  return { courseId, scheduleId, coupon, again: query.has('again'), inParts: query.has('parts') }
}

function idOf(text: string | undefined): number | undefined {
  const folded = foldDigits(text ?? '')
  if (!/^\d{1,10}$/.test(folded)) return undefined
  const id = Number(folded)
  return id >= 1 && id <= 2_147_483_647 ? id : undefined
}
