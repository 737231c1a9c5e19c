import { Icon, type IconName } from '../icons/icon.tsx'
import styles from './choice-cards.module.css'
import fields from './field.module.css'
import { FieldErrorText, useErrors } from './field-frame.tsx'

export type ChoiceCard = { value: string; label: string; icon: IconName }

type Props = {
  name: string
  label: string
  errors: string[] | undefined
  defaultValue: string | undefined
  choices: ChoiceCard[]
}

/** A group of visible options. The first has the field's name as its id, so that an error can link to it. */
export function ChoiceCards({ name, label, errors: given, defaultValue, choices }: Props) {
  const { errors, onInput } = useErrors(given)
  const wrong = errors?.length ? true : undefined
  return (
    <fieldset className={fields.field} onInput={onInput} aria-describedby={wrong && `${name}-error`}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.choices}>
        {choices.map(({ value, label: words, icon }, place) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={value}
              id={place === 0 ? name : `${name}-${value}`}
              defaultChecked={value === defaultValue}
              aria-invalid={wrong}
              aria-describedby={wrong && `${name}-error`}
              required
            />
            <Icon name={icon} size={22} />
            <span>{words}</span>
          </label>
        ))}
      </div>
      <FieldErrorText id={name} errors={errors} />
    </fieldset>
  )
}
