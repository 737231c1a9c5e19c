import { useState } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { LoadFailure } from '../navigation-recovery/load-failures.ts'
import styles from './notice.module.css'

/** Shown at the foot of the window, over the open page, until what was missing has loaded. */
export default function Notice({ failure, onTryAgain }: { failure: LoadFailure; onTryAgain: () => Promise<void> }) {
  const t = useTexts('notices')
  const [isTrying, setIsTrying] = useState(false)
  const { title, body } = t[failure]
  async function press() {
    setIsTrying(true)
    await onTryAgain()
    setIsTrying(false)
  }
  return (
    <div className={styles.notice} role="alert">
      <Icon name="warning" size={24} />
      <div>
        <strong>{title}</strong>
        <p>{body}</p>
      </div>
      <button type="button" onClick={press} aria-disabled={isTrying || undefined}>
        {isTrying ? t.trying : t.tryAgain}
      </button>
    </div>
  )
}
