/** Whole pages that every guest shares, kept in memory until what they were made of changes. */

/** Stands among the tables of a page that any change may concern. */
export const EVERYTHING = '*'

export type Bytes = Uint8Array<ArrayBuffer>

export type KeptPage = {
  /** Of the page itself; each form in which it is sent adds its own mark. */
  hash: string
  headers: Headers
  brotli: Bytes
  /** Made when somebody first asks for it. */
  gzip?: Promise<Bytes>
}

export type PageCache = {
  find: (key: string) => KeptPage | undefined
  /** To be taken before the page is made: `keep` refuses it if something changed meanwhile. */
  moment: () => number
  keep: (key: string, page: KeptPage, madeOf: ReadonlySet<string>, since: number) => void
  /** Forgets what was made of this table. */
  changed: (table: string) => void
  /** Forgets everything: changes may have been missed. */
  lost: () => void
}

export type PageCacheOptions = {
  now: () => Date
  /** Whether changes would be heard now; nothing is kept or given while they would not. */
  listening: () => boolean
  /** Bytes for the pages without a query, and a third of that for the others, which anybody could multiply. */
  room?: number
  /** Milliseconds; what courses offer changes with the time, too. */
  maxAge?: number
}

type Entry = { page: KeptPage; madeOf: ReadonlySet<string>; madeAt: number; size: number }

export function createPageCache(options: PageCacheOptions): PageCache {
  const { now, listening, room = 48_000_000, maxAge = 30_000 } = options
  const plain = createShelf(room)
  const queried = createShelf(room / 3)
  const shelfOf = (key: string) => (key.includes('?') ? queried : plain)
  const changedAt = new Map<string, number>()
  let clock = 0
  let lostAt = 0

  const changedSince = (madeOf: ReadonlySet<string>, since: number) =>
    lostAt > since ||
    [...(madeOf.has(EVERYTHING) ? changedAt.keys() : madeOf)].some((table) => (changedAt.get(table) ?? 0) > since)

  return {
    find(key) {
      if (!listening()) return undefined
      const entry = shelfOf(key).take(key)
      const age = entry ? now().getTime() - entry.madeAt : 0
      return age >= 0 && age < maxAge ? entry?.page : undefined
    },
    moment: () => clock,
    keep(key, page, madeOf, since) {
      if (!listening() || changedSince(madeOf, since)) return
      const size = page.brotli.length * 2 + key.length * 2 + 2000
      shelfOf(key).put(key, { page, madeOf, madeAt: now().getTime(), size })
    },
    changed(table) {
      changedAt.set(table, ++clock)
      for (const shelf of [plain, queried]) {
        shelf.drop(({ madeOf }) => madeOf.has(EVERYTHING) || madeOf.has(table))
      }
    },
    lost() {
      lostAt = ++clock
      for (const shelf of [plain, queried]) shelf.drop(() => true)
    },
  }
}

/** What was asked for least recently goes first when there is no room. */
function createShelf(room: number) {
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
      if (entry.size > room) return
      entries.set(key, entry)
      used += entry.size
      for (const oldest of entries.keys()) {
        if (used <= room) break
        remove(oldest)
      }
    },
    drop(concerns: (entry: Entry) => boolean) {
      for (const [key, entry] of entries) if (concerns(entry)) remove(key)
    },
  }
}
