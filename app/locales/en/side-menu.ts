import type { sideMenu as source } from '../ar/side-menu.ts'

export const sideMenu: typeof source = {
  label: 'Site menu',
  backToMenu: 'Main menu',
  backToFields: 'All programmes',
  recordedCourses: 'Recorded courses',
  onlineCourses: 'Online courses',
  offlineCourses: 'In-person courses',
  none: 'No courses at the moment',
  loading: 'Loading the courses',
  failed: 'The courses could not be loaded. Check your connection and try again.',
  tryAgain: 'Try again',
  allOfField: 'All courses in this field',
}
