/** What can be done with many runs at once. */
export const RUN_COMMANDS = ['openEnrolment', 'closeEnrolment', 'assignTrainer', 'addTag', 'removeTag'] as const
