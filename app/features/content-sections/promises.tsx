import { ContentText } from '../../ui/content/content-text.tsx'
import type { PageItem } from '../pages/contract.ts'
import styles from './promises.module.css'

/** Promises with their measure: a time, a percentage, a number. */
export function Promises({ items }: { items: PageItem[] }) {
  return (
    <dl className={styles.promises}>
      {items.map(({ title, body, value }) => (
        <div key={title} className={styles.promise}>
          <dt>
            <ContentText>{title}</ContentText>
          </dt>
          <dd>
            {value && (
              <p className={styles.value}>
                <ContentText>{value}</ContentText>
              </p>
            )}
            {body && (
              <p className={styles.body}>
                <ContentText>{body}</ContentText>
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
