import { useCallback, useRef, useState } from 'react'
import { useLang } from '../../../locales/texts.tsx'
import type { Verdict } from '../contract.ts'
import { type Answer, sendScans } from './attendance-calls.ts'
import { type Scan, scanQueue } from './device-queue.ts'
import { type Sent, useDeviceQueue } from './use-device-queue.ts'

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
  const tell = useRef(onVerdicts)
  tell.current = onVerdicts
  const [shown, setShown] = useState<ShownScan[]>([])

  const send = useCallback(
    async (scans: readonly Scan[]): Promise<Sent<NonNullable<Waiting>>> => {
      const answer = await sendScans(lang, sessionId, scans, early)
      if (answer.is !== 'done') return { waits: answer }
      const { verdicts } = answer.data
      setShown((before) => withVerdicts(before, verdicts))
      tell.current()
      return { done: verdicts.map(({ id }) => id) }
    },
    [lang, sessionId, early],
  )
  const { kept, waiting, add: keep, discard: forget } = useDeviceQueue((store) => scanQueue(store, sessionId), send)

  const add = useCallback(
    (code: string) => {
      const id = crypto.randomUUID()
      setShown((before) => [{ id, verdict: undefined, name: null }, ...before].slice(0, MAX_SHOWN))
      keep({ id, code, at: new Date().toISOString() })
    },
    [keep],
  )
  /** The scans that wait are not meant: they are forgotten. */
  const discard = useCallback(() => {
    const ids = forget()
    setShown((before) => before.filter(({ id }) => !ids.includes(id)))
  }, [forget])
  return { shown, waitingCount: kept.length, waiting, add, discard }
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
