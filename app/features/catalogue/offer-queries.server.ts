/** The parts that all statements over `course_offers` are made of; see docs/decisions/0051. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database.server.ts'
import type { ListingFilter } from './listing-filter.ts'

type Flag = 'in_category' | 'in_specialization' | 'in_level' | 'in_delivery' | 'in_price' | 'in_start'
export type Conditions = Partial<Record<Flag, RawBuilder<unknown>>>

/** The lowest price of each `price_step` of the database. */
export const PRICE_STEPS = [0, 1, 100, 100_000, 200_000, 500_000]

/** A kind as one number, which `facetCounts` takes apart: grouping by each of its parts takes longer than reading the rows. */
export const KIND_NUMBER = sql`((specialization_id::bigint << 32) | (sub_specialization_id::bigint << 12)
  | (((category::integer * 8 + level) * 8 + delivery_method) * 8 + price_step))`

/**
 * The courses whose kept offer is not that of `now` (`stale`), and their offers at `now` (`live`). The first are few: those
 * for which a date has passed since the last run of the job.
 */
export const offersAt = (now: Date) => sql`
  stale as materialized (
    select course_id from course_offer_times where until <= ${now}::timestamptz
    union
    select course_id from course_offer_times where since > ${now}::timestamptz
  ), live as materialized (
    select *, price_step(price_halalas) from course_offers_at(array(select course_id from stale), ${now}::timestamptz)
    where listed
  )`

/** The offers at `now` that pass `where`. Needs `offersAt`. */
export function offered(columns: RawBuilder<unknown>, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ${columns} from course_offers
    where listed and course_id not in (select course_id from stale) and ${where}
    union all
    select ${columns} from live where ${where}`
}

/** What each filter that is set asks of an offer. */
export function conditionsOf(filter: ListingFilter): Conditions {
  return {
    ...kindConditionsOf(filter),
    ...(filter.minPrice === undefined && filter.maxPrice === undefined
      ? {}
      : {
          in_price: sql`(price_halalas >= ${filter.minPrice ?? 0}
            and ${filter.maxPrice === undefined ? sql`true` : sql`price_halalas <= ${filter.maxPrice}`})`,
        }),
    ...startCondition(filter),
  }
}

/** The filters that offers and their counts by kind have in common. */
export function kindConditionsOf(filter: ListingFilter): Conditions {
  const { category, specializationId, subSpecializationId, level, deliveryMethod } = filter
  const inSpecialization = [
    ...(specializationId === undefined ? [] : [sql`specialization_id = ${specializationId}`]),
    ...(subSpecializationId === undefined ? [] : [sql`sub_specialization_id = ${subSpecializationId}`]),
  ]
  return {
    ...(category === undefined ? {} : { in_category: sql`category = ${category}` }),
    ...(inSpecialization.length === 0 ? {} : { in_specialization: sql`(${sql.join(inSpecialization, sql` and `)})` }),
    ...(level === undefined ? {} : { in_level: sql`level = ${level}` }),
    ...(deliveryMethod === undefined ? {} : { in_delivery: sql`delivery_method = ${deliveryMethod}` }),
  }
}

function startCondition({ startsFrom, startsTo }: ListingFilter): Conditions {
  if (startsFrom === undefined && startsTo === undefined) return {}
  if (startsFrom !== undefined && startsTo !== undefined && startsFrom > startsTo) return { in_start: sql`false` }
  return { in_start: sql`starts && daterange(${startsFrom ?? null}::date, ${startsTo ?? null}::date, '[]')` }
}

/** All conditions. */
export function matching(conditions: Conditions): RawBuilder<unknown> {
  const kept = Object.values(conditions)
  return kept.length === 0 ? sql`true` : sql.join(kept, sql` and `)
}

/** The filters on price and start as the counts by kind know them. */
export type ByKind = {
  /** One whole month; 0 stands for any time. */
  month: number
  /** The steps of prices that pass as a whole; undefined without a filter on prices. */
  wholeSteps: number[] | undefined
  /** The same as a condition. */
  whole: Conditions
  /** The steps of which any price passes. */
  touched: Conditions
  /** Of some steps only a part of the prices passes, which the counts by kind do not tell apart. */
  isCut: boolean
}

/** Undefined for a search, and for days that are not a whole month. */
export function countedByKind(filter: ListingFilter): ByKind | undefined {
  const month = monthOf(filter)
  if (filter.search !== undefined || month === undefined) return undefined
  const { minPrice, maxPrice } = filter
  if (minPrice === undefined && maxPrice === undefined)
    return { month, wholeSteps: undefined, whole: {}, touched: {}, isCut: false }
  const passing = PRICE_STEPS.flatMap((least, step) => {
    const most = (PRICE_STEPS[step + 1] ?? Infinity) - 1
    const [from, to] = [Math.max(least, minPrice ?? 0), Math.min(most, maxPrice ?? Infinity)]
    return from > to ? [] : [{ step, isWhole: from === least && to === most }]
  })
  const inSteps = (of: typeof passing) => ({
    in_price: of.length === 0 ? sql`false` : sql`price_step in (${sql.join(of.map(({ step }) => sql.lit(step)))})`,
  })
  return {
    month,
    wholeSteps: passing.filter(({ isWhole }) => isWhole).map(({ step }) => step),
    whole: inSteps(passing.filter(({ isWhole }) => isWhole)),
    touched: inSteps(passing),
    isCut: passing.some(({ isWhole }) => !isWhole),
  }
}

function monthOf({ startsFrom, startsTo }: ListingFilter): number | undefined {
  if (startsFrom === undefined && startsTo === undefined) return 0
  const [year = 0, month = 0] = (startsFrom ?? '').split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  const isOneMonth = startsFrom === `${lastDay.slice(0, 8)}01` && startsTo === lastDay
  return isOneMonth ? year * 100 + month : undefined
}

/** Brings at most `count` offers up to `now`, those that have been wrong for the longest first. @returns how many */
export async function refreshStaleOffers(db: Database, count: number, now: Date): Promise<number> {
  const { rows } = await sql<{ ids: number[] }>`
    select array(
      select course_id from (
        (select course_id, until as wrong_since from course_offer_times where until <= ${now}::timestamptz order by until limit ${count})
        union
        (select course_id, since from course_offer_times where since > ${now}::timestamptz limit ${count})
      ) as stale
      order by wrong_since limit ${count}
    ) as ids`.execute(db)
  const { ids } = rows[0]!
  if (ids.length > 0) await sql`select refresh_course_offers(${ids}::int[], ${now}::timestamptz)`.execute(db)
  return ids.length
}

/**
 * In a database that was restored, the transactions of other times seem to be yet to come: what they changed would be read
 * anew by each search.
 */
export async function mendChangeMarks(db: Database): Promise<void> {
  await sql`update course_offers set terms = terms where changed_in > pg_snapshot_xmax(pg_current_snapshot())`.execute(
    db,
  )
  await sql`delete from removed_offers where removed_in > pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
}

/** Adds up the counts by kind and the ratings when most of their rows are changes. */
export async function sumUpChanges(db: Database): Promise<void> {
  await sql`select sum_up_site_ratings() from (select count(*) as changes from site_ratings) as counted
    where changes > 1000`.execute(db)
  await sql`
    select sum_up_course_cells() from (
      select count(*) as changes, count(distinct (month, category, level, delivery_method, specialization_id,
        sub_specialization_id, price_step)) as kinds
      from course_cells
    ) as counted
    where changes > 2 * kinds`.execute(db)
  await sql`
    select sum_up_course_months() from (
      select count(*) as changes, count(distinct (month, category, specialization_id, sub_specialization_id)) as kinds
      from course_months
    ) as counted
    where changes > 2 * kinds`.execute(db)
}

/** Makes the search terms of at most `count` articles anew that a synonym concerns. @returns how many */
export async function indexWaitingArticles(db: Database, count: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select index_waiting_articles(${count}) as count`.execute(db)
  return rows[0]!.count
}

/** Computes the search terms of at most `count` courses that wait for it. @returns how many */
export async function indexWaitingCourses(db: Database, count: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select index_waiting_courses(${count}) as count`.execute(db)
  return rows[0]!.count
}
