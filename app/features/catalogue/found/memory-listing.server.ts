/** Lists of courses from the memory of the process: how many each value of a facet finds, and the page that is asked for. */
import { COUNT_CAP } from '../../../platform/count-cap.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import type { ListingFilter } from '../listing/listing-filter.ts'
import { countFound, type FacetCounts, firstOf, orderOf, toBeRanked } from './found-offers.ts'
import { readRanks, readStale } from './found-queries.server.ts'
import { offerMemory } from './offer-memory.server.ts'
import type { OfferTable } from './offer-table.ts'
import { RowSet } from './row-set.ts'

/** So few are sorted; among more, an index of the order soon meets a page of them. */
const FEW = 1000
/** Of all courses: among fewer, the index would pass over many others, and sorting costs no more. */
const SMALL_PART = 1 / 8

/** @property ids undefined where the database finds the page sooner, in an index of the order */
export type Listing = { counts: FacetCounts; ids: number[] | undefined }

type Ranked = { id: number; publishedAt: number }
type Chosen = { counts: FacetCounts; ranked: Ranked[]; rest: number[] | undefined }

/** `total` is at most one more than `COUNT_CAP`. */
export async function listInMemory(db: Database, filter: ListingFilter, now: Date): Promise<Listing> {
  const memory = offerMemory(db)
  // First: what the job stores meanwhile is then among the changes, and replaced by what is right now.
  const { stale, live } = await readStale(db, now)
  const words = filter.search === undefined ? [] : wordsOf(filter.search)
  const matches = await memory.matchesOf(words)
  const { table } = memory
  const { counts, ranked, rest } = table.instead(stale, live, () => {
    if (filter.search === undefined) return chosen(table, RowSet.all(table.size), undefined, filter)
    const rows = RowSet.inAll(matches.map(({ terms }) => terms))
    return chosen(table, rows, RowSet.inAll(matches.map(({ heads }) => heads)), filter)
  })
  const { offset, limit, search } = filter
  const best =
    search !== undefined && offset < ranked.length
      ? await inOrderOfRank(db, ranked, search)
      : ranked.map(({ id }) => id)
  return {
    counts: { ...counts, total: Math.min(counts.total, COUNT_CAP + 1) },
    ids: rest && [...best, ...rest].slice(offset, offset + limit),
  }
}

/** @param heads the rows that a search finds in their heads; undefined without a search */
function chosen(table: OfferTable, rows: RowSet, heads: RowSet | undefined, filter: ListingFilter): Chosen {
  const { counts, passing } = countFound(table, rows, filter)
  const order = orderOf(table, filter.sort)
  const idOf = (row: number) => table.courseIds[row]!
  const end = filter.offset + filter.limit
  if (heads === undefined || filter.sort !== 'relevance') {
    const isLong = passing.length > COUNT_CAP || passing.length > Math.max(FEW, 10 * end, table.size * SMALL_PART)
    const isInOrder = heads === undefined && !asksForRuns(filter) && isLong
    return { counts, ranked: [], rest: isInOrder ? undefined : firstOf(passing, end, order).map(idOf) }
  }
  const ranked = toBeRanked(table, passing, heads)
  const taken = new Set(ranked)
  const rest =
    end > ranked.length && passing.length > ranked.length
      ? firstOf(
          passing.filter((row) => !taken.has(row)),
          end - ranked.length,
          order,
        )
      : []
  return {
    counts,
    ranked: ranked.map((row) => ({ id: idOf(row), publishedAt: table.publishedAt[row]! })),
    rest: rest.map(idOf),
  }
}

/** What the database has no column for. */
const asksForRuns = ({ cityIds, times }: ListingFilter) => cityIds !== undefined || times !== undefined

async function inOrderOfRank(db: Database, found: Ranked[], search: string): Promise<number[]> {
  const ids = found.map(({ id }) => id)
  const ranks = await readRanks(db, ids, search)
  const rankOf = ({ id }: Ranked) => ranks.get(id) ?? 0
  return found
    .toSorted((one, other) => rankOf(other) - rankOf(one) || other.publishedAt - one.publishedAt || other.id - one.id)
    .map(({ id }) => id)
}

/** More words are compared as one: so many are kept that nobody's are dropped before they are used. */
const MAX_WORDS = 20
/** A word with the forms and synonyms that it is also found by. */
const WORD = /^(?:'[^']*'(?::\*)?|\( [^()&]* \))$/

/** The words of a query, all of which are asked for; a query of another form is one. */
function wordsOf(query: string): string[] {
  if (query === '') return []
  const words = query.split(' & ')
  return words.length <= MAX_WORDS && words.every((word) => WORD.test(word)) ? words : [query]
}
