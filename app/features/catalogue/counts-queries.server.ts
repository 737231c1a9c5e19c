/** How many courses the listing finds, and how many each value of a facet would find. */
import { type RawBuilder, sql } from 'kysely'
import { withSearchIndexes } from '../../../db/search-indexes.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { Database } from '../../platform/database.server.ts'
import {
  type ByKind,
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
    ? countsByKind({ ...kindConditionsOf(filter), ...byKind.whole }, byKind, now)
    : countsOfRows(filter, conditionsOf(filter), now)
}

/**
 * Adds up the counts that are kept by kind; the offers that have changed with time are counted anew. Of steps of prices
 * that pass in part, the offers that pass are counted themselves: they move from those whose price fails to the others.
 */
function countsByKind(conditions: Conditions, { month, cut }: ByKind, now: Date): RawBuilder<ListingCounts> {
  const { in_price: _, ...others } = conditions
  const kindsOf = (from: RawBuilder<unknown>, courses: RawBuilder<unknown>, price: Conditions = {}) =>
    sql`select ${KIND}, ${flagsOf({ ...conditions, ...price })}, ${courses} as courses from ${from}`
  const inMonth = month === 0 ? sql`true` : sql`${month} = any (months)`
  return sql<ListingCounts>`
    with ${offersAt(now)},
    corrections as materialized (
      select month, ${KIND}, -1 as courses
      from course_offers, unnest(0 || months) as month where listed and course_id in (select course_id from stale)
      union all
      select month, ${KIND}, 1 from live, unnest(0 || months) as month
    ),
    ${cut.length === 0 ? sql`` : sql`cut as materialized (${offersBetween(cut)}),`}
    kinds as materialized (
      ${kindsOf(
        sql`(
        select ${KIND}, courses from course_cells where month = ${month}
        union all
        select ${KIND}, courses from corrections where month = ${month}
      ) as counted`,
        sql`courses`,
      )}
      ${
        cut.length === 0
          ? sql``
          : sql`
      union all
      ${kindsOf(sql`cut where ${inMonth}`, sql`courses`, { in_price: sql`true` })}
      union all
      ${kindsOf(sql`cut where ${inMonth}`, sql`-courses`, { in_price: sql`false` })}`
      }
    ),
    by_month as (
      select month, sum(courses) as courses from (
        select month, courses from ${sql.table(monthsOf(conditions))} where month > 0 and ${matching(conditions)}
        union all
        select month, courses from corrections where month > 0 and ${matching(conditions)}
        ${cut.length === 0 ? sql`` : sql`union all select month, courses from cut, unnest(months) as month where ${matching(others)}`}
      ) as counted
      group by month having sum(courses) > 0
    ), ${facetGroups(conditions)}
    select ${countsOf(conditions)}`
}

/** The offers with these prices by kind and months. Needs `offersAt`. */
function offersBetween(prices: ByKind['cut']) {
  const where = sql`(${sql.join(
    prices.map(({ from, to }) =>
      to === Infinity ? sql`price_halalas >= ${from}` : sql`price_halalas between ${from} and ${to}`,
    ),
    sql` or `,
  )})`
  const columns = sql`specialization_id, sub_specialization_id, ${PACKED} as packed, months`
  return sql`select ${UNPACKED}, months, courses from (
      select specialization_id, sub_specialization_id, packed, months, count(*)::int as courses
      from (${offered(columns, where)}) as found group by 1, 2, 3, 4) as packed`
}

/** The small parts of a kind as one number, because grouping by each of them takes longer than reading the rows. */
const PACKED = sql`(((category::integer * 16 + level) * 16 + delivery_method) * 16 + price_step)`
const UNPACKED = sql`specialization_id, sub_specialization_id, packed >> 12 as category, packed >> 8 & 15 as level,
  packed >> 4 & 15 as delivery_method, packed & 15 as price_step`

/** Filters that `course_months` does not know. */
const FINER_THAN_MONTHS = ['in_level', 'in_delivery', 'in_price'] as const

const monthsOf = (conditions: Conditions) =>
  FINER_THAN_MONTHS.some((flag) => conditions[flag]) ? 'course_cells' : 'course_months'

/** Filters that the kind of an offer does not decide. */
const OF_ROWS = ['in_price', 'in_start'] as const
/**
 * Counts the offers themselves: for a search, and for days that the kept counts cannot tell apart. They are
 * grouped first, so that the filters by kind are applied to groups.
 */
function countsOfRows(filter: ListingFilter, conditions: Conditions, now: Date): RawBuilder<ListingCounts> {
  const ofRows = Object.fromEntries(OF_ROWS.map((flag) => [flag, conditions[flag]]))
  const ofKinds = { ...conditions, in_price: sql`in_price`, in_start: sql`in_start` }
  const search = filter.search === undefined ? undefined : { column: 'terms' as const, query: filter.search }
  const columns = sql`specialization_id, sub_specialization_id, ${PACKED} as packed, months,
    ${sql.join(OF_ROWS.map((flag) => sql`${ofRows[flag] ?? sql`true`} as ${sql.ref(flag)}`))}`
  return sql<ListingCounts>`
    with ${offersAt(now)},
    groups as materialized (
      select specialization_id, sub_specialization_id, packed, months, in_price, in_start, count(*)::int as courses
      from (${offered(columns, atMostOneFails(conditions), search)}) as found group by 1, 2, 3, 4, 5, 6
    ),
    kinds as materialized (
      select ${KIND}, ${flagsOf(ofKinds)}, months, courses from (
        select ${UNPACKED}, in_price, in_start, months, courses from groups) as unpacked
    ),
    by_month as (
      select month, sum(courses) as courses from kinds, unnest(months) as month
      where ${passingAllBut(conditions, 'in_start')} group by month
    ), ${facetGroups(conditions)}
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

/** What the facets are added up from: thousands of `kinds` are read twice instead of once for each facet. */
function facetGroups(conditions: Conditions) {
  const flags = FLAGS.filter((flag) => flag !== 'in_specialization' && conditions[flag]).map((flag) => sql.ref(flag))
  const columns = sql.join([sql`category, level, delivery_method, price_step`, ...flags])
  return sql`
    in_fields as materialized (
      select ${columns}, sum(courses) as courses from kinds
      where ${conditions.in_specialization ? sql`in_specialization` : sql`true`} group by ${columns}
    ),
    of_fields as materialized (
      select specialization_id, sub_specialization_id, sum(courses) as courses from kinds
      where ${passingAllBut(conditions, 'in_specialization')} group by 1, 2
    )`
}

/** The columns of the answer, from `in_fields`, `of_fields` and `by_month`. */
function countsOf(conditions: Conditions, search?: { query: string }) {
  const { in_specialization: _, ...others } = conditions
  const countsBy = (column: string, ignored: Flag) => sql`(
    select coalesce(json_agg(json_build_object('id', id, 'count', count)), '[]')
    from (
      select ${sql.ref(column)} as id, sum(courses) as count
      from ${ignored === 'in_specialization' ? sql`of_fields` : sql`in_fields where ${passingAllBut(others, ignored)}`}
      group by 1 having sum(courses) > 0
    ) as counts)`
  return sql`
    (select least(greatest(coalesce(sum(courses), 0), 0), ${COUNT_CAP + 1}::int)::int from in_fields where ${passingAllBut(others)}) as total,
    ${
      search
        ? sql`exists (select from kinds) or exists (
            select from (select * from course_offers where terms @@ ${search.query}::tsquery offset 0) as matches
            where (listed and course_id not in (select course_id from stale) or course_id in (select course_id from live)))`
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
