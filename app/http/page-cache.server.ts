/** Whole pages that all guests share, in memory until something that they show changes. */

/** Stands among the dependencies of a page that any change may concern. */
export const EVERYTHING = '*'

export type Bytes = Uint8Array<ArrayBuffer>

export type CachedPage = {
  /** Of the page itself. The ETag of each encoding is made of it. */
  hash: string
  headers: Headers
  brotli: Bytes
  /** Compressed when somebody first asks for it. */
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

type Entry = { page: CachedPage; dependencies: ReadonlySet<string>; renderedAt: number; size: number }

export function createPageCache(options: PageCacheOptions): PageCache {
  const { now, listening, maxBytes = 48_000_000, maxAgeMs = 30_000 } = options
  const plain = createLruCache(maxBytes)
  const queried = createLruCache(maxBytes / 3)
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
      const entry = cacheOf(key).take(key)
      const age = entry ? now().getTime() - entry.renderedAt : 0
      return age >= 0 && age < maxAgeMs ? entry?.page : undefined
    },
    moment: () => clock,
    keep(key, page, dependencies, since) {
      if (!listening() || changedSince(dependencies, since)) return
      const size = page.brotli.length * 2 + key.length * 2 + 2000
      cacheOf(key).put(key, { page, dependencies, renderedAt: now().getTime(), size })
    },
    invalidate(table) {
      changedAt.set(table, ++clock)
      for (const pages of [plain, queried]) {
        pages.drop(({ dependencies }) => dependencies.has(EVERYTHING) || dependencies.has(table))
      }
    },
    invalidateAll() {
      lostAt = ++clock
      for (const pages of [plain, queried]) pages.drop(() => true)
    },
  }
}

/** The least recently used entries go first when there is no room. */
function createLruCache(maxBytes: number) {
  const entries = new Map<string, Entry>()
  let used = 0
  const remove = (key: string) => {
    used -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }
  return {
    take(key: string): Entry | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry
    },
    put(key: string, entry: Entry) {
      remove(key)
      if (entry.size > maxBytes) return
      entries.set(key, entry)
      used += entry.size
      for (const oldest of entries.keys()) {
        if (used <= maxBytes) break
        remove(oldest)
      }
    },
    drop(concerns: (entry: Entry) => boolean) {
      for (const [key, entry] of entries) if (concerns(entry)) remove(key)
    },
  }
}
