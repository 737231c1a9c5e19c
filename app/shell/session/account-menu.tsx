import { useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Menu } from '../../ui/navigation/menu.tsx'
import type { Visitor } from '../shell-data.ts'
import styles from './account-menu.module.css'
import { StaffRole } from './staff-role.tsx'
import { UnreadCount } from './unread-count.tsx'
import VisitorEntries from './visitor-entries.tsx'
import { VisitorPicture } from './visitor-picture.tsx'

/** The menu of a signed-in user. */
export default function AccountMenu({ visitor }: { visitor: Visitor }) {
  const t = useTexts('shell')
  return (
    <Menu
      name="header"
      className={styles.menu}
      summary={
        <>
          <VisitorPicture visitor={visitor} size={36} />
          <span className="visually-hidden">{t.account}: </span>
          {/* Not marked with its language: a kept page has this place for every visitor's name. */}
          <bdi className={styles.name}>{visitor.name}</bdi>
          <UnreadCount visitor={visitor} />
          <Icon name="chevron-down" size={16} />
        </>
      }
    >
      <p className={styles.who}>
        <bdi>{visitor.name}</bdi>
        <bdi dir="ltr" className={styles.email}>
          {visitor.email}
        </bdi>
        <StaffRole role={visitor.role} />
      </p>
      <VisitorEntries visitor={visitor} className={styles.entry} />
    </Menu>
  )
}
