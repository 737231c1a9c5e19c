/** What is counted in memory: the courses that a search finds, with a page of them, and those that other filters pass. */
import { COUNT_CAP } from '../../../platform/count-cap.ts'
import type { Database } from '../../../platform/database.server.ts'
import type { FacetCounts } from '../facet-counts.ts'
import type { ListingFilter } from '../listing-filter.ts'
import { countFound, type FoundCounts, firstOf, orderOf, toBeRanked } from './found-offers.ts'
import { readRanks, readStale } from './found-queries.server.ts'
import { offerMemory } from './offer-memory.server.ts'
import type { OfferTable } from './offer-table.ts'
import { RowSet } from './row-set.ts'

export type Listing = { counts: FoundCounts; ids: number[] }

type Ranked = { id: number; publishedAt: number }
type Chosen = { counts: FoundCounts; ranked: Ranked[]; rest: number[] }

/** `total` is at most one more than `COUNT_CAP`. */
export async function searchListing(
  db: Database,
  filter: ListingFilter & { search: string },
  now: Date,
): Promise<Listing> {
  const memory = offerMemory(db)
  // First: what the job stores meanwhile is then among the changes, and replaced by what is right now.
  const { stale, live } = await readStale(db, now)
  const words = wordsOf(filter.search)
  const matches = await memory.matchesOf(words)
  const { counts, ranked, rest } = memory.table.instead(stale, live, () =>
    chosen(
      memory.table,
      RowSet.inAll(matches.map(({ terms }) => terms)),
      RowSet.inAll(matches.map(({ heads }) => heads)),
      filter,
    ),
  )
  const { offset, limit } = filter
  const best = offset < ranked.length ? await inOrderOfRank(db, ranked, filter.search) : ranked.map(({ id }) => id)
  return {
    counts: { ...counts, total: Math.min(counts.total, COUNT_CAP + 1) },
    ids: [...best, ...rest].slice(offset, offset + limit),
  }
}

/** The counts of a listing without a search. */
export async function countInMemory(db: Database, filter: ListingFilter, now: Date): Promise<FacetCounts> {
  const memory = offerMemory(db)
  const { stale, live } = await readStale(db, now)
  await memory.matchesOf([])
  const { table } = memory
  return table.instead(stale, live, () => countFound(table, RowSet.all(table.size), filter).counts)
}

function chosen(table: OfferTable, rows: RowSet, heads: RowSet, filter: ListingFilter): Chosen {
  const { counts, passing } = countFound(table, rows, filter)
  const order = orderOf(table, filter.sort)
  const idOf = (row: number) => table.courseIds[row]!
  const end = filter.offset + filter.limit
  if (filter.sort !== 'relevance') return { counts, ranked: [], rest: firstOf(passing, end, order).map(idOf) }
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
