import { ContentText } from '../content/content-text.tsx'
import styles from './choice-links.module.css'
import { Link } from './link.tsx'

export type Choice = { to: string; label: string; isCurrent: boolean }

/** Links between views of a list, in a row that scrolls on narrow screens; one is current. */
export function ChoiceLinks({ label, choices, quiet }: { label: string; choices: Choice[]; quiet?: boolean }) {
  return (
    <nav aria-label={label} className={styles.choices} data-quiet={quiet || undefined}>
      <ul className={styles.list}>
        {choices.map(({ to, label: name, isCurrent }) => (
          <li key={to}>
            <Link to={to} className={styles.choice} aria-current={isCurrent ? 'true' : undefined} preventScrollReset>
              <ContentText>{name}</ContentText>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
