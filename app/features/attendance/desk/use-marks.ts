import { useCallback, useEffect, useRef, useState } from 'react'
import { useLang } from '../../../locales/texts.tsx'
import type { MarkState } from '../contract.ts'
import { markAttendee } from './attendance-calls.ts'
import { browserStore, type DeviceQueue, type KeptMark, markQueue } from './device-queue.ts'
import { NOT_BEGUN } from './early-question.tsx'
import { useRetry } from './use-retry.ts'

/** Why marks wait. */
export type MarksWaiting = { is: 'away' | 'signedOut' } | undefined
/** @property asksOf the mark that is made when the person says that they mean a session that is still to come */
export type MarkFailure = { message: string; asksOf?: MarkState }

/**
 * The marks of a session by name: each is kept in the browser until the server has it or refuses it.
 * @param onSaved called with the state that is in force: another device may have made a later mark
 */
export function useMarks(sessionId: number, onSaved: (orderId: string, state: MarkState) => void) {
  const lang = useLang()
  const queue = useRef<DeviceQueue<KeptMark>>(undefined)
  const isSending = useRef(false)
  const tell = useRef(onSaved)
  tell.current = onSaved
  const [kept, setKept] = useState<KeptMark[]>([])
  const [waiting, setWaiting] = useState<MarksWaiting>()
  const [failures, setFailures] = useState<Record<string, MarkFailure | undefined>>({})

  const queueOf = useCallback(() => {
    queue.current ??= markQueue(browserStore(), sessionId)
    return queue.current
  }, [sessionId])

  const send = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    try {
      for (let [next] = queueOf().all(); next; [next] = queueOf().all()) {
        const { id, orderId, state } = next
        const answer = await markAttendee(lang, sessionId, next)
        if (answer.is === 'refused') {
          const failure = { message: answer.message, ...(answer.code === NOT_BEGUN ? { asksOf: state } : {}) }
          setFailures((before) => ({ ...before, [orderId]: failure }))
        } else if (answer.is === 'done') tell.current(orderId, answer.data.state)
        else return setWaiting({ is: answer.is })
        queueOf().remove([id])
        setKept(queueOf().all())
      }
      setWaiting(undefined)
    } finally {
      isSending.current = false
    }
  }, [lang, sessionId, queueOf])

  useEffect(() => setKept(queueOf().all()), [queueOf])
  useRetry(send)

  const mark = useCallback(
    (orderId: string, state: MarkState, early: boolean) => {
      setFailures((before) => ({ ...before, [orderId]: undefined }))
      queueOf().add({ id: crypto.randomUUID(), orderId, state, early, at: new Date().toISOString() })
      setKept(queueOf().all())
      void send()
    },
    [send, queueOf],
  )
  return { kept, waiting, failures, mark }
}
