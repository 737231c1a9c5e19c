import { Words } from '../../ui/content/words.tsx'
import type { PageItem } from '../pages/contract.ts'
import styles from './timeline.module.css'

/** What happens one after the other; a value says when. */
export function Timeline({ items }: { items: PageItem[] }) {
  return (
    <ol className={styles.timeline} data-count={items.length}>
      {items.map(({ title, body, value }) => (
        <li key={title} className={styles.step}>
          {value && (
            <p className={styles.when}>
              <Words>{value}</Words>
            </p>
          )}
          <h3 className={styles.title}>
            <Words>{title}</Words>
          </h3>
          {body && (
            <p className={styles.body}>
              <Words>{body}</Words>
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
