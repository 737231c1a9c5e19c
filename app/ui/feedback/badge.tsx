import type { ReactNode } from 'react'
import styles from './badge.module.css'

export function Badge({ tone, children }: { tone: 'mint' | 'clay' | 'sand' | 'deep'; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}
