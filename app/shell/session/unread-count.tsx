import { useTexts } from '../../locales/texts.tsx'
import type { Visitor } from '../shell-data.ts'
import styles from './unread-count.module.css'

/**
 * How many notifications are unread. In a template a marker stands for the number (decision 0057), so styles hide a
 * zero, not this code.
 */
export function UnreadCount({ visitor: { unread } }: { visitor: Visitor }) {
  return (
    <span className={styles.unread} data-count={unread}>
      <span className="visually-hidden">{useTexts('shell').unread} </span>
      {unread}
    </span>
  )
}
