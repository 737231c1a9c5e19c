import { Avatar } from '../../ui/content/avatar.tsx'
import type { Visitor } from '../shell-data.ts'
import styles from './visitor-picture.module.css'

/** The picture of a signed-in visitor, or their initials. */
export function VisitorPicture({ visitor, size }: { visitor: Visitor; size: number }) {
  if (visitor.profilePicture) return <Avatar src={visitor.profilePicture} size={size} />
  return (
    <svg className={styles.initials} viewBox="0 0 40 40" width={size} height={size} aria-hidden>
      <text>{visitor.initials}</text>
    </svg>
  )
}
