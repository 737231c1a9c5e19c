/** Caches the answers that visitors share, and loads each once for any number of concurrent requests. */
import type { Lang } from '../locales/lang.ts'
import { type CacheEntry, createDependentCache, type DependentCache } from '../platform/dependent-cache.server.ts'

/** A deeply frozen answer of a call. */
export type SharedAnswer = CacheEntry<object>

export type AnswerCache = Pick<DependentCache<object>, 'invalidate' | 'invalidateAll'> & {
  /** The cached answer of this key, or the one that is being loaded, or that of `load`. */
  answer: (key: string, tables: readonly string[], load: () => Promise<unknown>) => Promise<SharedAnswer>
  /** The body of the response of a call with exactly this answer, if it is cached. */
  bodyOf: (answer: unknown) => Uint8Array<ArrayBuffer> | undefined
}

export type AnswerCacheOptions = {
  now: () => Date
  /** Whether we are notified of changes now. */
  listening: () => boolean
  /** Of all answers together, as `bytesOf` estimates them. */
  maxBytes?: number
}

/** The objects of an answer take about three times its JSON, which is kept beside them. */
const BYTES_PER_JSON_BYTE = 4
const ENTRY_BYTES = 1000
const MAX_KEY_LENGTH = 300
const WITHOUT_INPUT = ' {}'

/** The key of a call's answer, with the input as the contract has read it. */
export function answerKey(feature: string, name: string, lang: Lang, input: unknown): string {
  const fields = Object.entries(input as object).filter(([, value]) => value !== undefined)
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `${feature}.${name} ${lang} ${JSON.stringify(Object.fromEntries(sorted))}`
}

export function createAnswerCache({ now, listening, maxBytes = 24_000_000 }: AnswerCacheOptions): AnswerCache {
  const bodies = new WeakMap<object, Uint8Array<ArrayBuffer>>()
  const inFlight = new Map<string, { since: number; answer: Promise<SharedAnswer> }>()
  const bytesOf = (answer: object, key: string) =>
    bodies.get(answer)!.length * BYTES_PER_JSON_BYTE + key.length * 2 + ENTRY_BYTES
  const cache = createDependentCache<object>({
    now,
    listening,
    bytesOf,
    isOpenEnded: (key) => !key.endsWith(WITHOUT_INPUT),
    maxBytes: maxBytes / 4,
    maxOpenEndedBytes: (maxBytes * 3) / 4,
  })

  async function produce(key: string, tables: readonly string[], load: () => Promise<unknown>): Promise<SharedAnswer> {
    const since = cache.moment()
    const madeAt = now().getTime()
    const value = frozen(await load()) as object
    if (key.length <= MAX_KEY_LENGTH && listening()) {
      bodies.set(value, Uint8Array.from(Buffer.from(JSON.stringify({ isError: false, data: value }))))
      cache.keep(key, value, new Set(tables), since, madeAt)
    }
    return { value, madeAt }
  }

  return {
    invalidate: cache.invalidate,
    invalidateAll: cache.invalidateAll,
    bodyOf: (answer) => (typeof answer === 'object' && answer !== null ? bodies.get(answer) : undefined),
    async answer(key, tables, load) {
      const cached = cache.find(key)
      if (cached) return cached
      const running = inFlight.get(key)
      // An answer begun before a change would show a visitor the state before their own write.
      if (running && listening() && !cache.hasChanged(tables, running.since)) return running.answer
      const started = { since: cache.moment(), answer: produce(key, tables, load) }
      inFlight.set(key, started)
      try {
        return await started.answer
      } finally {
        if (inFlight.get(key) === started) inFlight.delete(key)
      }
    },
  }
}

/** The same value, frozen, because every request gets the same object. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
