/** The courses on a page of the listing, in their order. */
import { type RawBuilder, sql } from 'kysely'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { Database } from '../../platform/database.server.ts'
import type { ListingFilter, ListingSort } from './listing-filter.ts'
import { conditionsOf, countedByKind, kindConditionsOf, matching, offered, offersAt } from './offer-queries.server.ts'

/** So few matches are collected and sorted; among more, the index of the order soon meets enough of them. */
const FEW = 1000

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

type Id = { id: number }

/** Without a search. @param total how many courses pass the filters */
export async function findCourseIds(db: Database, filter: ListingFilter, total: number, now: Date): Promise<number[]> {
  if (filter.offset >= total) return []
  const { rows } = await listedStatement(filter, total, now).execute(db)
  return rows.map(({ id }) => id)
}

const SORTED_BY = sql`course_id, published_at, price_halalas, next_start`

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

const pageOf = ({ limit, offset }: ListingFilter) => sql`limit ${limit} offset ${offset}`

function listedStatement(filter: ListingFilter, total: number, now: Date): RawBuilder<Id> {
  const deepEnough = 10 * (filter.offset + filter.limit)
  if (total > COUNT_CAP || total > Math.max(FEW, deepEnough)) return alongTheOrder(filter, now)
  return countedByKind(filter) ? ofTheirKinds(filter, now) : collected(filter, now)
}

/** Reads the index of the order until the page is full. */
function alongTheOrder(filter: ListingFilter, now: Date): RawBuilder<Id> {
  const where = matching(conditionsOf(filter))
  const order = ORDER[filter.sort]
  const columns = COLUMNS[filter.sort]
  return sql<Id>`
    with ${offersAt(now)}
    select course_id as id from (
      (select ${columns} from course_offers
       where listed and course_id not in (select course_id from stale) and ${where}
       order by ${order} limit ${filter.limit + filter.offset})
      union all
      (select ${columns} from live where ${where})
    ) as found
    order by ${order} ${pageOf(filter)}`
}

/** Reads the offers of the kinds that there are, and no others. */
function ofTheirKinds(filter: ListingFilter, now: Date): RawBuilder<Id> {
  const { month, touched } = countedByKind(filter)!
  const where = matching(conditionsOf(filter))
  const kind = sql`specialization_id, sub_specialization_id, category, level, delivery_method, price_step`
  return sql<Id>`
    with ${offersAt(now)},
    kinds as materialized (
      select ${kind} from course_cells where month = ${month} and ${matching({ ...kindConditionsOf(filter), ...touched })}
      group by ${kind} having sum(courses) > 0
    ),
    found as materialized (
      select ${SORTED_BY} from course_offers join kinds using (${kind})
      where listed and course_id not in (select course_id from stale) and ${where}
      union all
      select ${SORTED_BY} from live where ${where}
    )
    select course_id as id from found order by ${ORDER[filter.sort]} ${pageOf(filter)}`
}

function collected(filter: ListingFilter, now: Date): RawBuilder<Id> {
  return sql<Id>`
    with ${offersAt(now)},
    found as materialized (${offered(SORTED_BY, matching(conditionsOf(filter)))})
    select course_id as id from found order by ${ORDER[filter.sort]} ${pageOf(filter)}`
}
