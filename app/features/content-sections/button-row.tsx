import type { ReactNode } from 'react'
import styles from './button-row.module.css'

/** The actions at the end of a page's part. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
