import { type ReactNode, useState } from 'react'
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

/** The errors of a field until the visitor changes it: what is corrected is not red any more. */
export function useErrors(errors: string[] | undefined) {
  const [corrected, setCorrected] = useState<string[]>()
  return { errors: errors === corrected ? undefined : errors, onInput: () => setCorrected(errors) }
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

/** Of a field with `dir="auto"`: while it is empty, the style sheet gives it the direction of the page. */
export const EMPTY = { placeholder: ' ' }

/** @property readOnly nothing is typed into it, so that it is neither required nor optional */
type FrameProps = FieldBasics & {
  readOnly?: boolean | undefined
  children: (attributes: ReturnType<typeof fieldAttributes>) => ReactNode
}

/** Label, hint and errors around a control, which gets its attributes. Optional fields are marked, since most fields are required. */
export function FieldFrame({ name, id = name, label, hint, errors: given, required, readOnly, children }: FrameProps) {
  const t = useTexts('ui')
  const { errors, onInput } = useErrors(given)
  return (
    <div className={styles.field} onInput={onInput}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {required || readOnly ? null : <span className={styles.optional}> ({t.optional})</span>}
      </label>
      {hint ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {children(fieldAttributes({ name, id, label, hint, errors, ...(required === undefined ? {} : { required }) }))}
      <FieldErrorText id={id} errors={errors} />
    </div>
  )
}

export function FieldErrorText({ id, errors }: { id: string; errors: string[] | undefined }) {
  if (!errors?.length) return null
  return (
    <p className={styles.error} id={`${id}-error`}>
      <Icon name="error" size={18} />
      <span className={styles.messages}>{errors.join('\n')}</span>
    </p>
  )
}
