/** Reads how many courses there are of each kind, from which the counts of the listing are added up. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database.server.ts'
import { type FacetCounts, facetCounts, type Kinds } from './facet-counts.ts'
import type { ListingFilter } from './listing-filter.ts'
import {
  type ByKind,
  type Conditions,
  KIND_NUMBER,
  kindConditionsOf,
  matching,
  offersAt,
} from './offer-queries.server.ts'

const KIND = sql`category, level, delivery_method, specialization_id, sub_specialization_id, price_step`

type MonthRow = { month: number; courses: number }

/** Adds up the counts that are kept by kind; the offers that have changed with time are counted anew. */
export async function countByKind(
  db: Database,
  filter: ListingFilter,
  { month, whole, wholeSteps }: ByKind,
  now: Date,
): Promise<FacetCounts> {
  const conditions: Conditions = { ...kindConditionsOf(filter), ...whole }
  const { rows } = await sql<{ cells: Kinds; months: MonthRow[] }>`
    with ${offersAt(now)},
    corrections as materialized (
      select month, ${KIND}, -1 as courses
      from course_offers, unnest(0 || months) as month where listed and course_id in (select course_id from stale)
      union all
      select month, ${KIND}, 1 from live, unnest(0 || months) as month
    ),
    by_month as (
      select month, sum(courses)::int as courses from (
        select month, courses from ${sql.table(monthsOf(conditions))} where month > 0 and ${matching(conditions)}
        union all
        select month, courses from corrections where month > 0 and ${matching(conditions)}
      ) as counted
      group by month
    ),
    cells as (
      select ${KIND_NUMBER} as kind, courses from course_cells where month = ${month}
      union all
      select ${KIND_NUMBER}, courses from corrections where month = ${month}
    )
    select (select json_build_object('kinds', coalesce(array_agg(kind), '{}'), 'courses', coalesce(array_agg(courses), '{}'))
        from cells) as cells,
      (select coalesce(json_agg(by_month), '[]') from by_month) as months`.execute(db)
  const { cells, months } = rows[0]!
  const counts = facetCounts(filter, (step) => wholeSteps === undefined || wholeSteps.includes(step), [cells])
  const starting = months.filter(({ courses }) => courses > 0)
  return { ...counts, months: starting.map(({ month: id, courses: count }) => ({ id, count })) }
}

/** Filters that `course_months` does not know. */
const FINER_THAN_MONTHS = ['in_level', 'in_delivery', 'in_price'] as const

const monthsOf = (conditions: Conditions) =>
  FINER_THAN_MONTHS.some((flag) => conditions[flag]) ? 'course_cells' : 'course_months'
