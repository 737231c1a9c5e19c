import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { useTexts } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { CodeField } from '../../ui/fields/code-field.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import { PasskeyButton } from '../webauthn/passkey-button.tsx'
import styles from './confirm-it-is-you.module.css'
import { PLACE_FIELD } from './place-field.ts'
import type { Confirm } from './with-proof.ts'

/**
 * Asks for a re-authentication, and then submits the original form again: see `withProof`.
 * @param reloadDocument for a form whose response is a new document
 * @param onProof when a proof is sent, not another step such as the request of a code
 */
export function ConfirmItIsYou({
  confirm,
  reloadDocument,
  onProof,
}: {
  confirm: Confirm
  reloadDocument?: boolean
  onProof?: () => void
}) {
  const { methods, method, maskedPhone, email, entries, sent, failure } = confirm
  const { confirm: t, code: codeLabel } = useTexts('twoFactor')
  const labels = { proofPassword: t.password, proofCode: codeLabel }
  const needsSentCode = method === 'sms' || method === 'email'
  const address = method === 'sms' ? maskedPhone : email
  const place = entries.find(([name]) => name === PLACE_FIELD)?.[1]
  const form = useRef<HTMLFormElement>(null)
  // It may be far from the button that was pressed. A failure takes the focus to its own field.
  useEffect(() => {
    if (!failure) form.current?.querySelector<HTMLElement>('input:not([type=hidden]), button')?.focus()
  }, [failure])
  return (
    <Card as="section" id={place} aria-labelledby="confirm-title">
      <Form
        ref={form}
        method="post"
        className={styles.confirm}
        noValidate
        preventScrollReset
        reloadDocument={reloadDocument}
        onSubmit={({ nativeEvent }) => {
          const { submitter } = nativeEvent as SubmitEvent
          if (submitter?.getAttribute('name') !== 'proofStep') onProof?.()
        }}
      >
        <div>
          <h3 id="confirm-title">{t.title}</h3>
          <p>{t.lead}</p>
        </div>
        <FormErrors failure={failure} labels={labels} />
        {entries.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="proof" value={method} />
        {method === 'password' ? (
          <PasswordField
            name="proofPassword"
            label={t.password}
            errors={failure?.fields.proofPassword}
            autoComplete="current-password"
            required
          />
        ) : null}
        {needsSentCode ? (
          <p>
            {sent ? t.sentTo : t[method]} <bdi dir="ltr">{address}</bdi>
          </p>
        ) : null}
        {method === 'totp' ? <p>{t.totp}</p> : null}
        {method === 'totp' || (needsSentCode && sent) ? (
          <CodeField key={method} name="proofCode" label={codeLabel} errors={failure?.fields.proofCode} required />
        ) : null}
        <div className={styles.buttons}>
          {method === 'passkey' ? (
            <PasskeyProof />
          ) : needsSentCode && !sent ? (
            <SubmitButton name="proofStep" value="send">
              {t.send}
            </SubmitButton>
          ) : (
            <SubmitButton>{t.submit}</SubmitButton>
          )}
        </div>
        {methods.length > 1 ? (
          <div className={styles.others}>
            <span>{t.other}</span>
            {methods
              .filter((other) => other !== method)
              .map((other) => (
                <Button
                  key={other}
                  type="submit"
                  variant="plain"
                  size="small"
                  name="proofStep"
                  value={`choose:${other}`}
                >
                  {t.ways[other]}
                </Button>
              ))}
          </div>
        ) : null}
      </Form>
    </Card>
  )
}

function PasskeyProof() {
  const t = useTexts('passkeys')
  if (!useScripts()) {
    return (
      <noscript>
        <p>{t.needsScripts}</p>
      </noscript>
    )
  }
  return (
    <PasskeyButton ceremony="prove" name="proofCredential" icon="lock">
      {t.prove}
    </PasskeyButton>
  )
}
