import type { ReactNode } from 'react'
import styles from './or-line.module.css'

/** Separates two alternatives: a word with a line on either side. */
export function OrLine({ children }: { children: ReactNode }) {
  return <p className={styles.or}>{children}</p>
}
