import type { ComponentProps } from 'react'
import styles from './field.module.css'
import { type FieldBasics, FieldErrorText, fieldAttributes, useErrors } from './field-frame.tsx'

/** A checkbox with its label beside it; `type="radio"` for one of several options. */
export function CheckField({
  label,
  hint,
  errors: given,
  name,
  id = name,
  required,
  type = 'checkbox',
  ...rest
}: FieldBasics & Omit<ComponentProps<'input'>, keyof FieldBasics>) {
  const { errors, onInput } = useErrors(given)
  const field = { name, label, hint, errors, required, id } as FieldBasics
  return (
    <div className={styles.check} onInput={onInput}>
      <input {...rest} {...fieldAttributes(field)} type={type} />
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldErrorText id={id} errors={errors} />
    </div>
  )
}
