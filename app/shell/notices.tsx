import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { createPath, useLocation, useNavigation } from 'react-router'
import { loadTexts, useLang } from '../locales/texts.tsx'
import { onTrouble, setJourney, TIME_OUT_MS, type Trouble, troubleNow, tryAgain } from './page-parts.ts'

type Notice = ComponentType<{ trouble: Trouble; onTryAgain: () => Promise<void> }>

/** Tells when a part of the page or the connection is missing. What tells it is fetched while all is well. */
export default function Notices() {
  const trouble = useSyncExternalStore(onTrouble, troubleNow, () => undefined)
  const late = useJourney()
  const Notice = useNotice()
  const shown = trouble ?? (late ? 'part' : undefined)
  return shown && Notice ? <Notice trouble={shown} onTryAgain={tryAgain} /> : null
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

function useNotice(): Notice | undefined {
  const lang = useLang()
  const [part, setPart] = useState<{ Notice: Notice }>()
  useEffect(() => {
    const load = () =>
      Promise.all([import('./notice.tsx'), loadTexts(lang, 'notices')]).then(
        ([module]) => setPart({ Notice: module.default }),
        // A visitor whose connection is that bad hears it from the browser.
        () => {},
      )
    // Safari has no idle time to offer.
    const idle = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 500))
    idle(load)
  }, [lang])
  return part?.Notice
}
