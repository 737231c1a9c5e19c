import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLang } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { deskLink } from '../desk-links.ts'
import styles from './desk-head.module.css'
import { RecordName } from './record-name.tsx'

/**
 * The head of a page of the desk.
 * @param above the list that a record belongs to
 * @param badge the record's state, beside the title
 * @param children the page's actions
 */
export function DeskHead({
  title,
  lead,
  above,
  badge,
  children,
}: {
  title: ReactNode
  lead?: ReactNode
  above?: { title: string; path: string }
  badge?: ReactNode
  children?: ReactNode
}) {
  const lang = useLang()
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        {above ? (
          <Link className={styles.above} to={deskLink(lang, above.path)}>
            <Icon name="arrow-back" size={16} />
            <RecordName>{above.title}</RecordName>
          </Link>
        ) : null}
        <div className={styles.title}>
          <h1 data-heading>
            <RecordName>{title}</RecordName>
          </h1>
          {badge}
        </div>
        {lead ? <p>{lead}</p> : null}
      </div>
      {children ? <div className={styles.actions}>{children}</div> : null}
    </header>
  )
}
