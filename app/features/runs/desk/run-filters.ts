/** The filters of the list of runs in the address, as its calls name them. */
export function runFilters({ course, ...query }: Record<string, string>): Record<string, string> {
  return course ? { ...query, courseId: course } : query
}
