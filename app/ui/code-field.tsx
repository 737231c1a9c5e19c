import { type ComponentProps, useState } from 'react'
import { foldDigits } from '../locales/digits.ts'
import styles from './code-field.module.css'
import { type FieldBasics, FieldFrame, fieldAttributes } from './field-frame.tsx'

const LENGTH = 6

/** Six digits in six boxes, which are one real field: it takes a pasted code, and the one a phone offers. */
export function CodeField({
  label,
  hint,
  errors,
  name,
  id,
  required = true,
  defaultValue = '',
  ...rest
}: FieldBasics & Omit<ComponentProps<'input'>, keyof FieldBasics | 'type'>) {
  const field = { name, label, hint, errors, required, ...(id ? { id } : {}) } as FieldBasics
  const [code, setCode] = useState(String(defaultValue))
  return (
    <FieldFrame {...field}>
      <div className={styles.code} dir="ltr">
        <input
          {...rest}
          {...fieldAttributes(field)}
          type="text"
          value={code}
          onChange={(event) => setCode(foldDigits(event.target.value).replace(/\D/g, '').slice(0, LENGTH))}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          spellCheck={false}
        />
        {Array.from({ length: LENGTH }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
          <span key={place} aria-hidden data-filled={place < code.length || undefined} />
        ))}
      </div>
    </FieldFrame>
  )
}
