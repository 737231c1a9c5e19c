/** Drawn pictures: made when first asked for, one at a time, and kept in memory up to a bound. */
import { createHash } from 'node:crypto'

export type Picture = { bytes: Uint8Array<ArrayBuffer>; etag: string }

export type Drawings = {
  /** The picture under this key; undefined when too many others wait to be drawn. */
  get: (key: string, draw: () => Promise<Uint8Array>) => Promise<Picture | undefined>
}

/**
 * @param room bytes of pictures that are kept
 * @param waiting how many may wait; drawing takes a processor for a tenth of a second, and pages need it too
 */
export function createDrawings(room = 32_000_000, waiting = 24): Drawings {
  const kept = new Map<string, Picture>()
  const coming = new Map<string, Promise<Picture>>()
  let used = 0
  let queue: Promise<unknown> = Promise.resolve()

  function keep(key: string, picture: Picture) {
    kept.set(key, picture)
    used += picture.bytes.length
    for (const [oldest, { bytes }] of kept) {
      if (used <= room) break
      kept.delete(oldest)
      used -= bytes.length
    }
  }

  async function drawn(key: string, draw: () => Promise<Uint8Array>): Promise<Picture> {
    const bytes = Uint8Array.from(await draw())
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
    const picture = { bytes, etag }
    keep(key, picture)
    return picture
  }

  return {
    async get(key, draw) {
      const found = kept.get(key)
      if (found) {
        kept.delete(key)
        kept.set(key, found)
        return found
      }
      const begun = coming.get(key)
      if (begun) return begun
      if (coming.size >= waiting) return undefined
      const picture = queue.then(() => drawn(key, draw))
      coming.set(key, picture)
      queue = picture.catch(() => undefined).finally(() => coming.delete(key))
      return picture
    },
  }
}
