/**
 * What was done at a session and the server does not have yet, in its order. It is kept in the browser, so that neither a
 * lost connection nor a closed page loses any of it.
 */
import type { MarkState } from '../contract.ts'

/** A badge; the server knows by its id one that it gets again. */
export type Scan = { id: string; code: string; at: string }
/** A mark by name. @property early the person has said that they mean a session that is still to come */
export type KeptMark = { id: string; orderId: string; state: MarkState; early: boolean; at: string }

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type DeviceQueue<T> = {
  all: () => T[]
  add: (entry: T) => void
  remove: (ids: readonly string[]) => void
}

/** @param store where the browser gives none, scans are kept as long as the page is open */
export const scanQueue = (store: Store | undefined, sessionId: number) =>
  deviceQueue(store, `attendance:scans:${sessionId}`, (value): value is Scan => hasTexts(value, ['id', 'code', 'at']))

/** @param store where the browser gives none, marks are kept as long as the page is open */
export const markQueue = (store: Store | undefined, sessionId: number) =>
  deviceQueue(store, `attendance:marks:${sessionId}`, (value): value is KeptMark =>
    hasTexts(value, ['id', 'orderId', 'state', 'at']),
  )

function deviceQueue<T extends { id: string }>(
  store: Store | undefined,
  key: string,
  isEntry: (value: unknown) => value is T,
): DeviceQueue<T> {
  let inMemory: T[] = []

  function all(): T[] {
    const stored = readStored(store, key).filter(isEntry)
    const known = new Set(stored.map(({ id }) => id))
    return [...stored, ...inMemory.filter(({ id }) => !known.has(id))]
  }
  function save(entries: T[]): void {
    try {
      if (entries.length === 0) store?.removeItem(key)
      else store?.setItem(key, JSON.stringify(entries))
      inMemory = store ? [] : entries
    } catch {
      // The browser's storage is full or closed.
      inMemory = entries
    }
  }
  return {
    all,
    add: (entry) => save([...all(), entry]),
    remove: (ids) => save(all().filter(({ id }) => !ids.includes(id))),
  }
}

function readStored(store: Store | undefined, key: string): unknown[] {
  try {
    const stored: unknown = JSON.parse(store?.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

const hasTexts = (value: unknown, names: readonly string[]) =>
  typeof value === 'object' &&
  value !== null &&
  names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string')

/** The storage of this browser; undefined where it is closed to pages. */
export function browserStore(): Store | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
