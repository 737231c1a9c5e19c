/** The listing in one statement: a page of courses, the total, and the counts of every facet. */
import { type RawBuilder, sql } from 'kysely'
import { seatsLeft } from '../../../db/seats.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { Database } from '../../platform/database.server.ts'
import { PRICE_BANDS } from './price-bands.ts'

export type ListingSort = 'relevance' | 'newest' | 'start' | 'cheapest' | 'dearest'

export type ListingFilter = {
  /** A tsquery as text, from `searchQuery`; undefined without a search. */
  search: string | undefined
  category: number | undefined
  specializationId: number | undefined
  subSpecializationId: number | undefined
  level: number | undefined
  deliveryMethod: number | undefined
  minPrice: number | undefined
  maxPrice: number | undefined
  startsFrom: Date | undefined
  startsBefore: Date | undefined
  sort: ListingSort
  limit: number
  offset: number
}

type Count = { id: number; count: number }

export type Listing = {
  ids: number[]
  /** At most one more than `COUNT_CAP`. */
  total: number
  /** Whether the search alone finds any course. */
  found: boolean
  categories: Count[]
  specializations: Count[]
  subSpecializations: Count[]
  levels: Count[]
  deliveryMethods: Count[]
  /** The id is the band's index in `PRICE_BANDS`. */
  bands: Count[]
  months: { month: string; count: number }[]
}

/** The term as a tsquery; empty when it holds no word. */
export async function searchQuery(db: Database, term: string): Promise<string> {
  const { rows } = await sql<{ query: string }>`select search_query(${term})::text as query`.execute(db)
  return rows[0]!.query
}

/** The term with its unknown words replaced by the nearest known ones; null when that is not possible or not needed. */
export async function correctedSearchQuery(db: Database, term: string): Promise<string | null> {
  const { rows } = await sql<{ query: string | null }>`select search_query_mended(${term})::text as query`.execute(db)
  return rows[0]!.query
}

export async function findListing(db: Database, filter: ListingFilter, now: Date): Promise<Listing> {
  const { rows } = await listingStatement(filter, now).execute(db)
  return rows[0]!
}

const FLAGS = ['in_category', 'in_specialization', 'in_level', 'in_delivery', 'in_price', 'in_start'] as const
type Flag = (typeof FLAGS)[number]

/** All filters but one: a facet ignores its own filter when it counts. */
const matchesExcept = (ignored?: Flag) =>
  sql.join(
    FLAGS.filter((flag) => flag !== ignored).map((flag) => sql.ref(flag)),
    sql` and `,
  )

const ORDER: Record<ListingSort, RawBuilder<unknown>> = {
  relevance: sql`rank desc, published_at desc, id desc`,
  newest: sql`published_at desc, id desc`,
  start: sql`next_start asc nulls last, published_at desc, id desc`,
  cheapest: sql`price asc, id desc`,
  dearest: sql`price desc, id desc`,
}

/** Exported so that a benchmark can check its query plan. */
export function listingStatement(filter: ListingFilter, now: Date): RawBuilder<Listing> {
  return sql<Listing>`
    with base as materialized (${foundCourses(filter, now)}),
    best as materialized (${bestRuns(filter, now)}),
    priced as (
      select base.*, coalesce(best.price_halalas, base.price_halalas) as price, best.starts_at as next_start
      from base left join best on best.course_id = base.id
    ),
    marked as materialized (
      select priced.*, ${bandOf} as band,
        ${equals('category', filter.category)} as in_category,
        (${equals('specialization_id', filter.specializationId)}
          and ${equals('sub_specialization_id', filter.subSpecializationId)}) as in_specialization,
        ${equals('level', filter.level)} as in_level,
        ${equals('delivery_method', filter.deliveryMethod)} as in_delivery,
        (${filter.minPrice === undefined ? sql`true` : sql`price >= ${filter.minPrice}`}
          and ${filter.maxPrice === undefined ? sql`true` : sql`price <= ${filter.maxPrice}`}) as in_price,
        ${startsWithin(filter, now)} as in_start
      from priced
    ),
    -- Courses that no facet tells apart are counted once for all facets together.
    cells as materialized (
      select category, specialization_id, sub_specialization_id, level, delivery_method, band,
        ${sql.join(FLAGS.map((flag) => sql.ref(flag)))}, count(*)::int as courses
      from marked
      group by category, specialization_id, sub_specialization_id, level, delivery_method, band,
        ${sql.join(FLAGS.map((flag) => sql.ref(flag)))}
    )
    select
      array(select id from marked where ${matchesExcept()} order by ${ORDER[filter.sort]}
        limit ${filter.limit} offset ${filter.offset}) as ids,
      (select least(coalesce(sum(courses), 0), ${COUNT_CAP + 1}::int)::int from cells where ${matchesExcept()}) as total,
      exists (select from base) as found,
      ${countsBy('category', 'in_category')} as categories,
      ${countsBy('specialization_id', 'in_specialization')} as specializations,
      ${countsBy('sub_specialization_id', 'in_specialization')} as "subSpecializations",
      ${countsBy('level', 'in_level')} as levels,
      ${countsBy('delivery_method', 'in_delivery')} as "deliveryMethods",
      ${countsBy('band', 'in_price')} as bands,
      ${countsByMonth(now)} as months`
}

/** The index of the course's price in `PRICE_BANDS`. */
const bandOf = sql`(case ${sql.join(
  PRICE_BANDS.map(({ to }, band) =>
    to === undefined ? sql`else ${sql.lit(band)}` : sql`when price <= ${to} then ${sql.lit(band)}`,
  ),
  sql` `,
)} end)`

/** Published courses; with a search only those that match it. */
function foundCourses({ search, sort }: ListingFilter, now: Date) {
  const rank = sort === 'relevance' ? sql`ts_rank(course_search.terms, ${search}::tsquery)` : sql`0`
  return sql`
    select courses.id, category, specialization_id, sub_specialization_id, level, delivery_method, price_halalas,
      published_at, ${search === undefined ? sql`0` : rank} as rank
    from courses
    ${search === undefined ? sql`` : sql`join course_search on course_search.course_id = courses.id and course_search.terms @@ ${search}::tsquery`}
    where published_at <= ${now}`
}

/**
 * The run that represents each course, chosen as in `bestRun` of course-state. Counting seats reads orders, so it is
 * computed only where needed: to sort by start, and for courses of which a run has its own price.
 */
function bestRuns({ sort }: ListingFilter, now: Date) {
  const needed =
    sort === 'start'
      ? sql`true`
      : sql`schedules.course_id in (select course_id from schedules where price_halalas is not null)`
  return sql`
    select distinct on (course_id) course_id, price_halalas, starts_at
    from (
      select schedules.id, course_id, price_halalas, starts_at,
        case
          when enrolment_closes_at <= ${now} then 3
          when enrolment_opens_at > ${now} then 1
          when ${seatsLeft(now)} <= 0 then 2
          else 0
        end as rank
      from schedules
      where starts_at > ${now} and schedules.course_id in (select id from base where delivery_method <> 2) and ${needed}
    ) as ranked
    order by course_id, rank, starts_at, id`
}

function equals(column: string, value: number | undefined) {
  return value === undefined ? sql`true` : sql`coalesce(${sql.ref(column)} = ${value}, false)`
}

function startsWithin({ startsFrom, startsBefore }: ListingFilter, now: Date) {
  if (!startsFrom && !startsBefore) return sql`true`
  return sql`exists (
    select from schedules where schedules.course_id = priced.id and starts_at > ${now}
      and ${startsFrom ? sql`starts_at >= ${startsFrom}` : sql`true`}
      and ${startsBefore ? sql`starts_at < ${startsBefore}` : sql`true`})`
}

function countsBy(column: string, ignored: Flag) {
  return sql`(
    select coalesce(json_agg(json_build_object('id', id, 'count', count)), '[]')
    from (
      select ${sql.ref(column)} as id, sum(courses) as count from cells
      where ${matchesExcept(ignored)} and ${sql.ref(column)} is not null group by 1
    ) as counts)`
}

function countsByMonth(now: Date) {
  return sql`(
    select coalesce(json_agg(json_build_object('month', month, 'count', count) order by month), '[]')
    from (
      select to_char(starts_at at time zone 'Asia/Riyadh', 'YYYY-MM') as month, count(distinct marked.id)::int
      from marked join schedules on schedules.course_id = marked.id
      where ${matchesExcept('in_start')} and starts_at > ${now} group by 1
    ) as counts)`
}
