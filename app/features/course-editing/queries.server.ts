import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { Publication } from '../revisions/publication.ts'
import type { CourseColumns } from './course-values.ts'

/** Whose courses: all of them, or those that this person teaches. */
export type Reach = 'all' | { trainerOf: number }

export const isWithin = (reach: Reach): RawBuilder<boolean> =>
  reach === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from course_trainers join trainers on trainers.id = course_trainers.trainer_id
        where course_trainers.course_id = courses.id and trainers.user_id = ${reach.trainerOf})`

const EDITED = [
  ...(['id', 'key', 'slug', 'version', 'specialization_id', 'sub_specialization_id', 'category', 'level'] as const),
  ...(['delivery_method', 'hours', 'licence', 'preview_video', 'price_halalas', 'old_price_halalas'] as const),
  ...([
    'vat_treatment',
    'vat_reason_code',
    'zero_rated_for_citizens',
    'cover',
    'cover_alt',
    'name',
    'summary',
  ] as const),
  ...(['description', 'certificate', 'outcomes', 'prerequisites', 'audience', 'outline', 'faq', 'seo'] as const),
  ...(['english_made_from', 'published_at', 'publish_at', 'archived_at', 'updated_at'] as const),
] as const

/** A course with its trainers. */
export async function findEdited(db: Database, id: number, reach: Reach) {
  return db
    .selectFrom('courses')
    .select([...EDITED, trainersOf])
    .where('id', '=', id)
    .where(isWithin(reach))
    .executeTakeFirst()
}
export type EditedRow = NonNullable<Awaited<ReturnType<typeof findEdited>>>

/** The same, so that nobody else changes it before the transaction ends. */
export async function lockEdited(tx: Tx, id: number, reach: Reach): Promise<EditedRow | undefined> {
  return tx
    .selectFrom('courses')
    .select([...EDITED, trainersOf])
    .where('id', '=', id)
    .where(isWithin(reach))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

const trainersOf = sql<number[]>`array(select trainer_id from course_trainers where course_id = courses.id
  order by position, trainer_id)`.as('trainers')

type EnglishColumns = { madeFrom: object; stale: string[] }

const json = JSON.stringify

const jsonColumns = (columns: CourseColumns, { madeFrom, stale }: EnglishColumns) => ({
  ...columns,
  cover_alt: columns.cover_alt && json(columns.cover_alt),
  name: json(columns.name),
  summary: json(columns.summary),
  description: json(columns.description),
  certificate: json(columns.certificate),
  outcomes: json(columns.outcomes),
  prerequisites: json(columns.prerequisites),
  audience: json(columns.audience),
  outline: json(columns.outline),
  faq: json(columns.faq),
  seo: json(columns.seo),
  english_made_from: json(madeFrom),
  english_stale: stale,
})

/** @returns the new version */
export async function updateCourse(
  tx: Tx,
  id: number,
  columns: CourseColumns,
  english: EnglishColumns,
  now: Date,
): Promise<number> {
  const row = await tx
    .updateTable('courses')
    .set({ ...jsonColumns(columns, english), updated_at: now })
    .set('version', sql`version + 1`)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

/** @returns the new version */
export async function setPublication(tx: Tx, id: number, state: Publication, now: Date): Promise<number> {
  const row = await tx
    .updateTable('courses')
    .set({
      published_at: state.publishedAt,
      publish_at: state.publishAt,
      archived_at: state.archivedAt,
      updated_at: now,
    })
    .set('version', sql`version + 1`)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

export async function insertCourse(
  tx: Tx,
  key: string,
  columns: CourseColumns,
  english: EnglishColumns,
  now: Date,
): Promise<number> {
  const row = await tx
    .insertInto('courses')
    .values({ key, ...jsonColumns(columns, english), updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Sets who teaches a course, in this order. */
export async function setTrainers(tx: Tx, courseId: number, trainers: number[]): Promise<void> {
  await tx
    .deleteFrom('course_trainers')
    .where('course_id', '=', courseId)
    .where('trainer_id', '!=', sql<number>`all(${trainers}::int[])`)
    .execute()
  await sql`insert into course_trainers (course_id, trainer_id, position)
    select ${courseId}, trainer_id, place - 1 from unnest(${trainers}::int[]) with ordinality as chosen (trainer_id, place)
    on conflict (course_id, trainer_id) do update set position = excluded.position
    where course_trainers.position <> excluded.position`.execute(tx)
}

/** The trainers of these that exist. */
export async function knownTrainers(db: Database, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('trainers')
    .select('id')
    .where('id', 'in', [0, ...ids])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Whether there is this specialization, and this part of it. */
export async function isSpecialization(db: Database, id: number, partId: number | null): Promise<boolean> {
  const rows = await db
    .selectFrom('specializations')
    .select(['id', 'parent_id'])
    .where('id', 'in', partId === null ? [id] : [id, partId])
    .execute()
  const hasWhole = rows.some((row) => row.id === id && row.parent_id === null)
  return hasWhole && (partId === null || rows.some((row) => row.id === partId && row.parent_id === id))
}

export async function isSlugTaken(db: Database, slug: string, exceptId: number): Promise<boolean> {
  const row = await db
    .selectFrom('courses')
    .select('id')
    .where('slug', '=', slug)
    .where('id', '!=', exceptId)
    .executeTakeFirst()
  return row !== undefined
}

/** The slugs of which one begins like this, to choose another. */
export async function slugsLike(db: Database, slug: string): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from courses where starts_with(slug, ${slug})
    union all select slug from former_slugs where starts_with(slug, ${slug})`.execute(db)
  return new Set(rows.map((row) => row.slug))
}

export async function keysLike(db: Database, key: string): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`select key from courses where starts_with(key, ${key})`.execute(db)
  return new Set(rows.map((row) => row.key))
}

/** Keeps the address that a course had; its new one leads to it, even when it was the former one of another course. */
export async function keepFormerSlug(tx: Tx, courseId: number, former: string, present: string): Promise<void> {
  await sql`delete from former_slugs where slug = ${present}`.execute(tx)
  await sql`insert into former_slugs (slug, course_id) values (${former}, ${courseId})
    on conflict (slug) do update set course_id = excluded.course_id`.execute(tx)
}

export async function findFormerSlugs(db: Database, courseId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('former_slugs')
    .select('slug')
    .where('course_id', '=', courseId)
    .orderBy('slug')
    .execute()
  return rows.map(({ slug }) => slug)
}

/** Orders of the course that wait for their payment. */
export async function countOpenOrders(db: Database, courseId: number, now: Date): Promise<number> {
  const row = await db
    .selectFrom('orders')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('course_id', '=', courseId)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return row.count
}

/** The courses whose time to be published has come. */
export async function findDue(db: Database, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('courses')
    .select('id')
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export function findSpecializations(db: Database) {
  return db
    .selectFrom('specializations')
    .select(['id', 'parent_id', 'name'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export function findAllTrainers(db: Database) {
  return db.selectFrom('trainers').select(['id', 'name']).orderBy('id').execute()
}

/** How VAT applies to courses without a treatment of their own. */
export async function findVatDefault(db: Database): Promise<'standard' | 'zero' | 'exempt'> {
  const row = await db.selectFrom('institute').select('data').executeTakeFirst()
  return row?.data.vatDefault ?? 'standard'
}
