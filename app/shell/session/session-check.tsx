import { useEffect, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { useLang } from '../../locales/texts.tsx'
import styles from './session-check.module.css'

/** Watches the session of a signed-in browser, and holds the splash for pages that come back from its memory. */
export default function SessionCheck() {
  const lang = useLang()
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  const isUnderWay = useRef(false)
  isUnderWay.current = state !== 'idle'
  useEffect(() => {
    const stop = new AbortController()
    // Guests never load it.
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
