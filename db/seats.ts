/** How many seats of a run are left: the one piece of SQL that every feature counts with. */
import { type RawBuilder, sql } from 'kysely'

/** An order that holds its seat at `now`: paid, or pending and not yet run out. For use where `orders` is in the query. */
export function holdsSeat(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(orders.status = 'paid' or (orders.status = 'pending' and orders.expires_at > ${now}))`
}

/** Seats left of the run in the row of `schedules`; below zero when more are held than there are. */
export function seatsLeft(now: Date): RawBuilder<number> {
  return sql<number>`(schedules.seats - schedules.held_seats - (
    select count(*)::int from orders where orders.schedule_id = schedules.id and ${holdsSeat(now)}))`
}
