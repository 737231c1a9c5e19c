/** The filters of the list of coupons in the address, as its calls name them. */
export function couponFilters({ company, ...query }: Record<string, string>): Record<string, string> {
  return company ? { ...query, companyId: company } : query
}
