/** Counts and chooses among the offers that a search finds. */
import { type Count, facetCounts, isOfKind, type KindCounts, type Kinds } from '../listing/facet-counts.ts'
import { type AnyOf, type ListingFilter, RUN_TIMES, type RunFilter, type RunTime } from '../listing/listing-filter.ts'
import { dayNumber, type OfferTable, type Run } from './offer-table.ts'
import type { RowSet } from './row-set.ts'

/** Of more matches of a search, the newest are ranked, those in names first; the others follow, the newest first. */
export const MAX_RANKED = 500

/** How many courses each value of each facet would find; each facet ignores its own filter. */
export type FacetCounts = KindCounts & {
  /** The id is the month: 202705. */
  months: Count[]
  cities: Count[]
  /** The id is the number of `RUN_TIMES`. */
  times: Count[]
  /** Whether the search alone finds any course. */
  found: boolean
}

export type Found = {
  counts: FacetCounts
  /** The rows that pass all filters. */
  passing: number[]
}

/** @param rows that the search finds */
export function countFound(table: OfferTable, rows: RowSet, filter: ListingFilter): Found {
  const isWanted = table.kinds.map((kind) => isOfKind(filter, kind))
  const asked = runConditions(filter)
  const hasRunOf = table.runs.map((runs) => asked.isNothing || runs.some(asked.passes))
  const { minPrice = 0, maxPrice = Infinity } = filter
  const groups = [true, false].flatMap((inPrice) => [true, false].map((hasRun) => ({ inPrice, hasRun })))
  const countsByKind = groups.map(() => new Int32Array(table.kinds.length))
  const countsByRuns = new Int32Array(table.runs.length)
  const passing: number[] = []
  let found = false
  rows.forEach((row) => {
    if (table.listed[row] !== 1) return
    found = true
    const [kind, runs, price] = [table.kindOf[row]!, table.runsOf[row]!, table.prices[row]!]
    const inPrice = price >= minPrice && price <= maxPrice
    const hasRun = hasRunOf[runs]!
    countsByKind[(inPrice ? 0 : 2) + (hasRun ? 0 : 1)]![kind]!++
    if (!inPrice || !isWanted[kind]) return
    countsByRuns[runs]!++
    if (hasRun) passing.push(row)
  })
  const kinds = groups.map((group, n): Kinds => ({ ...group, ...kindsWith(table.kinds, countsByKind[n]!) }))
  const counts = { ...facetCounts(filter, kinds), ...countRuns(table.runs, countsByRuns, asked), found }
  return { counts, passing }
}

function kindsWith(kinds: readonly number[], counts: Int32Array): Pick<Kinds, 'kinds' | 'courses'> {
  const counted = kinds.flatMap((kind, n) => (counts[n]! > 0 ? [{ kind, count: counts[n]! }] : []))
  return { kinds: counted.map(({ kind }) => kind), courses: counted.map(({ count }) => count) }
}

type RunConditions = ReturnType<typeof runConditions>

/** What the filters ask of one run. */
function runConditions({ startsFrom, startsTo, cityIds, times }: RunFilter) {
  const [first, last] = [startsFrom ? dayNumber(startsFrom) : 0, startsTo ? dayNumber(startsTo) : Infinity]
  const bits = times?.reduce((sum, time) => sum | RUN_TIMES[time as RunTime], 0)
  const starts = ({ day }: Run) => day >= first && day <= last
  const isThere = ({ city }: Run) => isAmong(cityIds, city)
  const meets = ({ times: own }: Run) => bits === undefined || (own & bits) !== 0
  return {
    isNothing: startsFrom === undefined && startsTo === undefined && cityIds === undefined && times === undefined,
    ...{ starts, isThere, meets },
    passes: (run: Run) => starts(run) && isThere(run) && meets(run),
  }
}

const isAmong = (asked: AnyOf, value: number) => asked === undefined || asked.includes(value)

/** A course counts once for each value that one of its runs has. A loop over numbers: there may be as many lists as courses. */
function countRuns(
  lists: readonly Run[][],
  counts: Int32Array,
  { starts, isThere, meets }: RunConditions,
): Pick<FacetCounts, 'months' | 'cities' | 'times'> {
  const months: number[] = []
  const cities: number[] = []
  const byTimes = new Int32Array(1 << TIMES.length)
  for (let n = 0; n < lists.length; n++) {
    const count = counts[n]!
    if (count === 0) continue
    const runs = lists[n]!
    let times = 0
    for (let at = 0; at < runs.length; at++) {
      const run = runs[at]!
      const [inTime, inCity, atTime] = [starts(run), isThere(run), meets(run)]
      if (inCity && atTime && isFirst(runs, at, isSameMonth, (other) => isThere(other) && meets(other))) {
        const month = monthOf(run)
        months[month] = (months[month] ?? 0) + count
      }
      if (inTime && atTime && run.city > 0 && isFirst(runs, at, isSameCity, (other) => starts(other) && meets(other)))
        cities[run.city] = (cities[run.city] ?? 0) + count
      if (inTime && inCity) times |= run.times
    }
    byTimes[times]! += count
  }
  return {
    months: sumsOf(months).map(({ id, count }) => ({ id: idOfMonth(id), count })),
    cities: sumsOf(cities),
    times: TIMES.map(({ time, bit }) => ({
      id: time,
      count: byTimes.reduce((sum, count, times) => sum + ((times & bit) === 0 ? 0 : count), 0),
    })),
  }
}

/** Whether no earlier run of the same course has the same value. */
function isFirst(runs: readonly Run[], at: number, isSame: (a: Run, b: Run) => boolean, passes: (run: Run) => boolean) {
  for (let before = 0; before < at; before++)
    if (isSame(runs[before]!, runs[at]!) && passes(runs[before]!)) return false
  return true
}

const FIRST_YEAR = 2000
/** Counted from January 2000, so that the months of all runs are neighbours in an array. */
const monthOf = ({ day }: Run) => (Math.floor(day / 10_000) - FIRST_YEAR) * 12 + (Math.floor(day / 100) % 100) - 1
const idOfMonth = (month: number) => (FIRST_YEAR + Math.floor(month / 12)) * 100 + (month % 12) + 1
const isSameMonth = (one: Run, other: Run) => monthOf(one) === monthOf(other)
const isSameCity = (one: Run, other: Run) => one.city === other.city

const TIMES = Object.entries(RUN_TIMES).map(([time, bit]) => ({ time: Number(time), bit }))

const sumsOf = (sums: readonly (number | undefined)[]): Count[] =>
  Object.entries(sums).map(([id, count]) => ({ id: Number(id), count: count! }))

type Compare = (one: number, other: number) => number

/** The orders of the listing, as its statements have them. */
export function orderOf(table: OfferTable, sort: ListingFilter['sort']): Compare {
  const { courseIds, publishedAt, prices, nextStarts } = table
  const later: Compare = (one, other) => courseIds[other]! - courseIds[one]!
  const newest: Compare = (one, other) => publishedAt[other]! - publishedAt[one]! || later(one, other)
  if (sort === 'start')
    return (one, other) =>
      nextStarts[one] === nextStarts[other] ? newest(one, other) : nextStarts[one]! - nextStarts[other]!
  if (sort === 'cheapest') return (one, other) => prices[one]! - prices[other]! || later(one, other)
  if (sort === 'dearest') return (one, other) => prices[other]! - prices[one]! || later(one, other)
  return newest
}

/** The first `count` in an order, without sorting all. */
export function firstOf(rows: readonly number[], count: number, compare: Compare): number[] {
  const first: number[] = []
  let last: number | undefined
  for (const row of rows) {
    if (last !== undefined && compare(row, last) > 0) continue
    first.push(row)
    if (first.length < 2 * count + 100) continue
    first.sort(compare).splice(count)
    last = first[count - 1]
  }
  return first.sort(compare).slice(0, count)
}

/** Those to be ranked: the newest in names, specializations and trainers, then the newest others. */
export function toBeRanked(table: OfferTable, passing: readonly number[], heads: RowSet): number[] {
  const newest = orderOf(table, 'newest')
  const named = firstOf(
    passing.filter((row) => heads.has(row)),
    MAX_RANKED,
    newest,
  )
  if (named.length === MAX_RANKED) return named
  const taken = new Set(named)
  const others = passing.filter((row) => !taken.has(row))
  return [...named, ...firstOf(others, MAX_RANKED - named.length, newest)]
}
