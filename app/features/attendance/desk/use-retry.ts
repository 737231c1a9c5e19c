import { useEffect } from 'react'

/** How often what waits is sent again, beside the moment at which the browser says that it is online. */
const RETRY_MS = 5_000

/** Sends what waits: now, again and again, and when the connection is back. */
export function useRetry(send: () => Promise<void>): void {
  useEffect(() => {
    const trySending = () => void send()
    trySending()
    const timer = setInterval(trySending, RETRY_MS)
    window.addEventListener('online', trySending)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', trySending)
    }
  }, [send])
}
