import { useEffect, useRef, useState } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { useLang, useTexts } from '../../locales/texts.tsx'
import type { Visitor } from '../shell-data.ts'
import styles from './session-check.module.css'
import { useUnsent } from './use-unsent.ts'

/**
 * Checks the session of a signed-in browser; until then the splash covers pages from the back/forward cache. Who has
 * just signed in is welcomed.
 */
export default function SessionCheck({ visitor: { name, email } }: { visitor: Pick<Visitor, 'name' | 'email'> }) {
  const t = useTexts('shell')
  const [isWelcomed, setWelcomed] = useState(false)
  const lang = useLang()
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  useUnsent()
  const isUnderWay = useRef(false)
  isUnderWay.current = state !== 'idle'
  useEffect(() => {
    const stop = new AbortController()
    // Guests never load this code.
    import('./watch-session.ts').then(
      ({ watchSession }) =>
        watchSession(
          lang,
          email,
          { revalidate, isUnderWay: () => isUnderWay.current, welcome: () => setWelcomed(true) },
          stop.signal,
        ),
      () => {},
    )
    return () => stop.abort()
  }, [lang, email, revalidate])
  return (
    <>
      <div className={styles.splash} data-splash aria-hidden>
        <img src="/brand/mark.svg" alt="" width={72} height={72} />
      </div>
      <p role="status" className={isWelcomed ? styles.welcome : undefined}>
        {isWelcomed ? t.signedIn(name) : null}
      </p>
    </>
  )
}
