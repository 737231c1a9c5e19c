import type { PageItem } from './contract.ts'
import styles from './counters.module.css'
import { Figure } from './figure.tsx'

/** The institute in numbers. */
export function Counters({ items }: { items: PageItem[] }) {
  return (
    <dl className={styles.counters}>
      {items.map(
        ({ title, value }) =>
          value !== null && (
            <div key={title} className={styles.counter}>
              <Figure label={title} value={value} />
            </div>
          ),
      )}
    </dl>
  )
}
