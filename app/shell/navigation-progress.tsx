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
  const [said, setSaid] = useState(false)
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setSaid(true), SAID_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setSaid(false)
    }
  }, [waits])
  return (
    <>
      {waits ? <div className={styles.line} aria-hidden /> : null}
      <p className="visually-hidden" role="status">
        {said ? t.opening : null}
      </p>
    </>
  )
}
