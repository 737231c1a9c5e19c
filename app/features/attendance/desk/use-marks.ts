import { useCallback, useRef, useState } from 'react'
import { useLang } from '../../../locales/texts.tsx'
import type { MarkState } from '../contract.ts'
import { markAttendee } from './attendance-calls.ts'
import { type KeptMark, markQueue } from './device-queue.ts'
import { NOT_BEGUN } from './early-question.tsx'
import { type Sent, useDeviceQueue } from './use-device-queue.ts'

/** Why marks wait. */
type MarksWaiting = { is: 'away' | 'signedOut' }
/** @property asksOf the mark that is made when the person says that they mean a session that is still to come */
export type MarkFailure = { message: string; asksOf?: MarkState }

/**
 * The marks of a session by name: each is kept in the browser until the server has it or refuses it.
 * @param onSaved called with the state that is in force: another device may have made a later mark
 */
export function useMarks(sessionId: number, onSaved: (orderId: string, state: MarkState) => void) {
  const lang = useLang()
  const tell = useRef(onSaved)
  tell.current = onSaved
  const [failures, setFailures] = useState<Record<string, MarkFailure | undefined>>({})

  const send = useCallback(
    async ([next]: readonly KeptMark[]): Promise<Sent<MarksWaiting>> => {
      const { id, orderId, state } = next!
      const answer = await markAttendee(lang, sessionId, next!)
      if (answer.is === 'refused') {
        const failure = { message: answer.message, ...(answer.code === NOT_BEGUN ? { asksOf: state } : {}) }
        setFailures((before) => ({ ...before, [orderId]: failure }))
      } else if (answer.is === 'done') tell.current(orderId, answer.data.state)
      else return { waits: { is: answer.is } }
      return { done: [id] }
    },
    [lang, sessionId],
  )
  const { kept, waiting, add } = useDeviceQueue((store) => markQueue(store, sessionId), send)

  const mark = useCallback(
    (orderId: string, state: MarkState, early: boolean) => {
      setFailures((before) => ({ ...before, [orderId]: undefined }))
      add({ id: crypto.randomUUID(), orderId, state, early, at: new Date().toISOString() })
    },
    [add],
  )
  return { kept, waiting, failures, mark }
}
