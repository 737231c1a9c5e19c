/** What tests change in the file of a course. */

/** Publishes it at a moment that is past. */
// biome-ignore lint/suspicious/noExplicitAny: cases change any field
export const toSchedule = (course: any, schedule: object) => {
  delete course.publishedDaysAgo
  Object.assign(course, { publishInDays: -2, ...schedule })
}
/** Gives its first run two sessions. @param session what is said of the second */
export const withSession =
  (session: object, later = 0) =>
  // biome-ignore lint/suspicious/noExplicitAny: cases change any field
  (course: any) => {
    const [run] = course.runs
    const one = { inDays: run.startsInDays + later, from: '00:10', to: '01:00' }
    run.sessions = [one, { ...one, from: '02:00', to: '03:00', ...session }]
  }
