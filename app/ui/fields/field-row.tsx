import type { ReactNode } from 'react'
import styles from './field.module.css'

/**
 * - `narrow`: numbers, times and dates
 * - `wide`: long options or addresses
 * - `fit`: a few fields with their button, in one line of a wide window, as wide as they must be
 * - `search`: one field with its button
 */
type FieldRowWidth = 'narrow' | 'wide' | 'fit' | 'search'

/**
 * Fields beside each other where there is room. The controls of a line begin at the same height, whatever labels wrap,
 * hints there are and errors appear. In it stand fields, `FieldRowControl` and what takes a line for itself.
 * @param isFilled few fields share the whole width; otherwise fields of several rows are as wide as each other
 */
export function FieldRow({
  width,
  isFilled,
  children,
}: {
  width?: FieldRowWidth
  isFilled?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.row} data-width={width} data-filled={isFilled || undefined}>
      {children}
    </div>
  )
}

/** What has no label and stands in line with the controls: buttons, links. */
export function FieldRowControl({ children }: { children: ReactNode }) {
  return (
    <div className={styles.unlabelled}>
      <div>{children}</div>
    </div>
  )
}

/** What was chosen already, where a field would stand: under a label like a field's. */
export function FieldRowValue({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <div>{children}</div>
    </div>
  )
}
