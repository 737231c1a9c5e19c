/** Reads how many courses there are of each kind, from which the counts of the listing are added up. */
import { type RawBuilder, sql } from 'kysely'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { Database } from '../../platform/database.server.ts'
import { type FacetCounts, facetCounts, type Kinds } from './facet-counts.ts'
import {
  type ByKind,
  type Conditions,
  conditionsOf,
  countedByKind,
  KIND_NUMBER,
  kindConditionsOf,
  type ListingFilter,
  matching,
  offered,
  offersAt,
} from './offer-queries.server.ts'

/** Without a search. `total` is at most one more than `COUNT_CAP`. */
export async function countListing(db: Database, filter: ListingFilter, now: Date): Promise<FacetCounts> {
  const byKind = countedByKind(filter)
  const counts = byKind ? await countByKind(db, filter, byKind, now) : await countRows(db, filter, now)
  return { ...counts, total: Math.min(counts.total, COUNT_CAP + 1) }
}

const KIND = sql`category, level, delivery_method, specialization_id, sub_specialization_id, price_step`

type MonthRow = { month: number; courses: number }

/**
 * Adds up the counts that are kept by kind; the offers that have changed with time are counted anew. Of steps of prices
 * that pass in part, the offers that pass are counted themselves: they move from those whose price fails to the others.
 */
async function countByKind(db: Database, filter: ListingFilter, byKind: ByKind, now: Date): Promise<FacetCounts> {
  const { month, cut, wholeSteps } = byKind
  const conditions: Conditions = { ...kindConditionsOf(filter), ...byKind.whole }
  const { in_price: _, ...others } = conditions
  const rows = (from: RawBuilder<unknown>) => sql`
    (select json_build_object('kinds', coalesce(array_agg(kind), '{}'), 'courses', coalesce(array_agg(courses), '{}'))
     from (${from}) as counted)`
  const inMonth = month === 0 ? sql`true` : sql`${month} = any (months)`
  const isCut = cut.length > 0
  const { rows: answer } = await sql<{ cells: Kinds; cut: Kinds | null; months: MonthRow[] }>`
    with ${offersAt(now)},
    corrections as materialized (
      select month, ${KIND}, -1 as courses
      from course_offers, unnest(0 || months) as month where listed and course_id in (select course_id from stale)
      union all
      select month, ${KIND}, 1 from live, unnest(0 || months) as month
    )
    ${isCut ? sql`, cut as materialized (${offersBetween(cut)})` : sql``},
    by_month as (
      select month, sum(courses)::int as courses from (
        select month, courses from ${sql.table(monthsOf(conditions))} where month > 0 and ${matching(conditions)}
        union all
        select month, courses from corrections where month > 0 and ${matching(conditions)}
        ${isCut ? sql`union all select month, courses from cut, unnest(months) as month where ${matching(others)}` : sql``}
      ) as counted
      group by month
    )
    select ${rows(sql`
        select ${KIND_NUMBER} as kind, courses from course_cells where month = ${month}
        union all
        select ${KIND_NUMBER}, courses from corrections where month = ${month}`)} as cells,
      ${isCut ? rows(sql`select ${KIND_NUMBER} as kind, courses from cut where ${inMonth}`) : sql`null`} as cut,
      (select coalesce(json_agg(by_month), '[]') from by_month) as months`.execute(db)
  const { cells, cut: moved, months } = answer[0]!
  const passesStep = (step: number) => wholeSteps === undefined || wholeSteps.includes(step)
  const counts = facetCounts(filter, passesStep, [
    cells,
    ...(moved === null
      ? []
      : [
          { ...moved, inPrice: true },
          { ...moved, courses: moved.courses.map((count) => -count), inPrice: false },
        ]),
  ])
  const starting = months.filter(({ courses }) => courses > 0)
  return { ...counts, months: starting.map(({ month: id, courses: count }) => ({ id, count })) }
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

/** The small parts of a kind as one number. */
const PACKED = sql`(((category::integer * 16 + level) * 16 + delivery_method) * 16 + price_step)`
const UNPACKED = sql`specialization_id, sub_specialization_id, packed >> 12 as category, packed >> 8 & 15 as level,
  packed >> 4 & 15 as delivery_method, packed & 15 as price_step`

/** Filters that `course_months` does not know. */
const FINER_THAN_MONTHS = ['in_level', 'in_delivery', 'in_price'] as const

const monthsOf = (conditions: Conditions) =>
  FINER_THAN_MONTHS.some((flag) => conditions[flag]) ? 'course_cells' : 'course_months'

/** Counts the offers themselves: for days that the kept counts cannot tell apart. */
async function countRows(db: Database, filter: ListingFilter, now: Date): Promise<FacetCounts> {
  const conditions = conditionsOf(filter)
  const columns = sql`${KIND_NUMBER} as kind, months, ${conditions.in_price ?? sql`true`} as in_price,
    ${conditions.in_start ?? sql`true`} as in_start`
  const { rows } = await sql<{ groups: Required<Kinds>[] }>`
    with ${offersAt(now)},
    counted as materialized (
      select kind, months, in_price, in_start, count(*)::int as courses
      from (${offered(columns, atMostOneFails(conditions))}) as found group by 1, 2, 3, 4
    ),
    groups as (
      select months, in_price as "inPrice", in_start as "inStart", array_agg(kind) as kinds, array_agg(courses) as courses
      from counted group by 1, 2, 3
    )
    select coalesce(json_agg(groups), '[]') as groups from groups`.execute(db)
  return facetCounts(filter, () => true, rows[0]!.groups)
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
