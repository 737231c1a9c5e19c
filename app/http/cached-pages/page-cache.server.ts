/** Caches the pages of guests in memory until something that they show changes. */
import type { ViewSubject } from '../../api/page-facts.ts'
import { createDependentCache, type DependentCache } from '../../platform/dependent-cache.server.ts'
import { SECOND_MS } from '../../platform/durations.ts'
import type { Encoding } from '../compression.server.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** An answer that is ready to be sent: nothing of it is computed for a request. */
export type ReadyAnswer = {
  etag: string
  /** Names and values in turn; the last value is that of X-Request-Id. */
  headers: string[]
  /** Those of a 304. */
  notModified: string[]
  body: Buffer
}

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

export type PageCache = Omit<DependentCache<CachedPage>, 'find' | 'findStale'> & {
  find: (key: string) => CachedPage | undefined
  /** A page that may have changed since, for when the database is not available; none that is known to have changed. */
  findStale: (key: string) => StalePage | undefined
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

/** Headers and the cache's own overhead, roughly. */
const ENTRY_BYTES = 2000

export function createPageCache(options: PageCacheOptions): PageCache {
  const { maxBytes = 48_000_000 } = options
  const { find, findStale, ...cache } = createDependentCache<CachedPage>({
    ...options,
    bytesOf: ({ brotli }, key) => brotli.length * 2 + key.length * 2 + ENTRY_BYTES,
    isOpenEnded: (key) => key.includes('?'),
    maxBytes,
    maxOpenEndedBytes: Math.floor(maxBytes / 3),
  })
  return {
    ...cache,
    find: (key) => find(key)?.value,
    findStale(key) {
      const stale = findStale(key)
      return stale && { page: stale.value, ageSeconds: Math.floor(stale.ageMs / SECOND_MS) }
    },
  }
}
