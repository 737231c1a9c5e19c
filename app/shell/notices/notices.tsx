import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPath, useLocation, useNavigation } from 'react-router'
import { useLang } from '../../locales/texts.tsx'
import { LOAD_TIMEOUT_MS } from '../navigation-recovery/load-attempt.ts'
import { currentLoadFailure, onLoadFailure, setNavigation, tryAgain } from '../navigation-recovery/load-failures.ts'
import Notice from './notice.tsx'
import { preloadFirstGestures } from './preload-first-gestures.ts'

/** Shows a notice when a part of the page or the connection is missing. It is loaded when the browser is idle. */
export default function Notices() {
  const failure = useSyncExternalStore(onLoadFailure, currentLoadFailure)
  const isLate = useNavigationReport()
  const lang = useLang()
  useEffect(() => preloadFirstGestures(lang), [lang])
  const shown = failure ?? (isLate ? 'part' : undefined)
  return shown ? <Notice failure={shown} onTryAgain={tryAgain} /> : null
}

/** Reports the pending navigation to the load failures. @returns whether it takes longer than the time limit */
function useNavigationReport(): boolean {
  const { state, location: to, formMethod } = useNavigation()
  const { pathname } = useLocation()
  const [isLate, setIsLate] = useState(false)
  const target = state === 'idle' ? undefined : createPath(to)
  const mayReload = formMethod === undefined || to?.pathname !== pathname

  useEffect(() => {
    setNavigation(target === undefined ? undefined : { target, mayReload: mayReload && state === 'loading' })
  }, [target, mayReload, state])

  useEffect(() => {
    setIsLate(false)
    if (target === undefined) return
    const timer = setTimeout(() => setIsLate(true), LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [target])
  return isLate
}
