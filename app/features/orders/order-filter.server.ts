/** Which orders staff asked for. */
import type { Input } from '../../api/endpoint.ts'
import { MobilePhone } from '../../api/fields.ts'
import type { Context } from '../../platform/context.server.ts'
import type { ordersEndpoints } from './contract.ts'
import { findLearners, type OrderFilter } from './staff-queries.server.ts'

type Asked = Pick<Input<(typeof ordersEndpoints)['orders']>, 'SearchTerm' | 'Status' | 'Method' | 'Refund'>

export async function orderFilter(ctx: Context, { SearchTerm, Status, Method, Refund }: Asked): Promise<OrderFilter> {
  // A phone number is found in any notation.
  const phone = MobilePhone.safeParse(SearchTerm).data
  const found = SearchTerm === undefined ? undefined : await findLearners(ctx.db, SearchTerm, phone)
  return { found, status: Status, method: Method, refund: Refund }
}
