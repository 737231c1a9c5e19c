import { useEffect, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { useLang } from '../../locales/texts.tsx'
import styles from './session-check.module.css'

/** Checks the session of a signed-in browser; until then the splash covers pages from the back/forward cache. */
export default function SessionCheck() {
  const lang = useLang()
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  const isUnderWay = useRef(false)
  isUnderWay.current = state !== 'idle'
  useEffect(() => {
    const stop = new AbortController()
    // Guests never load this code.
    import('./watch-session.ts').then(
      ({ watchSession }) => watchSession(lang, { revalidate, isUnderWay: () => isUnderWay.current }, stop.signal),
      () => {},
    )
    return () => stop.abort()
  }, [lang, revalidate])
  return (
    <div className={styles.splash} data-splash aria-hidden>
      <img src="/brand/mark.svg" alt="" width={72} height={72} />
    </div>
  )
}
