/** The id of `DoneAlert`. */
export const DONE_ID = 'done'

/** What of an address says what was done. */
const DONE_FIELDS = ['done', 'said']

/** The query without it, for whoever comes back to what is not done yet. */
export function withoutDone(search: string): string {
  const query = new URLSearchParams(search)
  if (!DONE_FIELDS.some((field) => query.has(field))) return search
  for (const field of DONE_FIELDS) query.delete(field)
  return query.size > 0 ? `?${query}` : ''
}
