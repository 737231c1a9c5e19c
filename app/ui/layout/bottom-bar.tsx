import type { ReactNode } from 'react'
import styles from './bottom-bar.module.css'

/** Keeps a price and its button at the bottom of a phone's screen. */
export function BottomBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>
}
