import type { ComponentProps } from 'react'
import styles from './field.module.css'
import { EMPTY, type FieldBasics, FieldFrame } from './field-frame.tsx'

export function TextAreaField({
  label,
  hint,
  errors,
  name,
  id,
  required,
  rows = 5,
  ...rest
}: FieldBasics & Omit<ComponentProps<'textarea'>, keyof FieldBasics>) {
  const field = { name, label, hint, errors, required, ...(id ? { id } : {}) } as FieldBasics
  return (
    <FieldFrame {...field}>
      {(attributes) => (
        <textarea {...EMPTY} dir="auto" {...rest} {...attributes} rows={rows} className={styles.control} />
      )}
    </FieldFrame>
  )
}
