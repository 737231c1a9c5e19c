import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { Icon } from '../icons/icon.tsx'
import styles from './field.module.css'

export type FieldBasics = {
  name: string
  label: ReactNode
  hint?: ReactNode
  errors?: string[] | undefined
  /** The id, by default the name; needed when a page has two forms with the same names. */
  id?: string
  required?: boolean
}

/** The attributes that connect a control with its hint and errors. */
export function fieldAttributes({ name, id = name, hint, errors, required }: FieldBasics) {
  const described = [hint && `${id}-hint`, errors?.length && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    name,
    required,
    'aria-describedby': described || undefined,
    'aria-invalid': errors?.length ? true : undefined,
  }
}

/** Label, hint and errors around a control. Optional fields are marked, since most fields are required. */
export function FieldFrame({
  name,
  id = name,
  label,
  hint,
  errors,
  required,
  children,
}: FieldBasics & { children: ReactNode }) {
  const t = useTexts('ui')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {required ? null : <span className={styles.optional}> ({t.optional})</span>}
      </label>
      {hint ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {children}
      <FieldErrorText id={id} errors={errors} />
    </div>
  )
}

export function FieldErrorText({ id, errors }: { id: string; errors: string[] | undefined }) {
  if (!errors?.length) return null
  return (
    <p className={styles.error} id={`${id}-error`}>
      <Icon name="error" size={18} />
      <span>{errors.join(' ')}</span>
    </p>
  )
}
