import { useCallback, useEffect, useRef, useState } from 'react'
import { browserStore, type DeviceQueue } from './device-queue.ts'

/** How often what waits is sent again, beside the moment at which the browser says that it is online. */
const RETRY_MS = 5_000

/** What became of sending: what the server has taken or refused for good, or why all of it waits. */
export type Sent<W> = { done: readonly string[] } | { waits: W }

/**
 * What was done at a session, kept in the browser until the server has it: sent at once, again and again, and when the
 * connection is back, never twice at a time.
 * @param open the queue of the session; the hook keeps the first one, so each session needs a component of its own
 * @param send sends the first of what waits
 */
export function useDeviceQueue<T extends { id: string }, W>(
  open: (store: ReturnType<typeof browserStore>) => DeviceQueue<T>,
  send: (entries: readonly T[]) => Promise<Sent<W>>,
) {
  const opening = useRef(open)
  const queue = useRef<DeviceQueue<T>>(undefined)
  const isSending = useRef(false)
  const [kept, setKept] = useState<T[]>([])
  const [waiting, setWaiting] = useState<W>()

  const queueOf = useCallback(() => {
    queue.current ??= opening.current(browserStore())
    return queue.current
  }, [])

  const sendAll = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    try {
      for (let entries = queueOf().all(); entries.length > 0; entries = queueOf().all()) {
        const sent = await send(entries)
        if ('waits' in sent) return setWaiting(sent.waits)
        queueOf().remove(sent.done)
        setKept(queueOf().all())
        // An answer about none of them would be asked for again and again.
        if (sent.done.length === 0) return
      }
      setWaiting(undefined)
    } finally {
      isSending.current = false
    }
  }, [send, queueOf])

  useEffect(() => {
    setKept(queueOf().all())
    const trySending = () => void sendAll()
    trySending()
    const timer = setInterval(trySending, RETRY_MS)
    window.addEventListener('online', trySending)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', trySending)
    }
  }, [sendAll, queueOf])

  const add = useCallback(
    (entry: T) => {
      queueOf().add(entry)
      setKept(queueOf().all())
      void sendAll()
    },
    [sendAll, queueOf],
  )
  /** Forgets all that waits. @returns its ids */
  const discard = useCallback(() => {
    const ids = queueOf()
      .all()
      .map(({ id }) => id)
    queueOf().remove(ids)
    setKept([])
    setWaiting(undefined)
    return ids
  }, [queueOf])
  return { kept, waiting, add, discard }
}
