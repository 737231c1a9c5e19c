import type { ReactNode } from 'react'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import styles from './field-group.module.css'

type Props = { legend: ReactNode; hint: ReactNode; children: ReactNode }

/** Fields that belong together, beside each other where there is room, with what holds for all of them. */
export function FieldGroup({ legend, hint, children }: Props) {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <p className={styles.hint}>{hint}</p>
      <FieldRow>{children}</FieldRow>
    </fieldset>
  )
}
