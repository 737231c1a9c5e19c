import { Icon } from '../icons/icon.tsx'
import styles from './filter-chips.module.css'
import { Link } from './link.tsx'

/** The active filters, each a link to the list without it. */
export function FilterChips({
  label,
  items,
}: {
  label: string
  items: { text: string; remove: string; to: string }[]
}) {
  if (items.length === 0) return null
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map(({ text, remove, to }) => (
        <li key={text}>
          <Link className={styles.chip} to={to} preventScrollReset aria-label={remove}>
            <bdi>{text}</bdi>
            <Icon name="close" size={16} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
