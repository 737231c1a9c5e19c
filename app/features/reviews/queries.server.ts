/** Reviews as staff answer and hide them. */
import { type RawBuilder, sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'

export type DeskReviewRow = {
  id: number
  courseId: number
  courseName: Localized
  slug: string
  userId: number | null
  userName: Localized
  rate: number
  comment: Localized
  createdAt: Date
  answer: Localized | null
  answeredBy: string | null
  answeredAt: Date | null
  hiddenAt: Date | null
  hiddenBy: string | null
  hiddenReason: string | null
  matched: string | null
}

const REVIEW = sql`
  select r.id, r.course_id as "courseId", c.name as "courseName", c.slug, r.user_id as "userId",
    r.user_name as "userName", r.rate::float8 as rate, r.comment, r.created_at as "createdAt",
    r.answer, r.answered_at as "answeredAt", a.user_name as "answeredBy",
    r.hidden_at as "hiddenAt", h.user_name as "hiddenBy", r.hidden_reason as "hiddenReason", r.held_match as matched
  from reviews r join courses c on c.id = r.course_id
    left join users a on a.id = r.answered_by left join users h on h.id = r.hidden_by`

/** Reviews of the courses that the account trains; null: of all. */
const ofTrainer = (trainerOf: number | null) =>
  trainerOf === null
    ? sql`true`
    : sql`r.course_id in (select ct.course_id from trainers t join course_trainers ct on ct.trainer_id = t.id
        where t.user_id = ${trainerOf})`

export type ReviewFilter = {
  trainerOf: number | null
  courseId?: number | undefined
  stars?: number | undefined
  state?: 'unanswered' | 'answered' | 'hidden' | 'held' | undefined
}

const STATES: Record<NonNullable<ReviewFilter['state']>, RawBuilder<unknown>> = {
  unanswered: sql`r.answered_at is null and r.hidden_at is null`,
  answered: sql`r.answered_at is not null`,
  hidden: sql`r.hidden_at is not null`,
  held: sql`r.held_match is not null`,
}

const conditionsOf = ({ trainerOf, courseId, stars, state }: ReviewFilter) =>
  sql.join(
    [
      ofTrainer(trainerOf),
      ...(courseId === undefined ? [] : [sql`r.course_id = ${courseId}`]),
      ...(stars === undefined ? [] : [sql`round(r.rate) = ${stars}`]),
      ...(state === undefined ? [] : [STATES[state]]),
    ],
    sql` and `,
  )

export type ReviewPlace = { at: Date; id: number }

/** By time; `after` is the last row of the page before. */
export async function findReviews(
  db: Database,
  filter: ReviewFilter,
  page: { limit: number; after: ReviewPlace | undefined; isOldestFirst: boolean },
): Promise<DeskReviewRow[]> {
  const [direction, beyond] = page.isOldestFirst ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const place = page.after
    ? sql`(r.created_at, r.id) ${beyond} (${page.after.at}::timestamptz, ${page.after.id}::int)`
    : sql`true`
  const { rows } = await sql<DeskReviewRow>`${REVIEW}
    where ${conditionsOf(filter)} and ${place}
    order by r.created_at ${direction}, r.id ${direction} limit ${page.limit}`.execute(db)
  return rows
}

/** Counts up to `max`. */
export async function countReviews(db: Database, filter: ReviewFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from reviews r where ${conditionsOf(filter)} limit ${max}) as bounded`.execute(db)
  return rows[0]!.count
}

export async function findReview(
  db: Database,
  id: number,
  trainerOf: number | null,
): Promise<DeskReviewRow | undefined> {
  const { rows } = await sql<DeskReviewRow>`${REVIEW} where r.id = ${id} and ${ofTrainer(trainerOf)}`.execute(db)
  return rows[0]
}

/** The same, locked until the transaction ends. */
export async function lockReview(
  tx: Database,
  id: number,
  trainerOf: number | null,
): Promise<DeskReviewRow | undefined> {
  const { rows } = await sql<DeskReviewRow>`${REVIEW} where r.id = ${id} and ${ofTrainer(trainerOf)}
    for update of r`.execute(tx)
  return rows[0]
}

/** Null takes the answer away. */
export async function setAnswer(
  tx: Database,
  id: number,
  answer: { text: Localized; by: number; at: Date } | null,
): Promise<void> {
  await tx
    .updateTable('reviews')
    .set({
      answer: answer && JSON.stringify(answer.text),
      answered_by: answer?.by ?? null,
      answered_at: answer?.at ?? null,
    })
    .where('id', '=', id)
    .execute()
}

/** Null shows it. A decision takes the place of what the filter list found. */
export async function setHidden(
  tx: Database,
  id: number,
  hidden: { reason: string; by: number; at: Date } | null,
): Promise<void> {
  await tx
    .updateTable('reviews')
    .set({
      hidden_at: hidden?.at ?? null,
      hidden_by: hidden?.by ?? null,
      hidden_reason: hidden?.reason ?? null,
      held_match: null,
    })
    .where('id', '=', id)
    .execute()
}

export type Reviewer = { userId: number; email: string; firstName: string; lang: 'ar' | 'en'; wantsAnswers: boolean }

/** The account that wrote the review; undefined where nobody can be told. */
export async function reviewerOf(db: Database, id: number): Promise<Reviewer | undefined> {
  const { rows } = await sql<Reviewer>`
    select u.id as "userId", u.email, u.first_name as "firstName", u.lang,
      coalesce(s.comments, 'daily') <> 'none' as "wantsAnswers"
    from reviews r join users u on u.id = r.user_id left join notification_settings s on s.user_id = u.id
    where r.id = ${id} and u.status = 'active' and u.erased_at is null`.execute(db)
  return rows[0]
}

export type WaitingReview = { id: number; course: Localized; at: Date }

/** Those of at most two stars that nobody has answered, the oldest first. */
export async function criticalReviews(db: Database, trainerOf: number | null, limit: number): Promise<WaitingReview[]> {
  const { rows } = await sql<WaitingReview>`
    select r.id, c.name as course, r.created_at as at from reviews r join courses c on c.id = r.course_id
    where r.answered_at is null and r.hidden_at is null and r.rate <= 2 and ${ofTrainer(trainerOf)}
    order by r.created_at, r.id limit ${limit}`.execute(db)
  return rows
}

/** Those that the filter list holds back, the oldest first. */
export async function heldReviews(db: Database, limit: number): Promise<WaitingReview[]> {
  const { rows } = await sql<WaitingReview>`
    select r.id, c.name as course, r.hidden_at as at from reviews r join courses c on c.id = r.course_id
    where r.held_match is not null order by r.hidden_at, r.id limit ${limit}`.execute(db)
  return rows
}
