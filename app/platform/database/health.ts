/** What the process last learnt about its database, from every connection: pools and the invalidation listener. */
export type DatabaseHealth = {
  /** False from a failure until the next answer. */
  isAvailable: () => boolean
  answered: () => void
  failed: () => void
  /** A connection was closed because it did not answer: the others may be dead, too. */
  silent: () => void
  onSilence: (listener: () => void) => void
}

export function createDatabaseHealth(): DatabaseHealth {
  let isAvailable = true
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
    onSilence: (listener) => {
      listeners.push(listener)
    },
  }
}
