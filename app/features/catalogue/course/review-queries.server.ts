import { type RawBuilder, sql } from 'kysely'
import { filterMatch } from '../../../../db/filter-match.ts'
import { preparedStatement } from '../../../../db/prepared.ts'
import type { Localized } from '../../../../db/shapes.ts'
import { waitsFor } from '../../../../db/transfers.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import type { WaitsFor } from '../course-contract.ts'

const STARS = [5, 4, 3, 2, 1]

const COLUMNS = [
  'reviews.id',
  'reviews.user_id',
  'reviews.user_name',
  'reviews.user_picture',
  'reviews.rate',
  'reviews.comment',
  'reviews.created_at',
  'reviews.answer',
  'reviews.answered_at',
  'reviews.hidden_at',
  'reviews.hidden_reason',
] as const

/** Under whose name the answer stands. */
const answeredAs = sql<Localized | null>`
  case when reviews.answer is not null then (select data -> 'name' from institute limit 1) end`.as('answered_as')

/** The user's own review first, then the newest. */
export function findReviewsOfCourse(db: Database, courseId: number, userId: number | undefined, count: number) {
  return db
    .selectFrom('reviews')
    .select([...COLUMNS, answeredAs])
    .where('course_id', '=', courseId)
    .where('hidden_at', 'is', null)
    .orderBy(sql`coalesce(user_id = ${userId ?? null}::int, false)`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
}
export type ReviewRow = Awaited<ReturnType<typeof findReviewsOfCourse>>[number]

type Enrolment = {
  orderId: string
  run: { id: number; startsAt: string; endsAt: string; isOver: boolean } | null
}
type Waiting = { runId: number; position: number | null; offeredUntil: string | null }[]

type Pending = { waitsFor: WaitsFor; run: { id: number; startsAt: string } | null }

type OwnReviewRow = { enrolment: Enrolment | null; pending: Pending | null; waiting: Waiting; is_saved: boolean } & (
  | ReviewRow
  | { id: null }
)

/** The paid order by which the learner is enrolled in the course, the newest that is not paid yet, the runs for which they wait, whether they saved it, and their review of it. */
export async function findOwnReview(db: Database, courseId: number, userId: number, now: Date): Promise<OwnReviewRow> {
  const [row] = await ownReview(db, { courseId, userId, now })
  return row!
}

const ownReview = preparedStatement(
  'own_review',
  (db: Database, { courseId, userId, now }: { courseId: number; userId: number; now: Date }) => ({
    compile: () =>
      sql<OwnReviewRow>`
        select (
            select jsonb_build_object('orderId', o.id, 'run', case when s.id is not null then jsonb_build_object(
              'id', s.id, 'startsAt', s.starts_at, 'endsAt', s.ends_at, 'isOver', s.ends_at <= ${now}::timestamptz) end)
            from orders o left join schedules s on s.id = o.schedule_id
            where o.user_id = ${userId} and o.course_id = ${courseId} and o.status = 'paid'
            order by (s.ends_at <= ${now}::timestamptz) is true, s.starts_at, o.paid_at desc limit 1) as enrolment,
          (
            select jsonb_build_object('waitsFor', ${waitsFor}, 'run', case when s.id is not null then jsonb_build_object(
              'id', s.id, 'startsAt', s.starts_at) end)
            from orders o left join schedules s on s.id = o.schedule_id left join transfers t on t.order_id = o.id
            where o.user_id = ${userId} and o.course_id = ${courseId} and o.status = 'pending'
              and o.expires_at > ${now}::timestamptz and not exists (select from waiting_places w where w.order_id = o.id)
            order by o.created_at desc limit 1) as pending,
          coalesce((select jsonb_agg(jsonb_build_object('runId', s.id, 'offeredUntil', o.expires_at,
              'position', case when own.order_id is null then (select count(*) from waiting_places w
                where w.schedule_id = s.id and w.order_id is null and w.left_at is null and w.id <= own.id) end) order by s.starts_at)
            from waiting_places own join schedules s on s.id = own.schedule_id left join orders o on o.id = own.order_id
            where own.user_id = ${userId} and s.course_id = ${courseId} and own.left_at is null and s.cancelled_at is null
              and (own.order_id is null and s.enrolment_closes_at > ${now}::timestamptz
                or o.status = 'pending' and o.expires_at > ${now}::timestamptz)), '[]') as waiting,
          exists (select from saved_courses where user_id = ${userId} and course_id = ${courseId}) as is_saved,
          ${sql.join(COLUMNS.map((column) => sql.ref(column)))}, ${answeredAs}
        from (select) as learner
        left join reviews on course_id = ${courseId} and user_id = ${userId}`.compile(db),
  }),
)

/** Reviews of published courses, the featured ones first, then the newest. */
export function findWebsiteReviews(db: Database, page: { limit: number; offset: number }, now: Date) {
  return db
    .selectFrom('reviews')
    .innerJoin('courses', 'courses.id', 'reviews.course_id')
    .select([...COLUMNS, answeredAs])
    .select(['courses.name as course_name', 'courses.slug as course_slug'])
    .where('courses.published_at', '<=', now)
    .where('reviews.hidden_at', 'is', null)
    .orderBy('reviews.featured', 'desc')
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

const RATINGS = ['reviews', 'total', ...STARS.map((star) => `stars_${star}`)]

/**
 * Count and average of the reviews of published courses; the average is null while there are none. `by_stars` counts the
 * ratings by the nearest star, from 5 to 1. Courses that time has published are added to the kept sums.
 */
export async function summarizeWebsiteReviews(db: Database, now: Date) {
  const signed = (sign: RawBuilder<unknown>) => sql.join(RATINGS.map((name) => sql`${sign} * ${sql.ref(name)}`))
  const { rows } = await sql<{ count: number; average: number | null; by_stars: number[] }>`
    with stale as materialized (
      select array(
        select course_id from course_offer_times where until <= ${now}::timestamptz
        union
        select course_id from course_offer_times where since > ${now}::timestamptz
      ) as ids
    ), sums as (
      select ${sql.join(RATINGS.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))} from (
        select ${sql.join(RATINGS.map((name) => sql.ref(name)))} from site_ratings
        union all
        select ${signed(sql`(((courses.published_at <= ${now}) is true)::int - listed::int)`)}
        from course_ratings join course_offers using (course_id) join courses on courses.id = course_id
        where course_id = any ((select ids from stale)::int[])
      ) as changes
    )
    select coalesce(reviews, 0)::int as count, round(total / nullif(reviews, 0), 2)::float8 as average,
      array[${sql.join(STARS.map((star) => sql`coalesce(${sql.ref(`stars_${star}`)}, 0)`))}]::int[] as by_stars
    from sums`.execute(db)
  return rows[0]!
}

/** What of the filter list stands in the text. */
export async function findFilterMatch(db: Database, text: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string | null }>`select ${filterMatch(text)} as value`.execute(db)
  return rows[0]?.value ?? undefined
}

export type NewReview = {
  courseId: number
  userId: number
  userName: string
  userPicture: string | null
  rate: number
  comment: string
  /** What of the filter list stands in it: staff look at it before others see it. */
  matched: string | undefined
  now: Date
}

/** Inserts a review if the learner has a paid order and no review yet; otherwise undefined. */
export async function insertReview(db: Database, review: NewReview): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`
    insert into reviews (course_id, user_id, user_name, user_picture, rate, comment, created_at, hidden_at, held_match)
    select ${review.courseId}::int, ${review.userId}::int, ${JSON.stringify({ ar: review.userName })}::jsonb,
      ${review.userPicture}::text, ${review.rate}::numeric, ${JSON.stringify({ ar: review.comment })}::jsonb,
      ${review.now}::timestamptz, ${review.matched === undefined ? null : review.now}::timestamptz, ${review.matched ?? null}
    where exists (
      select from orders
      where user_id = ${review.userId} and course_id = ${review.courseId} and status = 'paid')
    on conflict (course_id, user_id) do nothing
    returning ${sql.join(COLUMNS.map((column) => sql.ref(column)))}, ${answeredAs}`.execute(db)
  return rows[0]
}

export async function hasReviewed(db: Database, courseId: number, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('reviews')
    .select('id')
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * One that is hidden already stays so.
 * @returns undefined when this learner has no such review
 */
export function updateReview(
  db: Database,
  {
    id,
    userId,
    rate,
    comment,
    matched,
    now,
  }: Omit<NewReview, 'courseId' | 'userName' | 'userPicture'> & { id: number },
) {
  const isHeld = matched !== undefined
  return db
    .updateTable('reviews')
    .set((eb) => ({
      rate,
      comment: JSON.stringify({ ar: comment }),
      ...(isHeld
        ? {
            held_match: eb.case().when('hidden_at', 'is', null).then(matched).else(eb.ref('held_match')).end(),
            hidden_at: eb.fn.coalesce('hidden_at', sql<Date>`${now}::timestamptz`),
          }
        : {}),
    }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning([...COLUMNS, answeredAs])
    .executeTakeFirst()
}

/** Changes the name or picture on the learner's reviews; an omitted one stays. */
export async function updateReviewer(
  db: Database,
  userId: number,
  { name, picture }: { name?: string; picture?: string | null },
): Promise<void> {
  await db
    .updateTable('reviews')
    .set({
      ...(name === undefined ? {} : { user_name: JSON.stringify({ ar: name }) }),
      ...(picture === undefined ? {} : { user_picture: picture }),
    })
    .where('user_id', '=', userId)
    .execute()
}

/**
 * One that staff have hidden stays: otherwise it could be written anew, and would be seen.
 * @returns false when this learner has no such review, or none that can be deleted
 */
export async function removeReview(db: Database, id: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('reviews')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('hidden_reason', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function isReviewOf(db: Database, id: number, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('reviews')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}
