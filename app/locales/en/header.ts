import type { header as source } from '../ar/header.ts'

export const header: typeof source = {
  groups: {
    recordedCourses: 'Recorded courses',
    onlineCourses: 'Online courses',
    offlineCourses: 'In-person courses',
  },
  latest: 'Latest courses',
  latestFailed: 'Failed to fetch the latest courses',
  allOfField: 'All courses in this field',
  coming: 'Loading the courses…',
  emptyGroup: 'No courses of this kind right now.',
  emptyField: 'No courses in this field right now',
  emptyFieldHint: 'New programmes are on the way. A field close to it may help you meanwhile.',
  otherFields: 'Browse all courses',
  failed: 'The courses could not be loaded. Check your connection and try again.',
  retry: 'Try again',
  keys: 'Move by the arrow keys, leave by Tab.',
  backToTop: 'Back to the top',
}
