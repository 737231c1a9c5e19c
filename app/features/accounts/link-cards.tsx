import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon, type MarkName } from '../../ui/icons/icon.tsx'
import styles from './link-cards.module.css'

/** Other places to go on to, under what a page is for. */
export function LinkCards({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <section className={styles.others}>
      <h2>{title}</h2>
      <p>{lead}</p>
      <ul className={styles.ways}>{children}</ul>
    </section>
  )
}

export function LinkCard({ to, icon, title, body }: { to: string; icon: MarkName; title: string; body: string }) {
  return (
    <li className={styles.way}>
      <Icon name={icon} size={24} />
      <div>
        <Link to={to}>{title}</Link>
        <p>{body}</p>
      </div>
    </li>
  )
}
