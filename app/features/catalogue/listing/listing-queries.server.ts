/** The courses on a page of a long listing, in their order; what was searched. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.server.ts'
import { conditionOf, offersAt } from '../offer-queries.server.ts'
import type { ListingFilter, ListingSort } from './listing-filter.ts'

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

const ORDER: Record<ListingSort, RawBuilder<unknown>> = {
  relevance: sql`published_at desc, course_id desc`,
  newest: sql`published_at desc, course_id desc`,
  start: sql`next_start asc nulls last, published_at desc, course_id desc`,
  cheapest: sql`price_halalas asc, course_id desc`,
  dearest: sql`price_halalas desc, course_id desc`,
}

/** What an order sorts by, which its index holds: a late page passes over the earlier ones without reading their rows. */
const COLUMNS: Record<ListingSort, RawBuilder<unknown>> = {
  relevance: sql`course_id, published_at`,
  newest: sql`course_id, published_at`,
  start: sql`course_id, published_at, next_start`,
  cheapest: sql`course_id, price_halalas`,
  dearest: sql`course_id, price_halalas`,
}

/** Without a search, among so many courses that an index of the order soon meets enough: it is read until the page is full. */
export async function findCourseIds(db: Database, filter: ListingFilter, now: Date): Promise<number[]> {
  const where = conditionOf(filter)
  const order = ORDER[filter.sort]
  const columns = COLUMNS[filter.sort]
  const { limit, offset } = filter
  const { rows } = await sql<{ id: number }>`
    with ${offersAt(now)}
    select course_id as id from (
      (select ${columns} from course_offers
       where listed and course_id not in (select course_id from stale) and ${where}
       order by ${order} limit ${limit + offset})
      union all
      (select ${columns} from live where ${where})
    ) as found
    order by ${order} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}
