/** Renders a page once for all visitors who wait for it, and few pages at a time. See decision 0056. */
import pLimit from 'p-limit'
import { SECOND_MS } from '../platform/durations.ts'
import type { CachedPage, PageCache } from './cached-pages/page-cache.server.ts'

/** More at a time would only wait for each other: rendering is mostly computing. */
const MAX_AT_ONCE = 16
/** Beyond it a request is refused immediately, because it would wait too long. */
const MAX_WAITING = 256
const MAX_WAIT_MS = 10 * SECOND_MS

/** So many pages are being rendered that this one would wait too long. */
export class Overloaded extends Error {
  constructor() {
    super('Too many pages are being rendered.')
  }
}

/** A page for all guests, or an answer for one visitor. */
export type Sendable<T> = { page: CachedPage } | { page?: undefined; answer: T }
export type RenderResult<T> =
  | { page: CachedPage; dependencies: ReadonlySet<string>; since: number }
  | { page?: undefined; answer: T }

type Limits = { maxAtOnce?: number; maxWaiting?: number; maxWaitMs?: number }

export function createRenderQueue(cache: PageCache | undefined, limits: Limits = {}) {
  const { maxAtOnce = MAX_AT_ONCE, maxWaiting = MAX_WAITING, maxWaitMs = MAX_WAIT_MS } = limits
  const limit = pLimit(maxAtOnce)
  const inFlight = new Map<string, Promise<RenderResult<unknown> | undefined>>()

  /** Runs `render` when a place is free. @throws Overloaded */
  async function enqueue<T>(render: () => Promise<T>): Promise<T> {
    if (limit.pendingCount >= maxWaiting) throw new Overloaded()
    const queuedAt = performance.now()
    return limit(() => {
      if (performance.now() - queuedAt > maxWaitMs) throw new Overloaded()
      return render()
    })
  }

  /**
   * The page of `key`: cached meanwhile, rendered by another request, or rendered now. What another renders is right for
   * this one only when nothing that it shows changed between its beginning and our arrival: a visitor sees their own
   * write, which was announced before they were answered.
   * @throws Overloaded
   */
  async function once<T>(key: string, render: () => Promise<RenderResult<T>>): Promise<Sendable<T>> {
    const arrivedAt = cache?.moment() ?? 0
    // While changes are not announced nobody knows whether another's page is right.
    while (cache?.listening()) {
      const page = cache.find(key)
      if (page) return { page }
      const others = inFlight.get(key)
      if (!others) return start(key, render)
      const result = await within(others, maxWaitMs)
      if (!result?.page) break
      if (result.since >= arrivedAt || !cache.hasChanged(result.dependencies, result.since)) return result
    }
    return enqueue(render)
  }

  function start<T>(key: string, render: () => Promise<RenderResult<T>>): Promise<RenderResult<T>> {
    const rendering = enqueue(render)
    const settled = rendering.catch(() => undefined)
    inFlight.set(key, settled)
    const drop = () => {
      if (inFlight.get(key) === settled) inFlight.delete(key)
    }
    // What hangs must not keep the page from all later visitors.
    const timeout = setTimeout(drop, maxWaitMs)
    void settled.then(() => {
      clearTimeout(timeout)
      drop()
    })
    return rendering
  }

  return { enqueue, once }
}

/** @throws Overloaded when it takes longer */
function within<T>(work: Promise<T>, maxMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const timeout = setTimeout(() => reject(new Overloaded()), maxMs)
  void work.then(resolve).finally(() => clearTimeout(timeout))
  return promise
}
