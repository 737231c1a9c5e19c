import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { Icon } from '../icons/icon.tsx'
import styles from './field.module.css'

export type FieldBasics = {
  name: string
  label: ReactNode
  hint?: ReactNode
  errors?: string[] | undefined
  /** The name unless a page holds two forms with the same names. */
  id?: string
  required?: boolean
}

/** What ties a control to its hint and its errors. */
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

/** Label, hint and errors round a control. An optional field says so; most fields are required. */
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
