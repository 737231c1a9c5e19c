/** The list of runs without a choice shows those that are not over; all of them are a choice. */
export const ALL_STATES = 'all'

/** The filters of the list of runs in the address, as its calls name them. */
export function runFilters({ course, state = 'current', ...query }: Record<string, string>): Record<string, string> {
  return { ...query, ...(state === ALL_STATES ? {} : { state }), ...(course ? { courseId: course } : {}) }
}
