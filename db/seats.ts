/** The SQL for the seats left in a run, used by every feature. */
import { type RawBuilder, sql } from 'kysely'

/** Whether an order holds a seat at `now`: paid, or pending and not expired. For queries with `orders`. */
export function holdsSeat(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(orders.status = 'paid' or (orders.status = 'pending' and orders.expires_at > ${now}))`
}

/** The seats left in the run of the current `schedules` row; negative when it is overbooked. */
export function seatsLeft(now: Date): RawBuilder<number> {
  return sql<number>`(schedules.seats - schedules.held_seats - (
    select count(*)::int from orders where orders.schedule_id = schedules.id and ${holdsSeat(now)}))`
}
