import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import styles from './disclosure.module.css'

/** @param name of disclosures with the same name only one is open */
export function Disclosure({
  summary,
  open,
  name,
  id,
  children,
}: {
  summary: ReactNode
  open?: boolean
  name?: string
  id?: string
  children: ReactNode
}) {
  return (
    <details className={styles.disclosure} open={open} name={name} id={id}>
      <summary className={styles.summary}>
        <span>{summary}</span>
        <Icon name="chevron-down" />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
