/** Remembers the answers that visitors share, and makes each of them once, however many ask at the same time. */
import type { Lang } from '../locales/lang.ts'
import { createDependentCache, type DependentCache, type Kept } from '../platform/dependent-cache.server.ts'

/** A deeply frozen answer of a call. */
export type SharedAnswer = Kept<object>

export type AnswerCache = Pick<DependentCache<object>, 'invalidate' | 'invalidateAll'> & {
  /** The remembered answer of this key, or the one that is being made, or that of `make`. */
  answer: (key: string, tables: readonly string[], make: () => Promise<unknown>) => Promise<SharedAnswer>
  /** The body of the response of a call with this very answer, if it is remembered. */
  bodyOf: (answer: unknown) => Uint8Array<ArrayBuffer> | undefined
}

export type AnswerCacheOptions = {
  now: () => Date
  /** Whether changes are announced to us now. */
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
  const flights = new Map<string, { since: number; made: Promise<SharedAnswer> }>()
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

  async function made(key: string, tables: readonly string[], make: () => Promise<unknown>): Promise<SharedAnswer> {
    const since = cache.moment()
    const madeAt = now().getTime()
    const value = frozen(await make()) as object
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
    async answer(key, tables, make) {
      const kept = cache.find(key)
      if (kept) return kept
      const underWay = flights.get(key)
      // One that began before a change would show somebody the state before their own write.
      if (underWay && listening() && !cache.hasChanged(tables, underWay.since)) return underWay.made
      const flight = { since: cache.moment(), made: made(key, tables, make) }
      flights.set(key, flight)
      try {
        return await flight.made
      } finally {
        if (flights.get(key) === flight) flights.delete(key)
      }
    },
  }
}

/** The same value, which nobody can change any more: it is handed out to every request. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
