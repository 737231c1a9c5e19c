import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** An empty list: the motif, one sentence, one action. */
export function EmptyState({ title, body, action }: { title: ReactNode; body?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <img src="/brand/empty.svg" alt="" width={280} height={200} />
      <p className={styles.title}>{title}</p>
      {body ? <p className={styles.body}>{body}</p> : null}
      {action}
    </div>
  )
}
