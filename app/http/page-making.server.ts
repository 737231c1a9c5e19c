/** Makes a page once however many visitors wait for it, and few pages at a time. See decision 0056. */
import pLimit from 'p-limit'
import { SECOND_MS } from '../platform/durations.ts'
import type { CachedPage, PageCache } from './page-cache.server.ts'

/** More at a time would only wait for each other: making a page is mostly computing. */
const MAX_AT_ONCE = 16
/** Beyond it a request is refused at once, because its turn would come too late. */
const MAX_WAITING = 256
const MAX_WAIT_MS = 10 * SECOND_MS

/** So many pages are being made that this one would come too late. */
export class Overloaded extends Error {
  constructor() {
    super('Too many pages are being made.')
  }
}

/** A page for all guests, or an answer for one visitor. */
export type Sendable<T> = { page: CachedPage } | { page?: undefined; answer: T }
export type Made<T> =
  | { page: CachedPage; dependencies: ReadonlySet<string>; since: number }
  | { page?: undefined; answer: T }

type Limits = { maxAtOnce?: number; maxWaiting?: number; maxWaitMs?: number }

export function createPageMaking(cache: PageCache | undefined, limits: Limits = {}) {
  const { maxAtOnce = MAX_AT_ONCE, maxWaiting = MAX_WAITING, maxWaitMs = MAX_WAIT_MS } = limits
  const limit = pLimit(maxAtOnce)
  const beingMade = new Map<string, Promise<Made<unknown> | undefined>>()

  /** Runs `make` when it is its turn. @throws Overloaded */
  async function inTurn<T>(make: () => Promise<T>): Promise<T> {
    if (limit.pendingCount >= maxWaiting) throw new Overloaded()
    const askedAt = performance.now()
    return limit(() => {
      if (performance.now() - askedAt > maxWaitMs) throw new Overloaded()
      return make()
    })
  }

  /**
   * The page of `key`: cached meanwhile, made by another request, or made now. What another request makes is right for
   * this one only when nothing that it shows changed between its beginning and our arrival: a visitor sees their own
   * write, which was announced before they were answered.
   * @throws Overloaded
   */
  async function once<T>(key: string, make: () => Promise<Made<T>>): Promise<Sendable<T>> {
    const arrivedAt = cache?.moment() ?? 0
    // While changes are not announced nobody knows whether another's page is right.
    while (cache?.listening()) {
      const page = cache.find(key)
      if (page) return { page }
      const others = beingMade.get(key)
      if (!others) return first(key, make)
      const made = await within(others, maxWaitMs)
      if (!made?.page) break
      if (made.since >= arrivedAt || !cache.hasChanged(made.dependencies, made.since)) return made
    }
    return inTurn(make)
  }

  function first<T>(key: string, make: () => Promise<Made<T>>): Promise<Made<T>> {
    const making = inTurn(make)
    const known = making.catch(() => undefined)
    beingMade.set(key, known)
    const forget = () => {
      if (beingMade.get(key) === known) beingMade.delete(key)
    }
    // What hangs must not keep the page from all later visitors.
    const timeout = setTimeout(forget, maxWaitMs)
    void known.then(() => {
      clearTimeout(timeout)
      forget()
    })
    return making
  }

  return { inTurn, once }
}

/** @throws Overloaded when it takes longer */
function within<T>(work: Promise<T>, maxMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const timeout = setTimeout(() => reject(new Overloaded()), maxMs)
  void work.then(resolve).finally(() => clearTimeout(timeout))
  return promise
}
