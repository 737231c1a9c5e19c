import { RECORDED } from '../catalogue/course-state.ts'

/** What an order buys: a seat in a run, or a recorded course, which has neither seats nor dates. */
export type SeatKind = 'run' | 'recorded'

export function seatKindOf(course: { courseDeliveryMethod: number }): SeatKind {
  return course.courseDeliveryMethod === RECORDED ? 'recorded' : 'run'
}
