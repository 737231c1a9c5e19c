/** The parts that all statements over `course_offers` are made of; see docs/decisions/0051. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'
import type { AnyOf, KindFilter, ListingFilter } from './listing/listing-filter.ts'

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

/** What a filter asks of an offer, but for cities and times of runs, which only the memory of offers knows. */
export function conditionOf(filter: ListingFilter): RawBuilder<unknown> {
  const { categories, levels, deliveryMethods, minPrice, maxPrice, startsFrom, startsTo } = filter
  const among = (column: string, asked: AnyOf) =>
    asked === undefined ? [] : [sql`${sql.ref(column)} = any(${[...asked]}::int[])`]
  const conditions = [
    ...among('category', categories),
    ...fieldCondition(filter),
    ...among('level', levels),
    ...among('delivery_method', deliveryMethods),
    ...(minPrice === undefined ? [] : [sql`price_halalas >= ${minPrice}`]),
    ...(maxPrice === undefined ? [] : [sql`price_halalas <= ${maxPrice}`]),
    ...startCondition(startsFrom, startsTo),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

function fieldCondition({ specializationIds, subSpecializationIds, wholeSpecializationIds }: KindFilter) {
  const isAmong = (column: string, ids: readonly number[]) => sql`${sql.ref(column)} = any(${[...ids]}::int[])`
  return [
    ...(specializationIds === undefined ? [] : [isAmong('specialization_id', specializationIds)]),
    ...(subSpecializationIds === undefined
      ? []
      : [
          sql`(${isAmong('sub_specialization_id', subSpecializationIds)}
            or ${isAmong('specialization_id', wholeSpecializationIds)})`,
        ]),
  ]
}

function startCondition(from: string | undefined, to: string | undefined) {
  if (from === undefined && to === undefined) return []
  if (from !== undefined && to !== undefined && from > to) return [sql`false`]
  return [sql`starts && daterange(${from ?? null}::date, ${to ?? null}::date, '[]')`]
}

/** Computes the runs of at most `count` offers from before the column. @returns how many */
export async function fillRuns(db: Database, count: number, now: Date): Promise<number> {
  const { rows } = await sql<{ ids: number[] }>`
    select array(select course_id from course_offers where runs is null limit ${count}) as ids`.execute(db)
  const { ids } = rows[0]!
  if (ids.length > 0) await sql`select refresh_course_offers(${ids}::int[], ${now}::timestamptz)`.execute(db)
  return ids.length
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
