/** What holds of runs unless the institute sets its own. */

/** How long learners may leave a run that was moved, and get everything back. */
export const MOVED_RUN_DAYS = 7
