/** Caches the pages of guests in memory until something that they show changes. */

import { LRUCache } from 'lru-cache'

/** A dependency on all tables. */
export const EVERYTHING = '*'

export type Bytes = Uint8Array<ArrayBuffer>

export type CachedPage = {
  /** Of the page itself. The ETag of each encoding is derived from it. */
  hash: string
  headers: Headers
  brotli: Bytes
  /** Compressed at the first request for it. */
  gzip?: Promise<Bytes>
}

export type PageCache = {
  find: (key: string) => CachedPage | undefined
  /** To be taken before the page is rendered: `keep` refuses the page if a dependency changed since. */
  moment: () => number
  keep: (key: string, page: CachedPage, dependencies: ReadonlySet<string>, since: number) => void
  /** Drops the pages that show something of this table. */
  invalidate: (table: string) => void
  /** Drops every page, because changes may have been missed. */
  invalidateAll: () => void
}

export type PageCacheOptions = {
  now: () => Date
  /** Whether changes are announced to us now. While they are not, nothing is cached and nothing is served. */
  listening: () => boolean
  /** For the pages without a query. Those with one, which anybody could multiply, get another third of it. */
  maxBytes?: number
  /** Pages also change with time alone: a course that begins today was open for enrolment yesterday. */
  maxAgeMs?: number
}

type Entry = { page: CachedPage; dependencies: ReadonlySet<string>; renderedAt: number }

/** Headers and the cache's own overhead, roughly. */
const ENTRY_BYTES = 2000

export function createPageCache(options: PageCacheOptions): PageCache {
  const { now, listening, maxBytes = 48_000_000, maxAgeMs = 30_000 } = options
  const plain = createLruCache(maxBytes)
  const queried = createLruCache(Math.floor(maxBytes / 3))
  const cacheOf = (key: string) => (key.includes('?') ? queried : plain)
  const changedAt = new Map<string, number>()
  let clock = 0
  let lostAt = 0

  const changedSince = (dependencies: ReadonlySet<string>, since: number) =>
    lostAt > since ||
    [...(dependencies.has(EVERYTHING) ? changedAt.keys() : dependencies)].some(
      (table) => (changedAt.get(table) ?? 0) > since,
    )

  return {
    find(key) {
      if (!listening()) return undefined
      const entry = cacheOf(key).get(key)
      const age = entry ? now().getTime() - entry.renderedAt : 0
      return age >= 0 && age < maxAgeMs ? entry?.page : undefined
    },
    moment: () => clock,
    keep(key, page, dependencies, since) {
      if (!listening() || changedSince(dependencies, since)) return
      cacheOf(key).set(key, { page, dependencies, renderedAt: now().getTime() })
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
      for (const pages of [plain, queried]) pages.clear()
    },
  }
}

/** The least recently used pages go first when there is no room. */
function createLruCache(maxBytes: number) {
  return new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }, key) => page.brotli.length * 2 + key.length * 2 + ENTRY_BYTES,
  })
}
