import type { ComponentProps } from 'react'
import { Icon } from '../icons/icon.tsx'
import styles from './field.module.css'
import { type FieldBasics, FieldFrame } from './field-frame.tsx'

export type Option = { value: string | number; label: string }

export function SelectField({
  label,
  hint,
  errors,
  name,
  id,
  required,
  options,
  ...rest
}: FieldBasics & Omit<ComponentProps<'select'>, keyof FieldBasics | 'children'> & { options: Option[] }) {
  const field = { name, label, hint, errors, required, ...(id ? { id } : {}) } as FieldBasics
  return (
    <FieldFrame {...field}>
      {(attributes) => (
        <div className={styles.select}>
          <select {...rest} {...attributes} className={styles.control}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={18} />
        </div>
      )}
    </FieldFrame>
  )
}
