/** Values in memory that were made from tables of the database, kept until one of these changes (decision 0011). */
import { LRUCache } from 'lru-cache'
import { HOUR_MS, SECOND_MS } from './durations.ts'

/** A dependency on all tables. */
export const EVERYTHING = '*'

/** What is kept also changes with time alone: a course that begins today was open for enrolment yesterday. */
export const MAX_CACHED_MS = 30 * SECOND_MS

export type CacheEntry<Value> = { value: Value; madeAt: number }

export type DependentCache<Value> = {
  find: (key: string) => CacheEntry<Value> | undefined
  /** A value that may have changed since, for when the database is not available; none that is known to have changed. */
  findStale: (key: string) => { value: Value; ageMs: number } | undefined
  /** To be taken before a value is made: `keep` refuses it if a dependency changed since. */
  moment: () => number
  /** Whether a dependency changed, or a change may have been missed, after the moment `since`. */
  hasChanged: (dependencies: Iterable<string>, since: number) => boolean
  /** Whether changes are announced to us now. */
  listening: () => boolean
  /** @param madeAt when the oldest part of it was made; now by default */
  keep: (key: string, value: Value, dependencies: ReadonlySet<string>, since: number, madeAt?: number) => void
  /** Drops what depends on this table. */
  invalidate: (table: string) => void
  /** Makes every value a stale one, because changes may have been missed. */
  invalidateAll: () => void
}

export type DependentCacheOptions<Value> = {
  now: () => Date
  /** Whether changes are announced to us now. While they are not, nothing is kept and nothing is served. */
  listening: () => boolean
  bytesOf: (value: Value, key: string) => number
  /** Keys that anybody could multiply must not evict the others. */
  isOpenEnded: (key: string) => boolean
  maxBytes: number
  maxOpenEndedBytes: number
  maxAgeMs?: number
  /** How old a stale value may be. */
  maxStaleAgeMs?: number
}

type Entry<Value> = CacheEntry<Value> & {
  dependencies: ReadonlySet<string>
  /** The moment before it was made. */
  since: number
}

export function createDependentCache<Value extends object>(
  options: DependentCacheOptions<Value>,
): DependentCache<Value> {
  const { now, listening, bytesOf, isOpenEnded, maxAgeMs = MAX_CACHED_MS, maxStaleAgeMs = HOUR_MS } = options
  /** The least recently used go first when there is no room. */
  const spaceOf = (maxSize: number) =>
    new LRUCache<string, Entry<Value>>({ maxSize, sizeCalculation: ({ value }, key) => bytesOf(value, key) })
  const closed = spaceOf(options.maxBytes)
  const openEnded = spaceOf(options.maxOpenEndedBytes)
  const cacheOf = (key: string) => (isOpenEnded(key) ? openEnded : closed)
  const changedAt = new Map<string, number>()
  let clock = 0
  let lastChangeAt = 0
  let lostAt = 0

  const hasChanged = (dependencies: Iterable<string>, since: number) => {
    if (lostAt > since) return true
    if (lastChangeAt <= since) return false
    for (const table of dependencies) if (table === EVERYTHING || (changedAt.get(table) ?? 0) > since) return true
    return false
  }

  return {
    find(key) {
      if (!listening()) return undefined
      const entry = cacheOf(key).get(key)
      if (!entry || entry.since < lostAt) return undefined
      const age = now().getTime() - entry.madeAt
      return age >= 0 && age < maxAgeMs ? entry : undefined
    },
    findStale(key) {
      const entry = cacheOf(key).get(key)
      const ageMs = entry ? now().getTime() - entry.madeAt : 0
      return entry && ageMs < maxStaleAgeMs ? { value: entry.value, ageMs: Math.max(0, ageMs) } : undefined
    },
    moment: () => clock,
    hasChanged,
    listening,
    keep(key, value, dependencies, since, madeAt = now().getTime()) {
      if (!listening() || hasChanged(dependencies, since)) return
      cacheOf(key).set(key, { value, dependencies, madeAt, since })
    },
    invalidate(table) {
      lastChangeAt = ++clock
      changedAt.set(table, clock)
      for (const space of [closed, openEnded]) {
        // A copy of the entries: the iterator of the cache itself must not meet its own deletions.
        for (const [key, { dependencies }] of [...space.entries()])
          if (dependencies.has(EVERYTHING) || dependencies.has(table)) space.delete(key)
      }
    },
    invalidateAll() {
      lostAt = ++clock
    },
  }
}
