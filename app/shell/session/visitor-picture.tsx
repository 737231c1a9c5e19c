import { classNames } from '../../ui/class-names.ts'
import { Avatar } from '../../ui/content/avatar.tsx'
import colours from '../../ui/content/face-colours.module.css'
import type { Visitor } from '../shell-data.ts'
import styles from './visitor-picture.module.css'

/** The picture of a signed-in visitor, or their initials in the colour that they have everywhere. */
export function VisitorPicture({ visitor, size }: { visitor: Visitor; size: number }) {
  if (visitor.profilePicture) return <Avatar src={visitor.profilePicture} size={size} />
  return (
    <svg
      className={classNames(styles.initials, colours.coloured)}
      data-colour={visitor.colour}
      viewBox="0 0 40 40"
      width={size}
      height={size}
      aria-hidden
    >
      <text>{visitor.initials}</text>
    </svg>
  )
}
