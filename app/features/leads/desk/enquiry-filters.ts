/** In place of a member of staff: nobody. */
export const NOBODY = 'none'
/** Of the date by which an answer was promised. */
export const LATE = 'late'

/** The filters of the address as the calls name them. */
export const enquiryFilters = ({ query, kind, status, assignee, due }: Record<string, string>) => ({
  SearchTerm: query,
  Kind: kind,
  Status: status,
  Assignee: assignee === NOBODY ? undefined : assignee,
  Unassigned: assignee === NOBODY || undefined,
  Late: due === LATE || undefined,
})
