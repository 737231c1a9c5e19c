import { Words } from '../../../ui/content/words.tsx'
import type { PageItem } from '../contract.ts'
import styles from './promises.module.css'

/** What is promised, by its measure: a time, a share, a number. */
export function Promises({ items }: { items: PageItem[] }) {
  return (
    <dl className={styles.promises}>
      {items.map(({ title, body, value }) => (
        <div key={title} className={styles.promise}>
          <dt>
            <Words>{title}</Words>
          </dt>
          <dd>
            {value && (
              <p className={styles.value}>
                <Words>{value}</Words>
              </p>
            )}
            {body && (
              <p className={styles.body}>
                <Words>{body}</Words>
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
