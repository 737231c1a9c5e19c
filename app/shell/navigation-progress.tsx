import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { useTexts } from '../locales/texts.tsx'
import styles from './navigation-progress.module.css'

/** Before this delay nothing is announced. */
const SAID_AFTER_MS = 1000

/** A progress line at the top during a navigation; quick navigations end before it is shown or announced. */
export default function NavigationProgress() {
  const t = useTexts('shell')
  const waits = useNavigation().state !== 'idle'
  const [isAnnounced, setAnnounced] = useState(false)
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setAnnounced(true), SAID_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setAnnounced(false)
    }
  }, [waits])
  return (
    <>
      {waits ? <div className={styles.line} aria-hidden /> : null}
      <p className="visually-hidden" role="status">
        {isAnnounced ? t.opening : null}
      </p>
    </>
  )
}
