/** Generated pictures: drawn at the first request, one at a time, and cached in memory. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'

export type Picture = { bytes: Uint8Array<ArrayBuffer>; etag: string }

export type Drawings = {
  /** The picture with this key; undefined when too many others are waiting to be drawn. */
  get: (key: string, draw: () => Promise<Uint8Array>) => Promise<Picture | undefined>
}

/**
 * @param maxBytes size of the cache
 * @param maxPending how many may wait: drawing blocks the processor for a tenth of a second, and pages need it too
 */
export function createDrawings(maxBytes = 32_000_000, maxPending = 24): Drawings {
  const cache = new LRUCache<string, Picture>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes.length })
  const pending = new Map<string, Promise<Picture>>()
  const oneAtATime = pLimit(1)

  async function drawAndCache(key: string, draw: () => Promise<Uint8Array>): Promise<Picture> {
    const bytes = Uint8Array.from(await draw())
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
    const picture = { bytes, etag }
    cache.set(key, picture)
    return picture
  }

  return {
    async get(key, draw) {
      const existing = cache.get(key) ?? pending.get(key)
      if (existing) return existing
      if (pending.size >= maxPending) return undefined
      const picture = oneAtATime(() => drawAndCache(key, draw)).finally(() => pending.delete(key))
      pending.set(key, picture)
      return picture
    },
  }
}
