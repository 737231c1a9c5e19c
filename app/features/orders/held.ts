import { RECORDED } from '../catalogue/course-state.ts'

/** What an order holds: a seat in a run, or a recorded course, which has neither seats nor dates. */
export type Held = 'run' | 'recorded'

export function heldBy(course: { courseDeliveryMethod: number }): Held {
  return course.courseDeliveryMethod === RECORDED ? 'recorded' : 'run'
}
