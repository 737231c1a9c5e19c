import { type ChangeEvent, type ComponentProps, useEffect, useRef, useState } from 'react'
import { foldDigits } from '../../locales/digits.ts'
import styles from './code-field.module.css'
import { type FieldBasics, FieldFrame, fieldAttributes } from './field-frame.tsx'

/**
 * Digits in boxes, which are one real field. A code that is pasted, or that the phone offers, is sent at once; one that
 * is typed can be looked over first.
 * @param length 6 for codes that are sent, 8 for backup codes
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
  const [entry, setEntry] = useState({ code: String(defaultValue), isWhole: false })
  const isSent = length === 6

  function take(given: string, isGivenWhole: boolean) {
    const digits = foldDigits(given).replace(/\D/g, '').slice(0, length)
    setEntry({ code: digits, isWhole: isGivenWhole && digits.length === length })
  }
  useOfferedCode(isSent, (offered) => take(offered, true))
  // After React has written the code into the field: a form that is sent sooner, such as in the next frame, is sent empty.
  useEffect(() => {
    if (entry.isWhole) pressSubmit(input.current?.form)
  }, [entry])

  return (
    <FieldFrame {...field}>
      <div className={styles.code} data-length={length} dir="ltr">
        <input
          {...rest}
          {...fieldAttributes(field)}
          ref={input}
          type="text"
          value={entry.code}
          onChange={(event) => take(event.target.value, isPasted(event))}
          // After a wrong code the next one takes its place.
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
    </FieldFrame>
  )
}

/** By its button, which shows that it is under way and takes no second press. */
function pressSubmit(form: HTMLFormElement | null | undefined) {
  form?.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}

const isPasted = ({ nativeEvent }: ChangeEvent) => (nativeEvent as InputEvent).inputType === 'insertFromPaste'

type Offer = CredentialRequestOptions & { otp: { transport: ['sms'] } }

/** WebOTP: where the browser reads the code off the SMS, it asks the person and hands it over. */
function useOfferedCode(isAsked: boolean, take: (code: string) => void) {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    if (!isAsked || !('OTPCredential' in window)) return
    const leaving = new AbortController()
    const offer: Offer = { otp: { transport: ['sms'] }, signal: leaving.signal }
    navigator.credentials.get(offer).then(
      (credential) => credential && 'code' in credential && latest.current(String(credential.code)),
      // Refused, timed out, or the page was left: the code can be typed.
      () => {},
    )
    return () => leaving.abort()
  }, [isAsked])
}
