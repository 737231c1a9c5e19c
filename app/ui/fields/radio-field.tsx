import { CheckField } from './check-field.tsx'
import styles from './choice-cards.module.css'
import fields from './field.module.css'
import { FieldErrorText, useErrors } from './field-frame.tsx'
import type { Option } from './select-field.tsx'

type Props = {
  name: string
  /** The id of the first option, by default the name; needed when a page has two forms with the same names. */
  id?: string
  label: string
  options: readonly Option[]
  defaultValue: string | undefined
  errors?: string[] | undefined
}

/** One of a few options, each shown whole: a narrow select cuts long ones off. A single one is chosen. */
export function RadioField({ name, id = name, label, options, defaultValue, errors: given }: Props) {
  const { errors, onInput } = useErrors(given)
  const isOnly = options.length === 1
  return (
    <fieldset className={fields.field} onInput={onInput} aria-describedby={errors?.length ? `${id}-error` : undefined}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option, place) => (
        <CheckField
          key={option.value}
          type="radio"
          name={name}
          value={option.value}
          id={place === 0 ? id : `${id}-${option.value}`}
          label={option.label}
          defaultChecked={isOnly || String(option.value) === defaultValue}
          required
        />
      ))}
      <FieldErrorText id={id} errors={errors} />
    </fieldset>
  )
}
