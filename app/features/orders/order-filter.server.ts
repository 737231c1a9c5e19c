/** Which orders staff asked for. */
import type { Input } from '../../api/endpoint.ts'
import { MobilePhone } from '../../api/fields.ts'
import { foldDigits } from '../../locales/digits.ts'
import type { Context } from '../../platform/context.server.ts'
import { instantOf, plusDays } from '../../platform/days.ts'
import type { ordersEndpoints } from './contract.ts'
import { findCoupon } from './queries.server.ts'
import { findLearners, type OrderFilter } from './staff-queries.server.ts'

type Asked = Omit<Input<(typeof ordersEndpoints)['exportOrders']>, 'format'>

/** No coupon has this id. */
const NO_COUPON = 0

export async function orderFilter(ctx: Context, asked: Asked): Promise<OrderFilter> {
  const { SearchTerm, Coupon, From, To } = asked
  // A phone number is found in any notation.
  const phone = MobilePhone.safeParse(SearchTerm).data
  const [found, coupon] = await Promise.all([
    SearchTerm === undefined ? undefined : findLearners(ctx.db, SearchTerm, phone),
    Coupon === undefined ? undefined : findCoupon(ctx.db, foldDigits(Coupon).trim().toUpperCase()),
  ])
  return {
    found,
    status: asked.Status,
    method: asked.Method,
    refund: asked.Refund,
    courseId: asked.CourseId,
    scheduleId: asked.ScheduleId,
    couponId: Coupon === undefined ? undefined : (coupon?.id ?? NO_COUPON),
    from: From === undefined ? undefined : instantOf(From),
    until: To === undefined ? undefined : instantOf(plusDays(To, 1)),
  }
}
