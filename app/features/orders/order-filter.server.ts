/** Which orders staff asked for. */
import type { Input } from '../../api/endpoint.ts'
import { MobilePhone } from '../../api/fields.ts'
import { foldDigits } from '../../locales/digits.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { instantOf, plusDays } from '../../platform/days.ts'
import type { ordersEndpoints } from './contract.ts'
import { findCoupon } from './queries.server.ts'
import { type FoundLearners, findLearners, type OrderFilter } from './staff-queries.server.ts'

type Asked = Omit<Input<(typeof ordersEndpoints)['exportOrders']>, 'format' | 'Sort'>

/** No coupon has this id. */
const NO_COUPON = 0

/** To whom a search leads; a phone number is found in any notation, digits in any script. */
export async function foundLearners(db: Database, search: string | undefined): Promise<FoundLearners | undefined> {
  if (search === undefined) return undefined
  const text = foldDigits(search)
  return findLearners(db, text, MobilePhone.safeParse(text).data)
}

export async function orderFilter(ctx: Context, asked: Asked): Promise<OrderFilter> {
  const { SearchTerm, Coupon, From, To } = asked
  const [found, coupon] = await Promise.all([
    foundLearners(ctx.db, SearchTerm),
    Coupon === undefined ? undefined : findCoupon(ctx.db, foldDigits(Coupon).trim().toUpperCase()),
  ])
  return {
    found,
    chosen: asked.Ids,
    status: asked.Status,
    method: asked.Method,
    refund: asked.Refund,
    courseId: asked.CourseId,
    scheduleId: asked.ScheduleId,
    couponId: Coupon === undefined ? undefined : (coupon?.id ?? NO_COUPON),
    companyId: asked.CompanyId,
    source: asked.Source,
    from: From === undefined ? undefined : instantOf(From),
    until: To === undefined ? undefined : instantOf(plusDays(To, 1)),
  }
}
