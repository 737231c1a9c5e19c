/** The filters of the address as the calls name them. */
export const enquiryFilters = ({ query, kind, status, assignee }: Record<string, string>) => ({
  SearchTerm: query,
  Kind: kind,
  Status: status,
  Assignee: assignee,
})
