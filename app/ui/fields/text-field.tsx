import type { ComponentProps } from 'react'
import styles from './field.module.css'
import { EMPTY, type FieldBasics, FieldFrame } from './field-frame.tsx'

/** A one-line text field. Phone numbers, addresses and codes are left-to-right in both languages. */
export function TextField({
  label,
  hint,
  errors,
  name,
  id,
  required,
  type = 'text',
  dir,
  ...rest
}: FieldBasics & Omit<ComponentProps<'input'>, keyof FieldBasics>) {
  const field = { name, label, hint, errors, required, ...(id ? { id } : {}) } as FieldBasics
  const leftToRight = type === 'email' || type === 'tel' || type === 'url'
  return (
    <FieldFrame {...field} readOnly={rest.readOnly}>
      {(attributes) => (
        <input
          {...(dir === 'auto' ? EMPTY : {})}
          {...rest}
          {...attributes}
          type={type}
          dir={dir ?? (leftToRight ? 'ltr' : undefined)}
          className={styles.control}
        />
      )}
    </FieldFrame>
  )
}
