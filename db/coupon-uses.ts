import { sql } from 'kysely'

/** Whether the order `o` holds its coupon use; a use is released only when the full amount is refunded. */
export const heldCoupon = sql`(o.status in ('pending', 'paid')
  or (o.status = 'refunded' and o.refunded_halalas < o.total_halalas - o.unpaid_halalas))`
