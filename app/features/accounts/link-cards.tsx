import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'
import styles from './link-cards.module.css'

/** Cards that link to further pages, under the main content. */
export function LinkCards({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <section className={styles.others}>
      <h2>{title}</h2>
      <p>{lead}</p>
      <ul className={styles.cards}>{children}</ul>
    </section>
  )
}

export function LinkCard({ to, icon, title, body }: { to: string; icon: IconName; title: string; body: string }) {
  return (
    <li className={styles.card}>
      <Icon name={icon} size={24} />
      <div>
        <Link to={to}>{title}</Link>
        <p>{body}</p>
      </div>
    </li>
  )
}
