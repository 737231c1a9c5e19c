/** The filters of the list of quotes in the address, as its calls name them. */
export function quoteFilters({ company, ...query }: Record<string, string>): Record<string, string> {
  return company ? { ...query, companyId: company } : query
}
