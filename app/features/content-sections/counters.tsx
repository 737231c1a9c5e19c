import { useRef } from 'react'
import { useWhenNear } from '../../ui/use-when-near.ts'
import type { PageItem } from '../pages/contract.ts'
import styles from './counters.module.css'
import { Figure } from './figure.tsx'

/** The institute's figures. */
export function Counters({ items }: { items: PageItem[] }) {
  const list = useRef<HTMLDListElement>(null)
  useWhenNear(list, () => import('../../ui/motion/motion.ts').then(({ countUp }) => countUp(list.current)))
  return (
    <dl ref={list} className={styles.counters}>
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
