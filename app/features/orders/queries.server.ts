/** Orders in the database: what is offered, what is held, and every change of an order's status. */
import { type RawBuilder, sql } from 'kysely'
import { holdsSeat, seatsLeft } from '../../../db/seats.ts'
import type { Institute, Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database.server.ts'
import type { OrderStatus, Price } from './contract.ts'
import type { Coupon, CouponUse } from './coupon.ts'
import { ENDED_UNPAID, type EndReason, HOLDING, statusesBefore } from './order-state.ts'
import type { VatTreatment } from './pricing.ts'
import type { PaymentMethod } from './transfer-contract.ts'

export type OfferedCourse = {
  id: number
  slug: string
  name: Localized
  cover: string
  deliveryMethod: number
  priceHalalas: number
  vatTreatment: VatTreatment
}

export type OfferedRun = {
  id: number
  startsAt: Date
  endsAt: Date
  weekdays: string[]
  fromTime: string
  toTime: string
  city: Localized | null
  venue: Localized | null
  enrolmentOpensAt: Date | null
  enrolmentClosesAt: Date
  /** The run's own price, or the course's. */
  priceHalalas: number
  seatsLeft: number
}

/** A published course with all its runs; a seat counts as taken while it is paid or held. */
export async function findOffer(
  db: Database,
  courseId: number,
  now: Date,
): Promise<{ course: OfferedCourse; runs: OfferedRun[] } | undefined> {
  const course = await db
    .selectFrom('courses')
    .select(['id', 'slug', 'name', 'cover', 'delivery_method as deliveryMethod', 'price_halalas as priceHalalas'])
    .select(sql<VatTreatment>`vat_treatment`.as('vatTreatment'))
    .where('id', '=', courseId)
    .where('published_at', '<=', now)
    .executeTakeFirst()
  if (!course) return undefined
  const runs = await db
    .selectFrom('schedules')
    .select(['id', 'starts_at as startsAt', 'ends_at as endsAt', 'weekdays', 'city', 'venue'])
    .select(['from_time as fromTime', 'to_time as toTime'])
    .select(['enrolment_opens_at as enrolmentOpensAt', 'enrolment_closes_at as enrolmentClosesAt'])
    .select(sql<number>`coalesce(price_halalas, ${course.priceHalalas}::int)`.as('priceHalalas'))
    .select(sql<number>`greatest(0, ${seatsLeft(now)})`.as('seatsLeft'))
    .where('course_id', '=', courseId)
    .orderBy('starts_at')
    .execute()
  return { course, runs }
}

/** Whoever wants a seat of a run, or a recorded course, queues here. Taken before the coupon's lock, always. */
export async function lockPlace(db: Database, courseId: number, scheduleId: number | null): Promise<void> {
  if (scheduleId === null) await sql`select from courses where id = ${courseId} for no key update`.execute(db)
  else await sql`select from schedules where id = ${scheduleId} for no key update`.execute(db)
}

const COUPON = sql`id, code, active, valid_from as "validFrom", valid_to as "validTo", percent,
  amount_halalas as "amountHalalas", total_limit as "totalLimit", per_learner_limit as "perLearnerLimit",
  minimum_halalas as "minimumHalalas", course_ids as "courseIds", email_domain as "emailDomain"`

export async function findCoupon(db: Database, code: string): Promise<Coupon | undefined> {
  const { rows } = await sql<Coupon>`select ${COUPON} from coupons where code = ${code}`.execute(db)
  return rows[0]
}

export async function lockCoupon(db: Database, code: string): Promise<Coupon | undefined> {
  const { rows } = await sql<Coupon>`select ${COUPON} from coupons where code = ${code} for no key update`.execute(db)
  return rows[0]
}

export async function couponUse(
  db: Database,
  couponId: number,
  userId: number | undefined,
  now: Date,
): Promise<CouponUse> {
  const { rows } = await sql<CouponUse>`
    select count(*)::int as "inAll", (count(*) filter (where user_id = ${userId ?? null}::int))::int as "byLearner"
    from orders where coupon_id = ${couponId} and ${holdsSeat(now)}`.execute(db)
  return rows[0]!
}

export type NewOrder = Price & {
  id: string
  userId: number
  courseId: number
  scheduleId: number | null
  coupon: { id: number; code: string } | null
  status: 'pending' | 'paid'
  lang: string
  courseName: Localized
  vatTreatment: VatTreatment
  now: Date
  method: PaymentMethod
  expiresAt: Date
  /** The reference without its number: `M-2026-`. */
  referencePrefix: string
}

export type PlacedOrder = {
  id: string
  reference: string
  status: OrderStatus
  expiresAt: Date
  couponCode: string | null
  method: PaymentMethod
}

const PLACED = sql`id, reference, status, expires_at as "expiresAt", coupon_code as "couponCode", method`

const isHeld = sql`o.status in (${sql.join(HOLDING.map((status) => sql.lit(status)))})`

/** Whether the run has a seat that no other order than `orderId` holds; always for a course without runs. */
const seatIsFree = (scheduleId: number | null, orderId: string) => sql`(${scheduleId}::int is null or exists (
  select from schedules s where s.id = ${scheduleId}::int and s.seats - s.held_seats > (
    select count(*) from orders o where o.schedule_id = s.id and ${isHeld} and o.id <> ${orderId}::uuid)))`

/** Whether the coupon has a use left for this learner that no other order than `orderId` holds. */
const couponIsFree = (couponId: number | null, userId: number, orderId: string) => sql`(
  ${couponId}::int is null or exists (
  select from coupons c, lateral (
    select count(*) as in_all, count(*) filter (where o.user_id = ${userId}::int) as by_learner
    from orders o where o.coupon_id = c.id and ${isHeld} and o.id <> ${orderId}::uuid) used
  where c.id = ${couponId}::int and (c.total_limit is null or used.in_all < c.total_limit)
    and (c.per_learner_limit is null or used.by_learner < c.per_learner_limit)))`

/**
 * The one statement that takes a seat and a coupon use. Under the locks of the place and the coupon its counts are the
 * newest; undefined when a limit is reached or the learner has an open order of it already.
 */
export async function insertOrder(db: Database, order: NewOrder): Promise<PlacedOrder | undefined> {
  const { rows } = await sql<PlacedOrder>`
    insert into orders (id, reference, user_id, course_id, schedule_id, coupon_id, coupon_code, status, lang,
      course_name, price_halalas, discount_halalas, total_halalas, net_halalas, vat_halalas, vat_treatment,
      vat_rate_percent, created_at, expires_at, paid_at, method)
    select ${order.id}::uuid, ${order.referencePrefix}::text || lpad(nextval('order_numbers')::text, 6, '0'),
      ${order.userId}::int, ${order.courseId}::int, ${order.scheduleId}::int, ${order.coupon?.id ?? null}::int,
      ${order.coupon?.code ?? null}::text, ${order.status}::text, ${order.lang}::text,
      ${JSON.stringify(order.courseName)}::jsonb, ${order.priceHalalas}::int, ${order.discountHalalas}::int,
      ${order.totalHalalas}::int, ${order.netHalalas}::int, ${order.vatHalalas}::int, ${order.vatTreatment}::text,
      ${order.vatRatePercent}::numeric, ${order.now}::timestamptz, ${order.expiresAt}::timestamptz,
      ${order.status === 'paid' ? order.now : null}::timestamptz, ${order.method}::text
    where ${seatIsFree(order.scheduleId, order.id)}
      and ${couponIsFree(order.coupon?.id ?? null, order.userId, order.id)}
    on conflict do nothing
    returning ${PLACED}`.execute(db)
  return rows[0]
}

/** The learner's pending or paid order of this course and run. */
export async function openOrderOf(
  db: Database,
  userId: number,
  courseId: number,
  scheduleId: number | null,
): Promise<PlacedOrder | undefined> {
  const { rows } = await sql<PlacedOrder>`
    select ${PLACED} from orders o where user_id = ${userId} and course_id = ${courseId}
      and coalesce(schedule_id, 0) = ${scheduleId ?? 0} and ${isHeld}`.execute(db)
  return rows[0]
}

/** Marks the overdue orders that hold something of this run, coupon or learner, before it is counted. */
export async function expireOverdueOf(
  db: Database,
  of: { scheduleId: number | null; couponId: number | null; userId: number },
  now: Date,
): Promise<void> {
  // Locked in the order of their ids: two who expire the same rows never wait for each other in a circle.
  await expireWhere(
    db,
    now,
    sql`(user_id = ${of.userId} or schedule_id = ${of.scheduleId}::int or coupon_id = ${of.couponId}::int)`,
    sql`order by id for update`,
  )
}

/** Marks every overdue order as expired; rows that someone else is changing are left to them. */
export async function expireOverdue(db: Database, now: Date): Promise<void> {
  await expireWhere(db, now, sql`true`, sql`for update skip locked`)
}

export async function expireOverdueOrder(db: Database, id: string, now: Date): Promise<void> {
  await expireWhere(db, now, sql`id = ${id}::uuid`, sql`for update`)
}

async function expireWhere(db: Database, now: Date, which: RawBuilder<unknown>, locking: RawBuilder<unknown>) {
  await sql`
    update orders set status = 'expired', ended_at = ${now}, ended_because = 'time'
    where id in (select id from orders where status = 'pending' and expires_at <= ${now} and ${which} ${locking})`.execute(
    db,
  )
}

/** Ends an order; false when it is not in a state from which it may. */
export async function endOrder(
  db: Database,
  id: string,
  to: 'cancelled' | 'failed' | 'refunded',
  because: EndReason,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('orders')
    .set({ status: to, ended_at: now, ended_because: because })
    .where('id', '=', id)
    .where('status', 'in', statusesBefore(to))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Marks an order paid: an open one always, since it holds its seat; an ended one only if a seat and its coupon can be
 * had again and the learner has not bought the same meanwhile. The locks of place and coupon are held.
 */
export async function claimPaid(
  db: Database,
  order: { id: string; userId: number; courseId: number; scheduleId: number | null; couponId: number | null },
  now: Date,
): Promise<boolean> {
  const result = await sql`
    update orders set status = 'paid', paid_at = ${now}, ended_at = null, ended_because = null
    where id = ${order.id}::uuid and (status = 'pending' or (
      status in (${sql.join(ENDED_UNPAID.map((status) => sql.lit(status)))})
      and ${seatIsFree(order.scheduleId, order.id)} and ${couponIsFree(order.couponId, order.userId, order.id)}
      and not exists (select from orders o where o.user_id = ${order.userId} and o.course_id = ${order.courseId}
        and coalesce(o.schedule_id, 0) = ${order.scheduleId ?? 0} and o.status = 'paid')))`.execute(db)
  return Number(result.numAffectedRows ?? 0) > 0
}

export async function findInstitute(db: Database): Promise<Institute | undefined> {
  const row = await db.selectFrom('institute').select('data').executeTakeFirst()
  return row?.data
}
