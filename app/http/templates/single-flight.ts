/** Makes a value once however many wait for it. */
import type { DependentCache } from '../../platform/dependent-cache.server.ts'

/** A value, the tables that it shows something of, and when its oldest part was made. */
export type Made<Value> = { value: Value; dependencies: ReadonlySet<string>; madeAt: number }

/**
 * One making at a time of each key; the others wait for it. What it made is right for those who came before it began, or
 * if nothing that it shows changed between. Then it is theirs even if a change has come since: otherwise everybody who
 * waits would be rendered a page of their own as soon as changes come faster than pages are made.
 * @returns undefined when it could not be made, or while changes are not announced and nobody knows whether another's
 * value is right
 */
export function singleFlight<Value extends object>(cache: DependentCache<Value>) {
  const makings = new Map<string, Promise<(Made<Value> & { since: number }) | undefined>>()

  async function first(key: string, make: () => Promise<Made<Value>>): Promise<Value | undefined> {
    const since = cache.moment()
    const making = make().then(
      (made) => {
        cache.keep(key, made.value, made.dependencies, since, made.madeAt)
        return { ...made, since }
      },
      // The page for each one visitor, which is made next, reports what failed.
      () => undefined,
    )
    makings.set(key, making)
    const made = await making.finally(() => makings.delete(key))
    return made?.value
  }

  return async (key: string, make: () => Promise<Made<Value>>): Promise<Value | undefined> => {
    const arrivedAt = cache.moment()
    while (cache.listening()) {
      const found = cache.find(key)
      if (found) return found.value
      const others = makings.get(key)
      if (!others) return first(key, make)
      const made = await others
      if (!made) return undefined
      if (made.since >= arrivedAt || !cache.hasChanged(made.dependencies, made.since)) return made.value
    }
    return undefined
  }
}
