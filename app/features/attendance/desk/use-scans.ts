import { useCallback, useEffect, useRef, useState } from 'react'
import { useLang } from '../../../locales/texts.tsx'
import type { Verdict } from '../contract.ts'
import { type Answer, sendScans } from './attendance-calls.ts'
import { browserStore, type DeviceQueue, type Scan, scanQueue } from './device-queue.ts'
import { useRetry } from './use-retry.ts'

const MAX_SHOWN = 30

/** A scan of this page; without a verdict it waits for the server. */
export type ShownScan = { id: string; verdict: Verdict | undefined; name: string | null }
/** Why scans wait. */
export type Waiting = Exclude<Answer<never>, { is: 'done' }> | undefined

/**
 * The scans of a session: each is kept in the browser until the server has given its verdict.
 * @param early whether the person has said that they mean a session that is still to come
 * @param onVerdicts called when there are new ones
 */
export function useScans(sessionId: number, early: boolean, onVerdicts: () => void) {
  const lang = useLang()
  const queue = useRef<DeviceQueue<Scan>>(undefined)
  const isSending = useRef(false)
  const tell = useRef(onVerdicts)
  tell.current = onVerdicts
  const [shown, setShown] = useState<ShownScan[]>([])
  const [waitingCount, setWaitingCount] = useState(0)
  const [waiting, setWaiting] = useState<Waiting>()

  const queueOf = useCallback(() => {
    queue.current ??= scanQueue(browserStore(), sessionId)
    return queue.current
  }, [sessionId])

  const send = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    try {
      for (let scans = queueOf().all(); scans.length > 0; scans = queueOf().all()) {
        const answer = await sendScans(lang, sessionId, scans, early)
        if (answer.is !== 'done') return setWaiting(answer)
        const { verdicts } = answer.data
        queueOf().remove(verdicts.map(({ id }) => id))
        setShown((before) => withVerdicts(before, verdicts))
        setWaitingCount(queueOf().all().length)
        tell.current()
        // An answer without the verdict of any of them would be asked for again and again.
        if (verdicts.length === 0) return
      }
      setWaiting(undefined)
    } finally {
      isSending.current = false
    }
  }, [lang, sessionId, queueOf, early])

  useEffect(() => setWaitingCount(queueOf().all().length), [queueOf])
  useRetry(send)

  const add = useCallback(
    (code: string) => {
      const id = crypto.randomUUID()
      queueOf().add({ id, code, at: new Date().toISOString() })
      setShown((before) => [{ id, verdict: undefined, name: null }, ...before].slice(0, MAX_SHOWN))
      setWaitingCount(queueOf().all().length)
      void send()
    },
    [send, queueOf],
  )
  /** The scans that wait are not meant: they are forgotten. */
  const discard = useCallback(() => {
    const ids = queueOf()
      .all()
      .map(({ id }) => id)
    queueOf().remove(ids)
    setShown((before) => before.filter(({ id }) => !ids.includes(id)))
    setWaitingCount(0)
    setWaiting(undefined)
  }, [queueOf])
  return { shown, waitingCount, waiting, add, discard }
}

/** Scans of an earlier visit of the page are added at the beginning. */
function withVerdicts(before: ShownScan[], verdicts: ShownScan[]): ShownScan[] {
  const byId = new Map(verdicts.map((verdict) => [verdict.id, verdict]))
  const known = new Set(before.map(({ id }) => id))
  return [...verdicts.filter(({ id }) => !known.has(id)), ...before.map((scan) => byId.get(scan.id) ?? scan)].slice(
    0,
    MAX_SHOWN,
  )
}
