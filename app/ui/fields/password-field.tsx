import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { Icon } from '../icons/icon.tsx'
import { useEarlyChange } from '../use-early-change.ts'
import fieldStyles from './field.module.css'
import { type FieldBasics, FieldFrame } from './field-frame.tsx'
import styles from './password-field.module.css'

export type PasswordRule = { key: string; label: string; test: (password: string) => boolean }

/**
 * A password field with a button that shows the password.
 * @param rules shown below a new password; each is ticked when it is met
 */
export function PasswordField({
  label,
  hint,
  errors,
  name,
  id = name,
  required,
  rules,
  onInput,
  ...rest
}: FieldBasics & Omit<ComponentProps<'input'>, keyof FieldBasics | 'type'> & { rules?: readonly PasswordRule[] }) {
  const t = useTexts('ui')
  const [shown, setShown] = useState(false)
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  useEarlyChange(input, ({ value }) => setTyped(value))
  // Pressed before hydration: see `early-password.js`.
  useLayoutEffect(() => {
    if (toggle.current?.getAttribute('aria-pressed') === 'true') setShown(true)
  }, [])
  const [capsLock, setCapsLock] = useState(false)
  // When the browser autofills the field, its keyboard event has no key.
  const readCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false)
  const field = { name, label, hint, errors, required, id } as FieldBasics
  return (
    <FieldFrame {...field}>
      {(attributes) => (
        <>
          <div className={styles.password}>
            <input
              {...rest}
              {...attributes}
              ref={input}
              aria-describedby={
                [attributes['aria-describedby'], rules && `${id}-rules`].filter(Boolean).join(' ') || undefined
              }
              type={shown ? 'text' : 'password'}
              dir="ltr"
              autoCapitalize="none"
              spellCheck={false}
              className={fieldStyles.control}
              onKeyDown={readCapsLock}
              onKeyUp={readCapsLock}
              onBlur={() => setCapsLock(false)}
              onInput={(event) => {
                setTyped(event.currentTarget.value)
                onInput?.(event)
              }}
            />
            <button
              ref={toggle}
              type="button"
              className={styles.toggle}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
              data-eye=""
            >
              <span>{t.show}</span>
              <span>{t.hide}</span>
              <span className="visually-hidden"> {t.thePassword}</span>
            </button>
          </div>
          <p role="status" className={styles.capsLock}>
            {capsLock ? (
              <>
                <Icon name="warning" size={16} />
                {t.capsLock}
              </>
            ) : null}
          </p>
          {rules ? (
            <ul className={styles.rules} id={`${id}-rules`}>
              {rules.map((rule) => {
                const met = typed !== '' && rule.test(typed)
                return (
                  <li key={rule.key} data-met={met || undefined}>
                    <Icon name={met ? 'check' : 'minus'} size={16} {...(met ? { label: t.ruleMet } : {})} />
                    {rule.label}
                  </li>
                )
              })}
            </ul>
          ) : null}
        </>
      )}
    </FieldFrame>
  )
}
