import type { ComponentProps } from 'react'
import styles from './field.module.css'
import { type FieldBasics, FieldFrame, fieldAttributes } from './field-frame.tsx'

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
      <textarea dir="auto" {...rest} {...fieldAttributes(field)} rows={rows} className={styles.control} />
    </FieldFrame>
  )
}
