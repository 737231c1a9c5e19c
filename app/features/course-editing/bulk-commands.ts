/** What can be done with many courses at once. */
export const COURSE_COMMANDS = ['publish', 'unpublish', 'archive', 'undo'] as const
