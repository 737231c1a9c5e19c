/** Every change of an order's status. Each is one statement that also writes a row into `order_events`. */
import { type RawBuilder, sql } from 'kysely'
import { heldCoupon } from '../../../db/coupon-uses.ts'
import { isOverdue } from '../../../db/seats.ts'
import type { Localized } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { Price } from './order-contract.ts'
import type { PaymentMethod } from './order-parts-contract.ts'
import type { OrderSource } from './order-sources.ts'
import {
  type ActorKind,
  ENDED_UNPAID_STATUSES,
  type EndReason,
  HOLDING_STATUSES,
  ORDER_EVENTS,
  type OrderEvent,
  type OrderRecord,
  reasonOf,
  statusesBefore,
} from './order-state.ts'
import { claimFirstPart, insertParts, type NewPart } from './parts/part-queries.server.ts'
import { PLACED, type PlacedOrder } from './queries.server.ts'

/** Who caused an event; `note` is a remark by staff. */
export type Actor = { by: ActorKind; staffId?: number; note?: string }
/** What `order_events` records about an event. */
export type EventInfo = Actor & { now: Date; details?: Record<string, unknown> }

const literals = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)))
const holdsSeat = sql`o.status in (${literals(HOLDING_STATUSES)})`

const insertOrderEvent = (event: RawBuilder<unknown>, { by, staffId, note, now, details }: EventInfo) => sql`
  insert into order_events (order_id, event, actor, staff_id, details, at)
  select id, ${event}, ${by}::text, ${staffId ?? null}::int, ${JSON.stringify({ ...details, note })}::jsonb, ${now}::timestamptz`

/** Writes an event that changes no status into the audit trail. */
export async function recordOrderEvent(
  db: Database,
  orderId: string,
  record: OrderRecord,
  info: EventInfo,
): Promise<void> {
  await sql`with changed as (select ${orderId}::uuid as id) ${insertOrderEvent(sql`${record}::text`, info)} from changed`.execute(
    db,
  )
}

/**
 * Ends an order.
 * @param because the provider's reason, where the event has none of its own
 * @returns false when it is not in a status in which the event may happen
 */
export async function endOrder(
  db: Database,
  id: string,
  event: Exclude<OrderEvent, 'placed' | 'placedFree' | 'offered' | 'paid' | 'paidLate'>,
  info: EventInfo,
  because: EndReason | null = reasonOf(event),
): Promise<boolean> {
  const result = await sql`
    with changed as (
      update orders set status = ${ORDER_EVENTS[event].to}, ended_at = ${info.now}, ended_because = ${because}
      where id = ${id}::uuid and status in (${literals(statusesBefore(event))}) returning id)
    ${insertOrderEvent(sql`${event}::text`, info)} from changed`.execute(db)
  return Number(result.numAffectedRows ?? 0) > 0
}

/**
 * Stored in the order, not in the audit trail: the trail can never be changed, and a learner's text must be deleted
 * with their account.
 */
export async function saveCancelReason(db: Database, id: string, reason: string): Promise<void> {
  await db.updateTable('orders').set({ cancel_reason: reason }).where('id', '=', id).execute()
}

/**
 * Whether the run has a seat that no other order than `orderId` holds and no other person waits for; always for a course
 * without runs. A seat that is kept for the learner has no `userId`: nobody is before them.
 */
const seatIsFree = (scheduleId: number | null, orderId: string, userId: number | null) => sql`(
  ${scheduleId}::int is null or exists (
  select from schedules s where s.id = ${scheduleId}::int and s.seats - s.held_seats > (
    select count(*) from orders o where o.schedule_id = s.id and ${holdsSeat} and o.id <> ${orderId}::uuid) + (
    select count(*) from waiting_places w where w.schedule_id = s.id and w.order_id is null and w.left_at is null
      and w.user_id <> ${userId}::int)))`

/** Whether the coupon has a use left for this learner that no other order than `orderId` holds. */
const couponIsFree = (couponId: number | null, userId: number, orderId: string) => sql`(
  ${couponId}::int is null or exists (
  select from coupons c, lateral (
    select count(*) as in_all, count(*) filter (where o.user_id = ${userId}::int) as by_learner
    from orders o where o.coupon_id = c.id and ${heldCoupon} and o.id <> ${orderId}::uuid) used
  where c.id = ${couponId}::int and (c.total_limit is null or used.in_all < c.total_limit)
    and (c.per_learner_limit is null or used.by_learner < c.per_learner_limit)))`

export type NewOrder = Price & {
  id: string
  userId: number
  courseId: number
  scheduleId: number | null
  coupon: { id: number; code: string } | null
  event: 'placed' | 'placedFree' | 'offered'
  /** The seat is kept for this learner, who need not wait: the first in line, or of a company that bought it. */
  isReserved?: boolean
  source: OrderSource
  lang: string
  courseName: Localized
  vatReasonCode: string | null
  now: Date
  method: PaymentMethod
  /** In which it is paid; none when it is paid at once. */
  parts?: readonly NewPart[]
  expiresAt: Date
  /** The reference without its number: `M-2026-`. */
  referencePrefix: string
  /** Where it was taken before, by `nextReference`. */
  reference?: string
  /** Who enrols the learner; the learner without it. */
  staff?: Pick<EventInfo, 'staffId' | 'note' | 'details'>
  /** What else the trail says of it. */
  details?: EventInfo['details']
}

const newReference = (prefix: string) => sql`${prefix}::text || lpad(nextval('order_numbers')::text, 6, '0')`

/** The reference of an order that is placed later in the same transaction. */
export async function nextReference(db: Database, prefix: string): Promise<string> {
  const { rows } = await sql<{ reference: string }>`select ${newReference(prefix)} as reference`.execute(db)
  return rows[0]!.reference
}

/**
 * The only statement that takes a seat and a coupon use. It runs under the locks of the run (or course) and the coupon,
 * so its counts are current. Undefined when a limit is reached or the learner already has an open order of this seat.
 */
export async function insertOrder(db: Database, order: NewOrder): Promise<PlacedOrder | undefined> {
  const { event, now, parts = [] } = order
  const unpaidHalalas = parts.slice(1).reduce((sum, { amountHalalas }) => sum + amountHalalas, 0)
  const { rows } = await sql<PlacedOrder>`
    with placed as (
      insert into orders (id, reference, user_id, course_id, schedule_id, coupon_id, coupon_code, status, lang,
        course_name, price_halalas, discount_halalas, total_halalas, net_halalas, vat_halalas, vat_treatment,
        vat_reason_code, vat_rate_percent, created_at, expires_at, paid_at, method, source, unpaid_halalas)
      select ${order.id}::uuid, ${order.reference ? sql`${order.reference}::text` : newReference(order.referencePrefix)},
        ${order.userId}::int, ${order.courseId}::int, ${order.scheduleId}::int, ${order.coupon?.id ?? null}::int,
        ${order.coupon?.code ?? null}::text, ${ORDER_EVENTS[event].to}::text, ${order.lang}::text,
        ${JSON.stringify(order.courseName)}::jsonb, ${order.priceHalalas}::int, ${order.discountHalalas}::int,
        ${order.totalHalalas}::int, ${order.netHalalas}::int, ${order.vatHalalas}::int, ${order.vatTreatment}::text,
        ${order.vatReasonCode}::text, ${order.vatRatePercent}::numeric, ${now}::timestamptz, ${order.expiresAt}::timestamptz,
        ${event === 'placedFree' ? now : null}::timestamptz, ${order.method}::text, ${order.source}::text, ${unpaidHalalas}::int
      where ${seatIsFree(order.scheduleId, order.id, order.isReserved ? null : order.userId)}
        and ${couponIsFree(order.coupon?.id ?? null, order.userId, order.id)}
      on conflict do nothing
      returning ${PLACED}),
    recorded as (${insertOrderEvent(sql`${event}::text`, { details: order.details, ...order.staff, by: placedBy(order), now })} from placed)
    select * from placed`.execute(db)
  if (rows[0]) await insertParts(db, rows[0].id, parts)
  return rows[0]
}

function placedBy({ event, staff }: NewOrder): ActorKind {
  if (staff) return 'staff'
  return event === 'offered' ? 'clock' : 'learner'
}

/** For an order whose seat somebody else has paid for, and has the invoice of. */
export async function markInvoiced(db: Database, id: string): Promise<void> {
  await db.updateTable('orders').set({ is_invoiced: true }).where('id', '=', id).execute()
}

/** Whether the course is published and its run, if any, takes place and has not begun. */
const isOnSale = (courseId: number, scheduleId: number | null, now: Date) => sql`(
  exists (select from courses c where c.id = ${courseId} and c.published_at <= ${now}::timestamptz)
  and (${scheduleId}::int is null or exists (select from schedules s where s.id = ${scheduleId}::int
    and s.cancelled_at is null and s.starts_at > ${now}::timestamptz)))`

/**
 * Marks an order paid, if its course is still on sale. A pending order holds its seat; an ended one is paid only if its
 * learner did not cancel it, a seat and its coupon are still available and the learner has not bought the same course
 * meanwhile. The caller holds the locks of the run (or course) and the coupon.
 */
export async function claimPaid(
  db: Tx,
  order: { id: string; userId: number; courseId: number; scheduleId: number | null; couponId: number | null },
  info: EventInfo,
): Promise<boolean> {
  const result = await sql`
    with before as (select id, status from orders where id = ${order.id}::uuid for update),
    claimed as (
      update orders p set status = 'paid', paid_at = greatest(${info.now}::timestamptz, open_books_from()), ended_at = null, ended_because = null
      from before where p.id = before.id and ${isOnSale(order.courseId, order.scheduleId, info.now)} and (before.status in (${literals(statusesBefore('paid'))}) or (
        before.status in (${literals(ENDED_UNPAID_STATUSES)}) and coalesce(p.ended_because, '') not in ('learner', 'staff')
        and exists (select from users u where u.id = ${order.userId} and u.erased_at is null)
        and ${seatIsFree(order.scheduleId, order.id, order.userId)} and ${couponIsFree(order.couponId, order.userId, order.id)}
        and not exists (select from orders o where o.user_id = ${order.userId} and o.course_id = ${order.courseId}
          and coalesce(o.schedule_id, 0) = ${order.scheduleId ?? 0} and o.status = 'paid')))
      returning p.id, before.status)
    ${insertOrderEvent(sql`case when status = 'pending' then 'paid' else 'paidLate' end`, info)} from claimed`.execute(
    db,
  )
  if (Number(result.numAffectedRows ?? 0) === 0) return false
  await claimFirstPart(db, order.id, info.now)
  return true
}

/** Why a payment buys nothing: for the learner's and the institute's mail. */
export type UselessBecause = 'wrongAmount' | 'cancelled' | 'begun' | 'withdrawn' | 'late' | 'notOwed'

/** Why `claimPaid` refused the order; read in its transaction. */
export async function uselessBecause(db: Database, orderId: string, now: Date): Promise<UselessBecause> {
  const { rows } = await sql<{ because: UselessBecause }>`
    select case when o.status = 'cancelled' and o.ended_because = 'learner' then 'cancelled'
      when s.cancelled_at is not null or c.published_at is null or c.published_at > ${now}::timestamptz then 'withdrawn'
      when s.starts_at <= ${now}::timestamptz then 'begun' else 'late' end as because
    from orders o join courses c on c.id = o.course_id left join schedules s on s.id = o.schedule_id
    where o.id = ${orderId}::uuid`.execute(db)
  return rows[0]!.because
}

/** Expires the overdue orders of this run, coupon and learner, before their holds are counted. */
export async function expireOverdueFor(
  db: Database,
  of: { scheduleId: number | null; couponId: number | null; userId: number },
  now: Date,
): Promise<void> {
  // Locked in the order of their ids, so that two transactions that expire the same rows cannot deadlock.
  await expireWhere(
    db,
    now,
    sql`(user_id = ${of.userId} or schedule_id = ${of.scheduleId}::int or coupon_id = ${of.couponId}::int)`,
    sql`order by id for update`,
  )
}

/** Expires every overdue order; skips rows that another transaction has locked. */
export async function expireOverdue(db: Database, now: Date): Promise<void> {
  await expireWhere(db, now, sql`true`, sql`for update skip locked`)
}

export async function expireOverdueOrder(db: Database, id: string, now: Date): Promise<void> {
  await expireWhere(db, now, sql`id = ${id}::uuid`, sql`for update`)
}

async function expireWhere(db: Database, now: Date, condition: RawBuilder<unknown>, lock: RawBuilder<unknown>) {
  await sql`
    with changed as (
      update orders set status = 'expired', ended_at = ${now}, ended_because = 'time'
      where id in (select id from orders where status in (${literals(statusesBefore('expired'))})
        and ${isOverdue(now)} and ${condition} ${lock})
      returning id)
    ${insertOrderEvent(sql`'expired'`, { by: 'clock', now })} from changed`.execute(db)
}
