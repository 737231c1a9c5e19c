import { sql } from 'kysely'
import { isFoundBy } from '../../../db/found-courses.ts'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { RecordState } from '../revisions/publication.ts'
import { isWithin, type Reach } from './queries.server.ts'

export type Filter = {
  reach: Reach
  state?: RecordState | undefined
  specializationId?: number | undefined
  deliveryMethod?: number | undefined
  english?: 'missing' | 'stale' | undefined
  query?: string | undefined
  sort: 'changed' | 'name' | 'cheap' | 'dear'
  limit: number
}

/** The place of a row in its order, after which a page begins. */
export type Place = readonly [value: string, id: number]

const STATES = (now: Date) =>
  ({
    draft: sql`archived_at is null and published_at is null and publish_at is null`,
    scheduled: sql`(publish_at is not null or published_at > ${now})`,
    published: sql`published_at <= ${now}`,
    archived: sql`archived_at is not null`,
  }) satisfies Record<RecordState, unknown>

const ENGLISH = { missing: sql`english_missing > 0`, stale: sql`english_stale <> '{}'` }

/** How a list is ordered: by what, and whether a row lies behind a place. */
const ORDERS = {
  changed: {
    value: sql<string>`updated_at::text`,
    order: sql`updated_at desc, courses.id desc`,
    isBehind: ([value, id]: Place) => sql`(updated_at, id) < (${value}::timestamptz, ${id}::int)`,
  },
  name: {
    value: sql<string>`ar_norm(name ->> 'ar')`,
    order: sql`ar_norm(courses.name ->> 'ar'), courses.id`,
    isBehind: ([value, id]: Place) => sql`(ar_norm(name ->> 'ar'), id) > (${value}::text, ${id}::int)`,
  },
  cheap: {
    value: sql<string>`price_halalas::text`,
    order: sql`price_halalas, courses.id`,
    isBehind: ([value, id]: Place) => sql`(price_halalas, id) > (${value}::int, ${id}::int)`,
  },
  dear: {
    value: sql<string>`price_halalas::text`,
    order: sql`price_halalas desc, courses.id desc`,
    isBehind: ([value, id]: Place) => sql`(price_halalas, id) < (${value}::int, ${id}::int)`,
  },
}

function conditions(filter: Omit<Filter, 'sort' | 'limit'>, now: Date) {
  const { state, specializationId, deliveryMethod, english, query } = filter
  return sql.join(
    [
      isWithin(filter.reach),
      // The archive is asked for by name.
      state === undefined ? sql`archived_at is null` : STATES(now)[state],
      ...(specializationId === undefined
        ? []
        : [sql`${specializationId}::int in (specialization_id, sub_specialization_id)`]),
      ...(deliveryMethod === undefined ? [] : [sql`delivery_method = ${deliveryMethod}`]),
      ...(english === undefined ? [] : [ENGLISH[english]]),
      ...isFoundBy(query ?? ''),
    ],
    sql` and `,
  )
}

export type ListedCourse = {
  id: number
  version: number
  slug: string
  name: Localized
  specialization: Localized
  deliveryMethod: number
  priceHalalas: number
  publishedAt: Date | null
  publishAt: Date | null
  archivedAt: Date | null
  englishMissing: number
  englishStale: number
  hasDraft: boolean
  updatedAt: Date
  place: string
}

/** At most `limit` courses, behind a place. */
export async function findCourses(
  db: Database,
  filter: Filter,
  after: Place | undefined,
  now: Date,
): Promise<ListedCourse[]> {
  const { value, order, isBehind } = ORDERS[filter.sort]
  const { rows } = await sql<ListedCourse>`
    with page as materialized (
      select id, ${value} as place from courses
      where ${conditions(filter, now)} and ${after ? isBehind(after) : sql`true`}
      order by ${order} limit ${filter.limit}
    )
    select courses.id, courses.version, courses.slug, courses.name, specializations.name as specialization,
      delivery_method as "deliveryMethod", price_halalas as "priceHalalas", published_at as "publishedAt",
      publish_at as "publishAt", archived_at as "archivedAt", english_missing as "englishMissing",
      cardinality(english_stale) as "englishStale", updated_at as "updatedAt", place,
      exists (select from drafts where kind = 'course' and key = courses.id::text) as "hasDraft"
    from page join courses using (id) join specializations on specializations.id = specialization_id
    order by ${order}`.execute(db)
  return rows
}

/** Counts up to `most`. */
export async function countCourses(
  db: Database,
  filter: Omit<Filter, 'sort' | 'limit'>,
  most: number,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from courses where ${conditions(filter, now)} limit ${most}) as found`.execute(db)
  return rows[0]!.count
}

/** More courses with the same word are not looked at. */
const MAX_CANDIDATES = 200

/** Courses by their names and address, without the archive: of the first that are found, those that changed last. */
export async function findNamedCourses(db: Database, query: string, reach: Reach, limit: number) {
  const { rows } = await sql<{ id: number; slug: string; name: Localized }>`
    select id, slug, name from (
      select id, slug, name, updated_at from courses
      where ${sql.join([...isFoundBy(query), isWithin(reach)], sql` and `)} and archived_at is null
      limit ${MAX_CANDIDATES}) as found
    order by updated_at desc, id desc limit ${limit}`.execute(db)
  return rows
}
