/** What can be done with many runs at once. */
export const RUN_COMMANDS = [
  'openEnrolment',
  'closeEnrolment',
  'assignTrainer',
  'addTag',
  'removeTag',
  // What the person did last with the run, within ten minutes.
  'undo',
] as const
