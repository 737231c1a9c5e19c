import { type RawBuilder, sql } from 'kysely'
import { libraryAlt } from '../../../db/media-alt.ts'
import { seatsLeft } from '../../../db/seats.ts'
import type { Database } from '../../platform/database/database.server.ts'

/** The rows for course cards, in no order; includes drafts, since the caller has chosen the ids. */
export function findCards(db: Database, ids: readonly number[]) {
  return db
    .selectFrom('courses')
    .innerJoin('specializations', 'specializations.id', 'courses.specialization_id')
    .leftJoin('course_ratings', 'course_ratings.course_id', 'courses.id')
    .select([
      'courses.id',
      'courses.slug',
      'courses.name',
      'courses.summary',
      'courses.cover',
      'courses.category',
      'courses.level',
      'courses.delivery_method',
      'courses.hours',
      'courses.price_halalas',
      'courses.old_price_halalas',
      'specializations.id as specialization_id',
      'specializations.name as specialization_name',
      sql<number | null>`round(total / nullif(reviews, 0), 2)`.as('rating_average'),
      sql<number>`coalesce(reviews, 0)`.as('rating_count'),
      sql<boolean>`exists (select from lessons where course_id = courses.id)`.as('has_lessons'),
    ])
    .where('courses.id', 'in', ids.length > 0 ? ids : [0])
    .execute()
}
export type CardRow = Awaited<ReturnType<typeof findCards>>[number]

/** The runs of these courses that have not started, the soonest first. */
export function findRuns(db: Database, courseIds: readonly number[], now: Date) {
  return db
    .selectFrom('schedules')
    .innerJoin('courses', 'courses.id', 'schedules.course_id')
    .select([
      'schedules.id',
      'schedules.course_id',
      'schedules.starts_at',
      'schedules.ends_at',
      'schedules.weekdays',
      'schedules.from_time',
      'schedules.to_time',
      'schedules.city',
      'schedules.venue',
      'schedules.seats',
      'schedules.enrolment_opens_at',
      'schedules.enrolment_closes_at',
      (eb) => eb.fn.coalesce('schedules.price_halalas', 'courses.price_halalas').as('price_halalas'),
      seatsLeft(now).as('seats_left'),
    ])
    .where('schedules.course_id', 'in', courseIds.length > 0 ? courseIds : [0])
    .where('schedules.starts_at', '>', now)
    .orderBy('schedules.starts_at')
    .orderBy('schedules.id')
    .execute()
}
export type RunRow = Awaited<ReturnType<typeof findRuns>>[number]

/** What the course page shows in addition to the card. */
export function findDetails(db: Database, slug: string, now: Date) {
  return selectDetails(db).where('slug', '=', slug).where('published_at', '<=', now).executeTakeFirst()
}

/** The same of a course in any state. */
export function findDetailsById(db: Database, id: number) {
  return selectDetails(db).where('id', '=', id).executeTakeFirst()
}

const selectDetails = (db: Database) =>
  db
    .selectFrom('courses')
    .select([
      'id',
      'description',
      'outcomes',
      'prerequisites',
      'audience',
      'outline',
      'certificate',
      'licence',
      'preview_video',
      'faq',
      'seo',
    ])
    .select(
      sql<boolean>`vat_treatment = 'standard'
        and coalesce((select (data ->> 'vatRegistered')::boolean from institute), true)`.as('includesVat'),
    )

/** The current slug of the published course that had this slug before, or has it in another spelling. */
export async function findMovedSlug(db: Database, former: string, folded: string, now: Date) {
  const found = await db
    .selectFrom('courses')
    .select('slug')
    .where('published_at', '<=', now)
    .where((eb) =>
      eb.or([
        eb('slug', '=', folded),
        eb('id', 'in', eb.selectFrom('former_slugs').select('course_id').where('slug', 'in', [former, folded])),
      ]),
    )
    .orderBy('id')
    .executeTakeFirst()
  return found?.slug
}

export function findTrainers(db: Database, courseId: number) {
  return db
    .selectFrom('course_trainers')
    .innerJoin('trainers', 'trainers.id', 'course_trainers.trainer_id')
    .select(['trainers.id', 'trainers.name', 'trainers.title', 'trainers.bio', 'trainers.picture'])
    .select(({ fn }) => fn.coalesce('trainers.picture_alt', libraryAlt('trainers.picture')).as('picture_alt'))
    .where('course_trainers.course_id', '=', courseId)
    .orderBy('course_trainers.position')
    .orderBy('trainers.id')
    .execute()
}

/** In the order of the ids. */
export function findTrainersByIds(db: Database, ids: readonly number[]) {
  return db
    .selectFrom('trainers')
    .select(['trainers.id', 'trainers.name', 'trainers.title', 'trainers.bio', 'trainers.picture'])
    .select(({ fn }) => fn.coalesce('trainers.picture_alt', libraryAlt('trainers.picture')).as('picture_alt'))
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .orderBy(sql`array_position(${ids}::int[], id)`)
    .execute()
}

export async function isPublished(db: Database, courseId: number, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('courses')
    .select('id')
    .where('id', '=', courseId)
    .where('published_at', '<=', now)
    .executeTakeFirst()
  return found !== undefined
}

export async function findLatest(db: Database, deliveryMethod: number | undefined, count: number, now: Date) {
  const rows = await db
    .selectFrom('courses')
    .select('id')
    .where('published_at', '<=', now)
    .$if(deliveryMethod !== undefined, (query) => query.where('delivery_method', '=', deliveryMethod!))
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
  return rows.map(({ id }) => id)
}

/** Of so many of the newest, the most similar are chosen. */
const MAX_COMPARED = 200

/**
 * Same specialization first, then same sub-specialization, then by how many of category and level are equal. Other
 * specializations are looked at only when this one has too few courses.
 */
export async function findSimilar(db: Database, courseId: number, count: number, now: Date): Promise<number[]> {
  const newest = (where: RawBuilder<unknown>) => sql`
    select other.* from this, lateral (
      select id, specialization_id, sub_specialization_id, category, level, published_at from courses
      where id <> this.id and published_at <= ${now} and ${where}
      order by published_at desc, id desc limit ${MAX_COMPARED}
    ) as other`
  const { rows } = await sql<{ id: number }>`
    with this as materialized (
      select id, specialization_id, sub_specialization_id, category, level from courses where id = ${courseId}
    ),
    near as materialized (${newest(sql`specialization_id = this.specialization_id`)}),
    far as materialized (${newest(sql`category = this.category and specialization_id <> this.specialization_id
      and (select count(*) from near) < ${count}`)})
    select other.id
    from this, (select * from near union all select * from far) as other
    order by other.specialization_id = this.specialization_id desc,
      coalesce(other.sub_specialization_id = this.sub_specialization_id, false) desc,
      (other.category = this.category)::int + (other.level = this.level)::int desc,
      other.published_at desc, other.id desc
    limit ${count}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The specializations in the institute's order, each with the number of its published courses. */
export function findSpecializations(db: Database, now: Date) {
  return db
    .selectFrom('specializations')
    .leftJoin(
      sql<{ specialization_id: number; courses: number }>`courses_of_specializations(${now}::timestamptz)`.as(
        'counted',
      ),
      'counted.specialization_id',
      'specializations.id',
    )
    .select(['id', 'slug', 'name', 'summary', 'mark', 'colour'])
    .select((eb) => eb.fn.coalesce('counted.courses', sql.lit(0)).as('courses_count'))
    .where('parent_id', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export function findSpecializationNames(db: Database) {
  return db
    .selectFrom('specializations')
    .select(['id', 'parent_id', 'name'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** The cities that runs are in, or were. */
export function findCities(db: Database) {
  return db.selectFrom('course_cities').select(['id', 'key', 'name']).orderBy('id').execute()
}

export function findSubSpecializations(db: Database, parentId: number) {
  return db
    .selectFrom('specializations')
    .select(['id', 'name'])
    .where('parent_id', '=', parentId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** The courses of a specialization for a menu, the newest first. */
export function findMenuCourses(db: Database, specializationId: number, deliveryMethod: number | undefined, now: Date) {
  return db
    .selectFrom('courses')
    .select(['id', 'name', 'slug', 'delivery_method'])
    .where('specialization_id', '=', specializationId)
    .where('published_at', '<=', now)
    .$if(deliveryMethod !== undefined, (query) => query.where('delivery_method', '=', deliveryMethod!))
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(60)
    .execute()
}

/** Stores a request once; a repeated one changes nothing. */
export async function insertNotifyRequest(
  db: Database,
  request: { courseId: number; email: string; lang: string; now: Date },
): Promise<void> {
  await db
    .insertInto('notify_requests')
    .values({ course_id: request.courseId, email: request.email, lang: request.lang, created_at: request.now })
    .onConflict((conflict) => conflict.columns(['course_id', 'email']).doNothing())
    .execute()
}

/** Published courses with notify requests. */
export async function findCoursesWithWaitlist(db: Database, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('courses')
    .select('id')
    .where('published_at', '<=', now)
    .where((eb) =>
      eb.exists(eb.selectFrom('notify_requests').whereRef('notify_requests.course_id', '=', 'courses.id').select('id')),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes and returns the oldest requests for this course; concurrent jobs never get the same one. */
export function claimNotifyRequests(db: Database, courseId: number, maxCount: number) {
  return db
    .deleteFrom('notify_requests')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notify_requests')
        .select('id')
        .where('course_id', '=', courseId)
        .orderBy('created_at')
        .orderBy('id')
        .limit(maxCount)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['email', 'lang'])
    .execute()
}
