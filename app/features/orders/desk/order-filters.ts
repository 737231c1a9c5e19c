/** The filters of the list of orders in the address, as its calls name them. */
export function orderFilters({ query, status, method, refund, sort }: Record<string, string>) {
  return { SearchTerm: query, Status: status, Method: method, Refund: refund, Sort: sort }
}
