/** What can be ordered, and which seats and coupon uses are held. */
import { sql } from 'kysely'
import { heldCoupon } from '../../../db/coupon-uses.ts'
import { isOverdue, seatsLeft } from '../../../db/seats.ts'
import type { Institute, Localized } from '../../../db/shapes.ts'
import { isUnderReview } from '../../../db/transfers.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Coupon, CouponUse } from '../checkout/coupon/coupon.ts'
import type { OrderStatus } from './order-contract.ts'
import type { PaymentMethod } from './order-parts-contract.ts'
import type { OrderSource } from './order-sources.ts'
import type { CourseVat, CourseVatTreatment } from './prices/vat.ts'

export type OfferedCourse = CourseVat & {
  id: number
  slug: string
  name: Localized
  cover: string
  deliveryMethod: number
  hasLessons: boolean
  priceHalalas: number
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

/** A published course with all its runs; paid and held seats count as taken. */
export async function findOffer(
  db: Database,
  courseId: number,
  now: Date,
): Promise<{ course: OfferedCourse; runs: OfferedRun[] } | undefined> {
  const course = await db
    .selectFrom('courses')
    .select(['id', 'slug', 'name', 'cover', 'delivery_method as deliveryMethod', 'price_halalas as priceHalalas'])
    .select(sql<boolean>`exists (select from lessons where course_id = courses.id)`.as('hasLessons'))
    .select(sql<CourseVatTreatment>`vat_treatment`.as('vatTreatment'))
    .select(['vat_reason_code as vatReasonCode', 'zero_rated_for_citizens as zeroRatedForCitizens'])
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

/** Serializes orders of the same run or recorded course. Always taken before the lock of the coupon: no deadlocks. */
export async function lockPlace(db: Database, courseId: number, scheduleId: number | null): Promise<void> {
  if (scheduleId === null) await sql`select from courses where id = ${courseId} for no key update`.execute(db)
  else await sql`select from schedules where id = ${scheduleId} for no key update`.execute(db)
}

const COUPON = sql`id, code, active, valid_from as "validFrom", valid_to as "validTo", percent,
  amount_halalas as "amountHalalas", total_limit as "totalLimit", per_learner_limit as "perLearnerLimit",
  minimum_halalas as "minimumHalalas", course_ids as "courseIds", email_domain as "emailDomain",
  company_ids as "companyIds"`

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
    from orders o where coupon_id = ${couponId} and ${heldCoupon}
      and (o.status <> 'pending' or not ${isOverdue(now, 'o')})`.execute(db)
  return rows[0]!
}

export type PlacedOrder = {
  id: string
  reference: string
  status: OrderStatus
  expiresAt: Date
  couponCode: string | null
  method: PaymentMethod
  /** Null of one that the version before wrote. */
  source: OrderSource | null
}

export const PLACED = sql`id, reference, status, expires_at as "expiresAt", coupon_code as "couponCode", method, source`

/** The learner's pending or paid order of this course and run. */
export async function openOrderOf(
  db: Database,
  userId: number,
  courseId: number,
  scheduleId: number | null,
): Promise<PlacedOrder | undefined> {
  const { rows } = await sql<PlacedOrder>`
    select ${PLACED} from orders o where user_id = ${userId} and course_id = ${courseId}
      and coalesce(schedule_id, 0) = ${scheduleId ?? 0} and o.status in ('pending', 'paid')`.execute(db)
  return rows[0]
}

export type OtherRun = { id: number; startsAt: Date; endsAt: Date; isPaid: boolean }

/**
 * Another run of the course in which the learner has a paid seat, or one whose receipt is being checked: one to come or
 * that is on before one that is over.
 */
export async function otherRunOf(
  db: Database,
  { userId, courseId, scheduleId }: { userId: number; courseId: number; scheduleId: number | null },
): Promise<OtherRun | undefined> {
  const { rows } = await sql<OtherRun>`
    select s.id, s.starts_at as "startsAt", s.ends_at as "endsAt", o.status = 'paid' as "isPaid"
    from orders o join schedules s on s.id = o.schedule_id
    where o.user_id = ${userId} and o.course_id = ${courseId} and s.id <> ${scheduleId ?? 0}
      and (o.status = 'paid' or o.status = 'pending' and o.method = 'transfer'
        and exists (select from transfers t where t.order_id = o.id and ${isUnderReview}))
    order by "isPaid" desc, s.ends_at desc limit 1`.execute(db)
  return rows[0]
}

/** The seat that the waiting list offered by one order is held by another one from now on. */
export async function moveOffer(db: Database, from: string, to: string): Promise<void> {
  await db.updateTable('waiting_places').set({ order_id: to }).where('order_id', '=', from).execute()
}

/** The learner's paid order of this course and run, or a pending one that is not overdue. */
export async function heldOrderOf(
  db: Database,
  { userId, courseId, scheduleId }: { userId: number; courseId: number; scheduleId: number | null },
  now: Date,
): Promise<PlacedOrder | undefined> {
  const { rows } = await sql<PlacedOrder>`
    select ${PLACED} from orders o where user_id = ${userId} and course_id = ${courseId}
      and coalesce(schedule_id, 0) = ${scheduleId ?? 0}
      and (o.status = 'paid' or (o.status = 'pending' and not ${isOverdue(now, 'o')}))`.execute(db)
  return rows[0]
}

export async function findInstitute(db: Database): Promise<Institute | undefined> {
  const row = await db.selectFrom('institute').select('data').executeTakeFirst()
  return row?.data
}
