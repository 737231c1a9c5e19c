/** The SQL for the seats left in a run, used by every feature. */
import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the time of the pending order `alias` is over at `now`. While a checkout session of it is open at a provider,
 * it keeps its seat ten minutes longer: the bank may be checking a card that was entered in time. The provider is asked
 * meanwhile, and an order without a payment under way ends at the answer.
 */
export function isOverdue(now: Date, alias = 'orders'): RawBuilder<boolean> {
  const order = sql.raw(alias)
  return sql<boolean>`(${order}.expires_at <= ${now}::timestamptz and (
    ${order}.expires_at <= ${now}::timestamptz - interval '10 minutes'
    or not exists (select from payment_attempts open_attempt where open_attempt.order_id = ${order}.id
      and open_attempt.status = 'created' and open_attempt.provider <> 'transfer'
      and open_attempt.provider_reference is not null)))`
}

/** Whether an order holds a seat at `now`: paid, or pending and not overdue. For queries with `orders`. */
export function holdsSeat(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(orders.status = 'paid' or (orders.status = 'pending' and not ${isOverdue(now)}))`
}

/** How many people wait for a seat in the run of the current `schedules` row: a seat that is freed is theirs first. */
export const waitingInLine = sql<number>`(select count(*)::int from waiting_places line
  where line.schedule_id = schedules.id and line.order_id is null and line.left_at is null)`

/** The seats left in the run of the current `schedules` row; negative when it is overbooked, or when people wait. */
export function seatsLeft(now: Date): RawBuilder<number> {
  return sql<number>`(schedules.seats - schedules.held_seats - (
    select count(*)::int from orders where orders.schedule_id = schedules.id and ${holdsSeat(now)}) - ${waitingInLine})`
}
