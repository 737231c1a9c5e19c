import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import { Link } from './link.tsx'
import styles from './more-link.module.css'

/** A link from an excerpt to the complete list. */
export function MoreLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={styles.more}>
      {children}
      <Icon name="arrow-forward" size={18} />
    </Link>
  )
}
