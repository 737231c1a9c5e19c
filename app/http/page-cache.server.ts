/** Caches the pages of guests in memory until something that they show changes. */

import { LRUCache } from 'lru-cache'
import type { ViewSubject } from '../api/page-facts.ts'
import { HOUR_MS, SECOND_MS } from '../platform/durations.ts'
import type { ReadyAnswer } from './cached-page.server.ts'
import type { Encoding } from './compression.server.ts'

/** A dependency on all tables. */
export const EVERYTHING = '*'

export type Bytes = Uint8Array<ArrayBuffer>

export type CachedPage = {
  /** Of the page itself. The ETag of each encoding is derived from it. */
  hash: string
  headers: Headers
  /** What is counted as viewed when it is sent. */
  viewed?: ViewSubject | undefined
  brotli: Bytes
  /** Compressed at the first request for it. */
  gzip?: Bytes
  /** As it is sent in each encoding. */
  answers: Map<Encoding | undefined, ReadyAnswer>
}

export type StalePage = { page: CachedPage; ageSeconds: number }

export type PageCache = {
  find: (key: string) => CachedPage | undefined
  /** A page that may have changed since, for when the database is not available; none that is known to have changed. */
  findStale: (key: string) => StalePage | undefined
  /** To be taken before the page is rendered: `keep` refuses the page if a dependency changed since. */
  moment: () => number
  keep: (key: string, page: CachedPage, dependencies: ReadonlySet<string>, since: number) => void
  /** Drops the pages that show something of this table. */
  invalidate: (table: string) => void
  /** Makes every page a stale one, because changes may have been missed. */
  invalidateAll: () => void
  /** Whether a dependency changed, or a change may have been missed, after the moment `since`. */
  hasChanged: (dependencies: ReadonlySet<string>, since: number) => boolean
  /** Whether changes are announced to us now. */
  listening: () => boolean
}

export type PageCacheOptions = {
  now: () => Date
  /** Whether changes are announced to us now. While they are not, nothing is cached and nothing is served. */
  listening: () => boolean
  /** For the pages without a query. Those with one, which anybody could multiply, get another third of it. */
  maxBytes?: number
  /** Pages also change with time alone: a course that begins today was open for enrolment yesterday. */
  maxAgeMs?: number
  /** How old a stale page may be. */
  maxStaleAgeMs?: number
}

type Entry = {
  page: CachedPage
  dependencies: ReadonlySet<string>
  renderedAt: number
  /** The moment before it was rendered. */
  since: number
}

/** Headers and the cache's own overhead, roughly. */
const ENTRY_BYTES = 2000

export function createPageCache(options: PageCacheOptions): PageCache {
  const { now, listening, maxBytes = 48_000_000, maxAgeMs = 30_000, maxStaleAgeMs = HOUR_MS } = options
  const plain = createLruCache(maxBytes)
  const queried = createLruCache(Math.floor(maxBytes / 3))
  const cacheOf = (key: string) => (key.includes('?') ? queried : plain)
  const changedAt = new Map<string, number>()
  let clock = 0
  let lostAt = 0

  const ageOf = ({ renderedAt }: Entry) => now().getTime() - renderedAt
  const hasChanged = (dependencies: ReadonlySet<string>, since: number) =>
    lostAt > since ||
    [...(dependencies.has(EVERYTHING) ? changedAt.keys() : dependencies)].some(
      (table) => (changedAt.get(table) ?? 0) > since,
    )

  return {
    find(key) {
      if (!listening()) return undefined
      const entry = cacheOf(key).get(key)
      if (!entry || entry.since < lostAt) return undefined
      const age = ageOf(entry)
      return age >= 0 && age < maxAgeMs ? entry.page : undefined
    },
    findStale(key) {
      const entry = cacheOf(key).get(key)
      const age = entry ? ageOf(entry) : 0
      return entry && age < maxStaleAgeMs
        ? { page: entry.page, ageSeconds: Math.max(0, Math.floor(age / SECOND_MS)) }
        : undefined
    },
    moment: () => clock,
    keep(key, page, dependencies, since) {
      if (!listening() || hasChanged(dependencies, since)) return
      cacheOf(key).set(key, { page, dependencies, renderedAt: now().getTime(), since })
    },
    invalidate(table) {
      changedAt.set(table, ++clock)
      for (const pages of [plain, queried]) {
        // A copy of the entries: the iterator of the cache itself must not meet its own deletions.
        for (const [key, { dependencies }] of [...pages.entries()])
          if (dependencies.has(EVERYTHING) || dependencies.has(table)) pages.delete(key)
      }
    },
    invalidateAll() {
      lostAt = ++clock
    },
    hasChanged,
    listening,
  }
}

/** The least recently used pages go first when there is no room. */
function createLruCache(maxBytes: number) {
  return new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }, key) => page.brotli.length * 2 + key.length * 2 + ENTRY_BYTES,
  })
}
