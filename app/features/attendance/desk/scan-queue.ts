/**
 * The scans of a session that the server does not have yet. They are kept in the browser, so that neither a lost
 * connection nor a closed page loses one; each has an id of its own, by which the server knows one that it gets again.
 */
export type Scan = { id: string; code: string; at: string }

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type ScanQueue = {
  all: () => Scan[]
  add: (scan: Scan) => void
  remove: (ids: readonly string[]) => void
}

/** @param store where the browser gives none, the scans are kept as long as the page is open */
export function scanQueue(store: Store | undefined, sessionId: number): ScanQueue {
  const key = `attendance:scans:${sessionId}`
  let inMemory: Scan[] = []

  function all(): Scan[] {
    const stored = readStored(store, key)
    const known = new Set(stored.map(({ id }) => id))
    return [...stored, ...inMemory.filter(({ id }) => !known.has(id))]
  }
  function save(scans: Scan[]): void {
    try {
      if (scans.length === 0) store?.removeItem(key)
      else store?.setItem(key, JSON.stringify(scans))
      inMemory = store ? [] : scans
    } catch {
      // The browser's storage is full or closed.
      inMemory = scans
    }
  }
  return {
    all,
    add: (scan) => save([...all(), scan]),
    remove: (ids) => save(all().filter(({ id }) => !ids.includes(id))),
  }
}

function readStored(store: Store | undefined, key: string): Scan[] {
  try {
    const stored: unknown = JSON.parse(store?.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isScan) : []
  } catch {
    return []
  }
}

const isScan = (value: unknown): value is Scan =>
  typeof value === 'object' &&
  value !== null &&
  (['id', 'code', 'at'] as const).every((name) => name in value && typeof (value as Scan)[name] === 'string')

/** The storage of this browser; undefined where it is closed to pages. */
export function browserStore(): Store | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
