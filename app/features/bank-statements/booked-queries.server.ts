/** Money by transfer that staff booked some weeks around a movement, and that no movement was used for. */
import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { BookedMoney } from './booked-alike.ts'
import { ORDER_BOOKED_WITHOUT_MOVEMENT } from './named-order-queries.server.ts'
import { QUOTE_BOOKED_WITHOUT_MOVEMENT } from './named-quote-queries.server.ts'

/** Of a time, the latest so many are compared. */
const MAX_BOOKED = 2000

export type BookedSale = BookedMoney & {
  orderId: string | null
  quoteId: number | null
  reference: string
  /** The learner, or the company. */
  payer: string | Localized
  course: Localized | null
}
type Search = { from: Date; until: Date; amounts: readonly number[] }

/** Of orders, with an entry of one of these amounts; what came in excess is found by any amount. */
export async function bookedOrders(db: Database, { from, until, amounts }: Search): Promise<BookedSale[]> {
  const { rows } = await sql<BookedSale>`
    with booked as (
      select order_id, max(at) as at, array_agg(amount_halalas::bigint) as amounts from (
        select order_id, at, amount_halalas from ledger
        where kind = 'payment' and provider = 'transfer' and at >= ${from}::timestamptz and at < ${until}::timestamptz
        union all
        select order_id, rest_asked_at, received_halalas from transfers
        where received_halalas > 0 and not is_settled and rest_asked_at >= ${from}::timestamptz
          and rest_asked_at < ${until}::timestamptz) as entries
      group by order_id order by max(at) desc limit ${MAX_BOOKED})
    select o.id as "orderId", null as "quoteId", o.reference, o.course_name as course,
      u.first_name || ' ' || u.last_name as payer, array[u.first_name || ' ' || u.last_name] as names,
      b.amounts::float8[] as amounts, unused.halalas as "bookedHalalas",
      (b.at at time zone 'Asia/Riyadh')::date::text as "bookedOn"
    from booked b join orders o on o.id = b.order_id join users u on u.id = o.user_id
      cross join lateral (select ${ORDER_BOOKED_WITHOUT_MOVEMENT} as halalas) as unused
    where (b.amounts && ${amounts}::bigint[] or exists (select from unmatched_payments p
        where p.order_id = o.id and p.kind = 'excess' and p.provider = 'transfer'))
      and unused.halalas > 0`.execute(db)
  return rows
}

/** Of purchases, by their quotes. */
export async function bookedPurchases(db: Database, { from, until, amounts }: Search): Promise<BookedSale[]> {
  const { rows } = await sql<BookedSale>`
    with booked as (
      select quote_id, max(at) as at, array_agg(amount_halalas::bigint) as amounts from company_payments
      where kind = 'received' and method = 'transfer' and at >= ${from}::timestamptz and at < ${until}::timestamptz
      group by quote_id order by max(at) desc limit ${MAX_BOOKED})
    select null as "orderId", q.id as "quoteId", q.number as reference, null as course, c.name as payer,
      array_remove(array[c.name ->> 'ar', c.name ->> 'en'], null) as names,
      b.amounts::float8[] as amounts, unused.halalas as "bookedHalalas",
      (b.at at time zone 'Asia/Riyadh')::date::text as "bookedOn"
    from booked b join quotes q on q.id = b.quote_id join companies c on c.id = q.company_id
      cross join lateral (select ${QUOTE_BOOKED_WITHOUT_MOVEMENT} as halalas) as unused
    where b.amounts && ${amounts}::bigint[] and unused.halalas > 0`.execute(db)
  return rows
}
