import { Link } from 'react-router'
import { Icon } from '../../../ui/icons/icon.tsx'
import styles from './choice-links.module.css'

/** A row of links to choose from. @property removes what the link takes away, for screen readers */
export function ChoiceLinks({ links }: { links: readonly { to: string; label: string; removes?: string }[] }) {
  return (
    <ul className={styles.choices}>
      {links.map(({ to, label, removes }) => (
        <li key={to}>
          <Link to={to} aria-label={removes}>
            {label}
            {removes ? <Icon name="close" size={16} /> : null}
          </Link>
        </li>
      ))}
    </ul>
  )
}
