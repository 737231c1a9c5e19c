import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { useTexts } from '../locales/texts.tsx'
import styles from './navigation-progress.module.css'

/** Until then nobody needs to be told that something is going on. */
const SAID_AFTER_MS = 1000

/** A line at the top while the next page is awaited; a quick page comes before the line is seen, or anything said. */
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
