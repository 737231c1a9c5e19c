import type { Visitor } from '../shell-data.ts'
import { StaffRole } from './staff-role.tsx'
import styles from './visitor-name.module.css'

/** The name and address of a signed-in visitor, and the role of staff. */
export function VisitorName({ visitor }: { visitor: Visitor }) {
  return (
    <p className={styles.name}>
      <bdi>{visitor.name}</bdi>
      <bdi dir="ltr">{visitor.email}</bdi>
      <StaffRole role={visitor.role} />
    </p>
  )
}
