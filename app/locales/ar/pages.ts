/** Arabic is the source: English must match its type. */
export const pages = {}
