/** Counts and chooses among the offers that a search finds. */
import { type FacetCounts, facetCounts, isOfKind, type Kinds } from '../facet-counts.ts'
import type { ListingFilter } from '../listing-filter.ts'
import type { OfferTable, Starts } from './offer-table.ts'
import type { RowSet } from './row-set.ts'

/** Of more matches of a search, the newest are ranked, those in names first; the others follow, the newest first. */
export const MAX_RANKED = 500

export type FoundCounts = FacetCounts & {
  /** Whether the search alone finds any course. */
  found: boolean
}

export type Found = {
  counts: FoundCounts
  /** The rows that pass all filters. */
  passing: number[]
}

/** @param rows that the search finds */
export function countFound(table: OfferTable, rows: RowSet, filter: ListingFilter): Found {
  const isWanted = table.kinds.map((kind) => isOfKind(filter, kind))
  const startsInTime = table.starts.map((starts) => startsWithin(starts, filter))
  const { minPrice = 0, maxPrice = Infinity } = filter
  const groups = [true, false].flatMap((inPrice) => [true, false].map((inStart) => ({ inPrice, inStart })))
  const countsOf = groups.map(() => new Int32Array(table.kinds.length))
  const starting = new Int32Array(table.starts.length)
  const passing: number[] = []
  let found = false
  rows.forEach((row) => {
    if (table.listed[row] !== 1) return
    found = true
    const [kind, starts, price] = [table.kindOf[row]!, table.startsOf[row]!, table.prices[row]!]
    const inPrice = price >= minPrice && price <= maxPrice
    const inStart = startsInTime[starts]!
    countsOf[(inPrice ? 0 : 2) + (inStart ? 0 : 1)]![kind]!++
    if (!inPrice || !isWanted[kind]) return
    starting[starts]!++
    if (inStart) passing.push(row)
  })
  const kinds = groups.map((group, n): Kinds => ({ ...group, ...kindsWith(table.kinds, countsOf[n]!) }))
  const counts = facetCounts(filter, () => true, kinds)
  return { counts: { ...counts, months: monthsOf(table.starts, starting), found }, passing }
}

function kindsWith(kinds: readonly number[], counts: Int32Array): Pick<Kinds, 'kinds' | 'courses'> {
  const counted = kinds.flatMap((kind, n) => (counts[n]! > 0 ? [{ kind, count: counts[n]! }] : []))
  return { kinds: counted.map(({ kind }) => kind), courses: counted.map(({ count }) => count) }
}

function monthsOf(starts: readonly Starts[], counts: Int32Array): FacetCounts['months'] {
  const sums = new Map<number, number>()
  for (const [n, { months }] of starts.entries())
    if (counts[n]! > 0) for (const month of months) sums.set(month, (sums.get(month) ?? 0) + counts[n]!)
  return [...sums].map(([id, count]) => ({ id, count }))
}

function startsWithin({ ranges }: Starts, { startsFrom, startsTo }: ListingFilter): boolean {
  if (startsFrom === undefined && startsTo === undefined) return true
  if (startsFrom !== undefined && startsTo !== undefined && startsFrom > startsTo) return false
  return ranges.some(
    ({ from, before }) =>
      (startsTo === undefined || from <= startsTo) && (startsFrom === undefined || before > startsFrom),
  )
}

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
