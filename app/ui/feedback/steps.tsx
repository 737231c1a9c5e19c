import { Icon } from '../icons/icon.tsx'
import styles from './steps.module.css'

/** The steps of a flow over several pages. @param current the index of the current step, from 0 */
export function Steps({ steps, current }: { steps: string[]; current: number }) {
  return (
    <ol className={styles.steps}>
      {steps.map((step, place) => (
        <li
          key={step}
          data-state={place < current ? 'done' : place === current ? 'now' : 'next'}
          aria-current={place === current ? 'step' : undefined}
        >
          <span className={styles.mark} aria-hidden>
            {place < current ? <Icon name="check" size={16} /> : place + 1}
          </span>
          <span>{step}</span>
        </li>
      ))}
    </ol>
  )
}
