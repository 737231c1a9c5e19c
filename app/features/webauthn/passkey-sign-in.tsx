import { useEffect, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { useLang, useTexts } from '../../locales/texts.tsx'
import type { FormFailure } from '../../request-context.ts'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { OrLine } from './or-line.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import styles from './passkey-sign-in.module.css'

/**
 * Signs in by a passkey: by a button, and among the autofill suggestions of the email field. Sends the fields `by` and
 * `credential` to the page's action.
 * @param or whether it is the first alternative to the password
 */
export function PasskeySignIn({ or, failure }: { or: boolean; failure: FormFailure | undefined }) {
  const t = useTexts('passkeys')
  const lang = useLang()
  const submit = useSubmit()
  // A browser runs one ceremony at a time: after the button was used, the suggestions are started again.
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal and another round start it again
  useEffect(() => {
    let hasEnded = false
    let stop = () => {}
    const send = (credential: string) => void submit({ by: 'passkey', credential }, { method: 'post' })
    import('./browser-passkeys.client.ts').then(
      ({ offerPasskeys }) => {
        if (!hasEnded) stop = offerPasskeys(lang, send)
      },
      () => {},
    )
    return () => {
      hasEnded = true
      stop()
    }
  }, [lang, round, failure, submit])

  return (
    <Form method="post" className={styles.passkey}>
      {or ? <OrLine>{t.or}</OrLine> : null}
      <FormErrors failure={failure} labels={{}} />
      <input type="hidden" name="by" value="passkey" />
      <PasskeyButton
        ceremony="sign-in"
        variant="quiet"
        wide
        icon="lock"
        onFailure={() => setRound((before) => before + 1)}
      >
        {t.signIn}
      </PasskeyButton>
    </Form>
  )
}
