import { type ChangeEvent, type ComponentProps, useEffect, useRef, useState } from 'react'
import { foldDigits } from '../../locales/digits.ts'
import { useEarlyChange } from '../use-early-change.ts'
import styles from './code-field.module.css'
import { type FieldBasics, FieldFrame } from './field-frame.tsx'

/**
 * Digits in boxes, which are one input. A code that is pasted or autofilled is submitted immediately; a typed one is
 * submitted by the button.
 * @param length 6 for codes by mail or SMS, 8 for backup codes
 */
export function CodeField({
  label,
  hint,
  errors,
  name,
  id,
  required = true,
  defaultValue = '',
  length = 6,
  ...rest
}: FieldBasics & Omit<ComponentProps<'input'>, keyof FieldBasics | 'type'> & { length?: 6 | 8 }) {
  const field = { name, label, hint, errors, required, ...(id ? { id } : {}) } as FieldBasics
  const input = useRef<HTMLInputElement>(null)
  const [entry, setEntry] = useState({ code: String(defaultValue), isComplete: false })
  const isSent = length === 6

  function take(value: string, isPastedValue: boolean) {
    const digits = foldDigits(value).replace(/\D/g, '').slice(0, length)
    setEntry({ code: digits, isComplete: isPastedValue && digits.length === length })
  }
  useEarlyChange(input, ({ value }) => take(value, false))
  useOfferedCode(isSent, (offered) => take(offered, true))
  // After React has set the input's value: a form that is submitted earlier, even in the next frame, is sent empty.
  useEffect(() => {
    if (entry.isComplete) pressSubmit(input.current?.form)
  }, [entry])

  return (
    <FieldFrame {...field}>
      {(attributes) => (
        <div className={styles.code} data-length={length} dir="ltr">
          <input
            {...rest}
            {...attributes}
            ref={input}
            type="text"
            value={entry.code}
            onChange={(event) => take(event.target.value, isPasted(event))}
            // The next code replaces a wrong one.
            onFocus={(event) => errors?.length && event.target.select()}
            inputMode="numeric"
            autoComplete={isSent ? 'one-time-code' : 'off'}
            dir="ltr"
            spellCheck={false}
          />
          {Array.from({ length }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
            <span key={place} aria-hidden data-filled={place < entry.code.length || undefined} />
          ))}
        </div>
      )}
    </FieldFrame>
  )
}

/** Submits through the button, which shows the pending state and ignores a second submission. */
function pressSubmit(form: HTMLFormElement | null | undefined) {
  form?.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}

const isPasted = ({ nativeEvent }: ChangeEvent) => (nativeEvent as InputEvent).inputType === 'insertFromPaste'

type Offer = CredentialRequestOptions & { otp: { transport: ['sms'] } }

/** WebOTP: a browser that reads the code from the SMS asks for permission and fills it in. */
function useOfferedCode(isAsked: boolean, take: (code: string) => void) {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    if (!isAsked || !('OTPCredential' in window)) return
    const leaving = new AbortController()
    const offer: Offer = { otp: { transport: ['sms'] }, signal: leaving.signal }
    navigator.credentials.get(offer).then(
      (credential) => credential && 'code' in credential && latest.current(String(credential.code)),
      // Refused, timed out, or the page was left: the code can still be typed.
      () => {},
    )
    return () => leaving.abort()
  }, [isAsked])
}
