import type { ReactNode } from 'react'
import styles from './ordered-list.module.css'

/** Records in the order that staff give them, a row each: its link, its state, and the buttons that move it. */
export function OrderedList({ children }: { children: ReactNode }) {
  return <ol className={styles.list}>{children}</ol>
}
