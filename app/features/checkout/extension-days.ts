/** The most that staff may extend a hold at once. */
export const MAX_EXTENSION_DAYS = 30
