/** What can be done with many articles at once. */
export const ARTICLE_COMMANDS = ['publish', 'unpublish', 'archive', 'undo'] as const
