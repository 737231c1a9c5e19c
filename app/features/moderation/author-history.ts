/** What an author wrote is counted up to this number: more says nothing else of them. */
export const MAX_WRITTEN = 100
