import { ContentText } from '../../ui/content/content-text.tsx'
import type { PageItem } from '../pages/contract.ts'
import styles from './timeline.module.css'

/** The steps of a process in order; an item's value says when. */
export function Timeline({ items }: { items: PageItem[] }) {
  return (
    <ol className={styles.timeline} data-count={items.length}>
      {items.map(({ title, body, value }) => (
        <li key={title} className={styles.step}>
          {value && (
            <p className={styles.when}>
              <ContentText>{value}</ContentText>
            </p>
          )}
          <h3 className={styles.title}>
            <ContentText>{title}</ContentText>
          </h3>
          {body && (
            <p className={styles.body}>
              <ContentText>{body}</ContentText>
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
