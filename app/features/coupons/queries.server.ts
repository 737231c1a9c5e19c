/** Coupons and their uses, as the desk reads and writes them. */
import { type RawBuilder, sql } from 'kysely'
import { heldCoupon } from '../../../db/coupon-uses.ts'
import { isOverdue } from '../../../db/seats.ts'
import type { Localized } from '../../../db/shapes.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { OrderStatus } from '../orders/order-contract.ts'
import type { CouponState } from './terms.ts'

export type CouponTerms = {
  note: Localized
  percent: number | null
  amountHalalas: number | null
  validFrom: Date
  validTo: Date | null
  totalLimit: number | null
  perLearnerLimit: number | null
  minimumHalalas: number | null
  courseIds: number[] | null
  emailDomain: string | null
  companyIds: number[] | null
}

export type CouponRow = CouponTerms & {
  id: number
  version: number
  code: string
  active: boolean
  series: { id: number; name: string } | null
  uses: number
}

/** Orders that are paid with the coupon `c` or hold it now. */
const usesOf = (now: Date) => sql<number>`(select count(*)::int from orders o
  where o.coupon_id = c.id and ${heldCoupon} and (o.status <> 'pending' or not ${isOverdue(now, 'o')}))`

const columnsOf = (now: Date) => sql`c.id, c.version, c.code, c.note, c.active, c.percent::float8 as percent,
  c.amount_halalas as "amountHalalas", c.valid_from as "validFrom", c.valid_to as "validTo",
  c.total_limit as "totalLimit", c.per_learner_limit as "perLearnerLimit", c.minimum_halalas as "minimumHalalas",
  c.course_ids as "courseIds", c.email_domain as "emailDomain", c.company_ids as "companyIds",
  (select jsonb_build_object('id', s.id, 'name', s.name) from coupon_series s where s.id = c.series_id) as series,
  ${usesOf(now)} as uses`

const FOUND_BY = sql`ar_norm(c.code || ' ' || (c.note ->> 'ar') || ' ' || coalesce(c.note ->> 'en', ''))`

const hasEnded = (now: Date) => sql`coalesce(c.valid_to <= ${now}, false)`
const isUsedUp = (now: Date) => sql`(c.total_limit is not null and ${usesOf(now)} >= c.total_limit)`

/** As `stateOf` tells them. */
const STATES: Record<CouponState, (now: Date) => RawBuilder<unknown>> = {
  stopped: () => sql`not c.active`,
  ended: (now) => sql`c.active and ${hasEnded(now)}`,
  'used-up': (now) => sql`c.active and not ${hasEnded(now)} and ${isUsedUp(now)}`,
  coming: (now) => sql`c.active and not ${hasEnded(now)} and c.valid_from > ${now} and not ${isUsedUp(now)}`,
  valid: (now) => sql`c.active and not ${hasEnded(now)} and c.valid_from <= ${now} and not ${isUsedUp(now)}`,
}

export type CouponFilter = {
  query?: string | undefined
  state?: CouponState | undefined
  seriesId?: number | undefined
  courseId?: number | undefined
  companyId?: number | undefined
}

function conditionsOf({ query, state, seriesId, courseId, companyId }: CouponFilter, now: Date) {
  const words = (query ?? '').split(/\s+/).filter(Boolean).slice(0, 8)
  const isOpenList = words.length === 0 && seriesId === undefined && companyId === undefined
  return sql.join(
    [
      sql`true`,
      ...words.map((word) => sql`${FOUND_BY} like '%' || ar_norm(${word.replace(/[\\%_]/g, '\\$&')}) || '%'`),
      ...(seriesId === undefined ? [] : [sql`c.series_id = ${seriesId}`]),
      ...(isOpenList ? [sql`c.series_id is null`] : []),
      ...(courseId === undefined ? [] : [sql`(c.course_ids is null or ${courseId}::int = any(c.course_ids))`]),
      ...(companyId === undefined ? [] : [sql`c.company_ids @> array[${companyId}::int]`]),
      ...(state === undefined ? [] : [STATES[state](now)]),
    ],
    sql` and `,
  )
}

export async function findCoupons(
  db: Database,
  filter: CouponFilter,
  { limit, before }: { limit: number; before: number | undefined },
  now: Date,
): Promise<CouponRow[]> {
  const { rows } = await sql<CouponRow>`select ${columnsOf(now)} from coupons c
    where ${conditionsOf(filter, now)} and c.id < ${before ?? 2_147_483_647}
    order by c.id desc limit ${limit}`.execute(db)
  return rows
}

/** Counts up to `max`; by default to the cap of lists. */
export async function countCoupons(
  db: Database,
  filter: CouponFilter,
  now: Date,
  max = COUNT_CAP + 1,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from coupons c where ${conditionsOf(filter, now)} limit ${max}) as bounded`.execute(db)
  return rows[0]!.count
}

export async function findCouponById(db: Database, id: number, now: Date): Promise<CouponRow | undefined> {
  const { rows } = await sql<CouponRow>`select ${columnsOf(now)} from coupons c where c.id = ${id}`.execute(db)
  return rows[0]
}

/** The companies that a coupon is limited to, by their Arabic name. */
export const findCompaniesOf = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('id', 'in', ids.length > 0 ? [...ids] : [0])
    .orderBy(sql`ar_norm(name ->> 'ar')`)
    .orderBy('id')
    .execute()

/** Locks the coupon as an order does, so that nobody uses its old terms meanwhile. */
export async function lockCouponById(tx: Tx, id: number, now: Date): Promise<CouponRow | undefined> {
  await sql`select from coupons where id = ${id} for no key update`.execute(tx)
  return findCouponById(tx, id, now)
}

const written = ({ note, courseIds, companyIds, ...terms }: CouponTerms) => ({
  note: JSON.stringify(note),
  percent: terms.percent,
  amount_halalas: terms.amountHalalas,
  valid_from: terms.validFrom,
  valid_to: terms.validTo,
  total_limit: terms.totalLimit,
  per_learner_limit: terms.perLearnerLimit,
  minimum_halalas: terms.minimumHalalas,
  course_ids: courseIds,
  email_domain: terms.emailDomain,
  company_ids: companyIds,
})

/** Leaves out codes that exist already. */
export async function insertCoupons(
  tx: Tx,
  codes: readonly string[],
  terms: CouponTerms,
  seriesId: number | null,
): Promise<{ id: number; code: string }[]> {
  return tx
    .insertInto('coupons')
    .values(codes.map((code) => ({ ...written(terms), code, series_id: seriesId })))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(['id', 'code'])
    .execute()
}

export async function updateCoupon(tx: Tx, id: number, terms: CouponTerms): Promise<void> {
  await tx
    .updateTable('coupons')
    .set({ ...written(terms), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export async function setActive(tx: Tx, id: number, active: boolean): Promise<void> {
  await sql`update coupons set active = ${active}, version = version + 1 where id = ${id}`.execute(tx)
}

export type CouponTotals = { paid: number; pending: number; discountHalalas: number; salesHalalas: number }

/** What the uses of a coupon, or of all coupons of a series, came to. */
export async function totalsOf(db: Database, of: { couponId: number } | { seriesId: number }, now: Date) {
  const coupons =
    'couponId' in of
      ? sql`o.coupon_id = ${of.couponId}`
      : sql`o.coupon_id in (select id from coupons where series_id = ${of.seriesId})`
  const { rows } = await sql<CouponTotals>`
    select (count(*) filter (where o.status <> 'pending'))::int as paid,
      (count(*) filter (where o.status = 'pending' and not ${isOverdue(now, 'o')}))::int as pending,
      coalesce(sum(o.discount_halalas) filter (where o.status <> 'pending'), 0)::float8 as "discountHalalas",
      coalesce(sum(o.total_halalas - o.unpaid_halalas - o.refunded_halalas) filter (where o.status <> 'pending'), 0)::float8
        as "salesHalalas"
    from orders o where ${coupons} and ${heldCoupon}`.execute(db)
  return rows[0]!
}

export type CouponUseRow = {
  id: string
  reference: string
  status: OrderStatus
  course: Localized
  learner: { id: number; name: string } | null
  discountHalalas: number
  totalHalalas: number
  createdAt: Date
}

export async function findUses(
  db: Database,
  couponId: number,
  { limit, before }: { limit: number; before: { at: Date; id: string } | undefined },
): Promise<CouponUseRow[]> {
  const place = before ? sql`(o.created_at, o.id) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql`true`
  const { rows } = await sql<CouponUseRow>`
    select o.id, o.reference, o.status, o.course_name as course, o.discount_halalas as "discountHalalas",
      o.total_halalas as "totalHalalas", o.created_at as "createdAt",
      case when u.erased_at is null then jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) end
        as learner
    from orders o join users u on u.id = o.user_id where o.coupon_id = ${couponId} and ${place}
    order by o.created_at desc, o.id desc limit ${limit}`.execute(db)
  return rows
}

/** Counts up to the cap of lists. */
export async function countUses(db: Database, couponId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from orders where coupon_id = ${couponId} limit ${COUNT_CAP + 1}) as bounded`.execute(db)
  return rows[0]!.count
}

/** Courses that are not archived, by their Arabic name. */
export const findCourseChoices = (db: Database) =>
  db
    .selectFrom('courses')
    .select(['id', 'name'])
    .where('archived_at', 'is', null)
    .orderBy(sql`ar_norm(name ->> 'ar')`)
    .orderBy('id')
    .limit(500)
    .execute()

export async function insertSeries(tx: Tx, series: { name: string; pattern: string }): Promise<number> {
  const { id } = await tx.insertInto('coupon_series').values(series).returning('id').executeTakeFirstOrThrow()
  return id
}

export type SeriesRow = {
  id: number
  name: string
  pattern: string
  createdAt: Date
  coupons: number
  active: number
}

const SERIES = sql`s.id, s.name, s.pattern, s.created_at as "createdAt",
  (select count(*)::int from coupons where series_id = s.id) as coupons,
  (select count(*)::int from coupons where series_id = s.id and active) as active`

export async function findSeriesList(
  db: Database,
  { limit, before }: { limit: number; before: number | undefined },
): Promise<SeriesRow[]> {
  const { rows } = await sql<SeriesRow>`select ${SERIES} from coupon_series s
    where s.id < ${before ?? 2_147_483_647} order by s.id desc limit ${limit}`.execute(db)
  return rows
}

export async function countSeries(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from coupon_series limit ${COUNT_CAP + 1}) as bounded`.execute(db)
  return rows[0]!.count
}

export async function findSeries(db: Database, id: number): Promise<SeriesRow | undefined> {
  const { rows } = await sql<SeriesRow>`select ${SERIES} from coupon_series s where s.id = ${id}`.execute(db)
  return rows[0]
}

/** @returns how many were not stopped before */
export async function stopAll(tx: Tx, seriesId: number): Promise<number> {
  const { numAffectedRows } = await sql`update coupons set active = false, version = version + 1
    where series_id = ${seriesId} and active`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
