/** Six digits that are no part of a reference, such as `M-2026-000123`. */
const CODE = /(?<![\d-])\d{6}(?!\d)/g

/**
 * The subject of a message as anybody but its reader may see it: some contain a code that signs in, resets a password or
 * confirms who somebody is.
 */
export const withoutCodes = (subject: string): string => subject.replace(CODE, '••••••')
