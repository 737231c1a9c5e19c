import { NameText } from '../../ui/content/name-text.tsx'
import type { Visitor } from '../shell-data.ts'
import { StaffRole } from './staff-role.tsx'
import styles from './visitor-name.module.css'

/** The name and address of a signed-in visitor, and the role of staff. */
export function VisitorName({ visitor }: { visitor: Visitor }) {
  return (
    <p className={styles.name}>
      <NameText>{visitor.name}</NameText>
      <bdi dir="ltr">{visitor.email}</bdi>
      <StaffRole role={visitor.role} />
    </p>
  )
}
