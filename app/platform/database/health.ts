import { SECOND_MS } from '../durations.ts'

/** What the process last learnt about its database, from every connection: pools and the invalidation listener. */
export type DatabaseHealth = {
  /** False from a failure until the next answer. */
  isAvailable: () => boolean
  answered: () => void
  failed: () => void
  /** A connection was closed because it did not answer: the others may not answer either. */
  silent: () => void
  /** A statement failed because the server's disk is full. */
  full: () => void
  /** Whether that happened within the last seconds: the next write would fail, too, or show that there is room again. */
  isFull: () => boolean
  onSilence: (listener: () => void) => void
}

const FULL_FOR_MS = 10 * SECOND_MS

export function createDatabaseHealth(): DatabaseHealth {
  let isAvailable = true
  let fullAt = Number.NEGATIVE_INFINITY
  const listeners: (() => void)[] = []
  return {
    isAvailable: () => isAvailable,
    answered: () => {
      isAvailable = true
    },
    failed: () => {
      isAvailable = false
    },
    silent: () => {
      isAvailable = false
      for (const listener of listeners) listener()
    },
    full: () => {
      fullAt = performance.now()
    },
    isFull: () => performance.now() - fullAt < FULL_FOR_MS,
    onSilence: (listener) => {
      listeners.push(listener)
    },
  }
}
