/** How many courses the listing finds, and how many each value of a facet would find. */
import { type RawBuilder, sql } from 'kysely'
import { withSearchIndexes } from '../../../db/search-indexes.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { Database } from '../../platform/database.server.ts'
import {
  type Conditions,
  conditionsOf,
  countedByKind,
  FLAGS,
  type Flag,
  kindConditionsOf,
  type ListingFilter,
  matching,
  offered,
  offersAt,
} from './offer-queries.server.ts'

type Count = { id: number; count: number }

export type ListingCounts = {
  /** At most one more than `COUNT_CAP`. */
  total: number
  /** Whether the search alone finds any course. */
  found: boolean
  categories: Count[]
  specializations: Count[]
  subSpecializations: Count[]
  levels: Count[]
  deliveryMethods: Count[]
  /** The id is the index in `PRICE_STEPS`. */
  steps: Count[]
  months: { month: string; count: number }[]
}

export async function countListing(db: Database, filter: ListingFilter, now: Date): Promise<ListingCounts> {
  const statement = countsStatement(filter, now)
  const { rows } =
    filter.search === undefined
      ? await statement.execute(db)
      : await withSearchIndexes(db, (tx) => statement.execute(tx))
  return rows[0]!
}

const KIND = sql`category, level, delivery_method, specialization_id, sub_specialization_id, price_step`

function countsStatement(filter: ListingFilter, now: Date): RawBuilder<ListingCounts> {
  const byKind = countedByKind(filter)
  return byKind
    ? countsByKind({ ...kindConditionsOf(filter), ...byKind.price }, byKind.month, now)
    : countsOfRows(filter, conditionsOf(filter), now)
}

/** Adds up the counts that are kept by kind; the offers that have changed with time are counted anew. */
function countsByKind(conditions: Conditions, month: number, now: Date): RawBuilder<ListingCounts> {
  return sql<ListingCounts>`
    with ${offersAt(now)},
    corrections as materialized (
      select month, ${KIND}, -1 as courses
      from course_offers, unnest(0 || months) as month where listed and course_id in (select course_id from stale)
      union all
      select month, ${KIND}, 1 from live, unnest(0 || months) as month
    ),
    kinds as materialized (
      select ${KIND}, ${flagsOf(conditions)}, courses from (
        select ${KIND}, courses from course_cells where month = ${month}
        union all
        select ${KIND}, courses from corrections where month = ${month}
      ) as counted
    ),
    by_month as (
      select month, sum(courses) as courses from (
        select month, courses from ${sql.table(monthsOf(conditions))} where month > 0 and ${matching(conditions)}
        union all
        select month, courses from corrections where month > 0 and ${matching(conditions)}
      ) as counted
      group by month having sum(courses) > 0
    )
    select ${countsOf(conditions)}`
}

/** Filters that `course_months` does not know. */
const FINER_THAN_MONTHS = ['in_level', 'in_delivery', 'in_price'] as const

const monthsOf = (conditions: Conditions) =>
  FINER_THAN_MONTHS.some((flag) => conditions[flag]) ? 'course_cells' : 'course_months'

/** Counts the offers themselves: for a search, and for prices or days that the kept counts cannot tell apart. */
function countsOfRows(filter: ListingFilter, conditions: Conditions, now: Date): RawBuilder<ListingCounts> {
  const columns = sql`${KIND}, months, ${flagsOf(conditions)}`
  const search = filter.search === undefined ? undefined : { column: 'terms' as const, query: filter.search }
  const flags = sql.join(FLAGS.map((flag) => sql.ref(flag)))
  return sql<ListingCounts>`
    with ${offersAt(now)},
    found as materialized (${offered(columns, atMostOneFails(conditions), search)}),
    kinds as materialized (
      select ${KIND}, ${flags}, count(*)::int as courses from found group by ${KIND}, ${flags}
    ),
    by_month as (
      select month, sum(courses) as courses
      from (select months, count(*) as courses from found where ${passingAllBut(conditions, 'in_start')} group by months) as alike,
        unnest(months) as month
      group by month
    )
    select ${countsOf(conditions, search)}`
}

function flagsOf(conditions: Conditions) {
  return sql.join(FLAGS.map((flag) => sql`${conditions[flag] ?? sql`true`} as ${sql.ref(flag)}`))
}

/** What fails two filters is in no count. */
function atMostOneFails(conditions: Conditions) {
  const set = Object.values(conditions)
  if (set.length < 2) return sql`true`
  return sql`${sql.join(
    set.map((condition) => sql`(not ${condition})::int`),
    sql` + `,
  )} <= 1`
}

function passingAllBut(conditions: Conditions, ignored?: Flag) {
  const set = FLAGS.filter((flag) => flag !== ignored && conditions[flag])
  return set.length === 0
    ? sql`true`
    : sql.join(
        set.map((flag) => sql.ref(flag)),
        sql` and `,
      )
}

/** The columns of the answer, from `kinds` and `by_month`. */
function countsOf(conditions: Conditions, search?: { query: string }) {
  const countsBy = (column: string, ignored: Flag) => sql`(
    select coalesce(json_agg(json_build_object('id', id, 'count', count)), '[]')
    from (
      select ${sql.ref(column)} as id, sum(courses) as count from kinds
      where ${passingAllBut(conditions, ignored)} group by 1 having sum(courses) > 0
    ) as counts)`
  return sql`
    (select least(greatest(coalesce(sum(courses), 0), 0), ${COUNT_CAP + 1}::int)::int from kinds where ${passingAllBut(conditions)}) as total,
    ${
      search
        ? sql`exists (select from course_offers where terms @@ ${search.query}::tsquery
            and (listed and course_id not in (select course_id from stale) or course_id in (select course_id from live)))`
        : sql`true`
    } as found,
    ${countsBy('category', 'in_category')} as categories,
    ${countsBy('specialization_id', 'in_specialization')} as specializations,
    ${countsBy('sub_specialization_id', 'in_specialization')} as "subSpecializations",
    ${countsBy('level', 'in_level')} as levels,
    ${countsBy('delivery_method', 'in_delivery')} as "deliveryMethods",
    ${countsBy('price_step', 'in_price')} as steps,
    (select coalesce(json_agg(json_build_object('month', to_char(month, 'FM0000"-"00'), 'count', courses) order by month), '[]')
     from by_month) as months`
}
