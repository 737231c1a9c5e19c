import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPath, useLocation, useNavigation } from 'react-router'
import { TIME_OUT_MS } from '../page-parts.ts'
import { onTrouble, setJourney, troubleNow, tryAgain } from '../troubles.ts'
import Notice from './notice.tsx'

/** Tells when a part of the page or the connection is missing. */
export default function Notices() {
  const trouble = useSyncExternalStore(onTrouble, troubleNow)
  const late = useJourney()
  const shown = trouble ?? (late ? 'part' : undefined)
  return shown ? <Notice trouble={shown} onTryAgain={tryAgain} /> : null
}

/** Says where the visitor is going. @returns whether that takes longer than anybody waits */
function useJourney(): boolean {
  const { state, location: to, formMethod } = useNavigation()
  const { pathname } = useLocation()
  const [late, setLate] = useState(false)
  const target = state === 'idle' ? undefined : createPath(to)
  const mayLeave = formMethod === undefined || to?.pathname !== pathname

  useEffect(() => {
    setJourney(target === undefined ? undefined : { target, mayLeave: mayLeave && state === 'loading' })
  }, [target, mayLeave, state])

  useEffect(() => {
    setLate(false)
    if (target === undefined) return
    const timer = setTimeout(() => setLate(true), TIME_OUT_MS)
    return () => clearTimeout(timer)
  }, [target])
  return late
}
