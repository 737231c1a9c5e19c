import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type Props = {
  title: ReactNode
  /** Its element, `h1` on a page that has no other heading: a heading inside a paragraph is torn out of it by browsers. */
  titleAs?: 'p' | 'h1'
  body?: ReactNode
  action?: ReactNode
}

/** An empty list: the motif, one sentence, one action. */
export function EmptyState({ title, titleAs: Title = 'p', body, action }: Props) {
  return (
    <div className={styles.empty}>
      <img src="/brand/empty.svg" alt="" width={280} height={200} />
      <Title className={styles.title}>{title}</Title>
      {body ? <p className={styles.body}>{body}</p> : null}
      {action}
    </div>
  )
}
