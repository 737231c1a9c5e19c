import type { CourseDetails, Schedule } from './course-contract.ts'
import { NEXT_STEP } from './course-state.ts'

export const isBookable = ({ state }: Pick<Schedule, 'state'>): boolean => NEXT_STEP[state] === 'enrol'

/** The run whose price, days and seats stand for a course that can be ordered. */
export function nextBookable(course: Pick<CourseDetails, 'nextStart' | 'priceHalalas' | 'schedules'>) {
  return course.schedules.find(
    (run) => isBookable(run) && run.startsAt === course.nextStart && run.priceHalalas === course.priceHalalas,
  )
}
