/** The filters of the list of orders in the address, as its calls name them. */
export function orderFilters(query: Record<string, string>) {
  return {
    SearchTerm: query.query,
    Status: query.status,
    Method: query.method,
    Refund: query.refund,
    CourseId: query.course,
    ScheduleId: query.run,
    Coupon: query.coupon,
    CompanyId: query.company,
    Source: query.source,
    From: query.from,
    To: query.to,
    Sort: query.sort,
  }
}
