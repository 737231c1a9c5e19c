import { useState } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { Trouble } from '../troubles.ts'
import styles from './notice.module.css'

/** Stands at the foot of the window, over the page as it is, until what was missing is there. */
export default function Notice({ trouble, onTryAgain }: { trouble: Trouble; onTryAgain: () => Promise<void> }) {
  const t = useTexts('notices')
  const [tries, setTries] = useState(false)
  const { title, body } = t[trouble]
  async function press() {
    setTries(true)
    await onTryAgain()
    setTries(false)
  }
  return (
    <div className={styles.notice} role="alert">
      <Icon name="warning" size={24} />
      <div>
        <strong>{title}</strong>
        <p>{body}</p>
      </div>
      <button type="button" onClick={press} aria-disabled={tries || undefined}>
        {tries ? t.trying : t.tryAgain}
      </button>
    </div>
  )
}
