/** The id of `DoneAlert`. */
export const DONE_ID = 'done'

/** Names in the address the button of the form of a record that was saved: the page says nothing else of it. */
export const SAVED = 'saved'

/** What of an address says what was done. */
const DONE_FIELDS = ['done', 'said', SAVED]

/** Whether an address says it already. */
export const saysWhatWasDone = (search: string) => {
  const query = new URLSearchParams(search)
  return DONE_FIELDS.some((field) => query.has(field))
}

/** The query without it, for whoever comes back to what is not done yet. */
export function withoutDone(search: string): string {
  if (!saysWhatWasDone(search)) return search
  const query = new URLSearchParams(search)
  for (const field of DONE_FIELDS) query.delete(field)
  return query.size > 0 ? `?${query}` : ''
}
