import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { useLang, useTexts } from '../../locales/texts.tsx'
import type { FormFailure } from '../../request-context.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { sectionAddress } from '../profile/profile-sections.ts'
import styles from './two-factor-page.module.css'

type State = {
  sms: boolean
  backupCodesLeft: number
  phone: string
  phoneVerified: boolean
  hasPassword: boolean
}
type Props = { state: State; failure: FormFailure | undefined }

/** Codes by SMS: off, waiting for a verified number, or on. */
export function SmsCard({ state, failure }: Props) {
  const t = useTexts('twoFactor').section.sms
  const lang = useLang()
  return (
    <Card as="section" aria-labelledby="sms-title" className={styles.form}>
      <div className={styles.title}>
        <h3 id="sms-title">{t.title}</h3>
        <Badge tone={state.sms ? 'mint' : 'sand'}>{state.sms ? t.on : t.off}</Badge>
      </div>
      <p>{t.body}</p>
      {state.phone ? (
        <p>
          <bdi dir="ltr">{state.phone}</bdi>
        </p>
      ) : null}
      {state.sms ? (
        <p>
          <Link to={sectionAddress('phone', lang)}>{t.changePhone}</Link>
        </p>
      ) : state.phoneVerified ? (
        <PasswordForm id="enable" intent="enable" submit={t.enable} state={state} failure={failure} />
      ) : (
        <>
          <p>{t.needsPhone}</p>
          <div className={styles.buttons}>
            <ButtonLink variant="quiet" to={sectionAddress('phone', lang)}>
              {t.toPhone}
            </ButtonLink>
          </div>
        </>
      )}
    </Card>
  )
}

export function BackupCard({ state, failure }: Props) {
  const t = useTexts('twoFactor').section.backup
  return (
    <Card as="section" aria-labelledby="backup-title" className={styles.form}>
      <div className={styles.title}>
        <h3 id="backup-title">{t.title}</h3>
        <Badge tone={state.backupCodesLeft > 2 ? 'mint' : 'clay'}>{t.left(state.backupCodesLeft)}</Badge>
      </div>
      <p>{t.body}</p>
      <Folded label={t.renew} open={Boolean(failure)}>
        <p>{t.renewLead}</p>
        <PasswordForm id="renew" intent="renew" submit={t.renew} state={state} failure={failure} />
      </Folded>
    </Card>
  )
}

export function DisableCard({ state, failure }: Props) {
  const t = useTexts('twoFactor').section.disable
  return (
    <Card as="section" aria-label={t.title}>
      <Folded label={t.title} open={Boolean(failure)}>
        <p>{t.lead}</p>
        <PasswordForm id="disable" intent="disable" submit={t.submit} state={state} failure={failure} />
      </Folded>
    </Card>
  )
}

function Folded({ label, open, children }: { label: string; open: boolean; children: ReactNode }) {
  return (
    <details className={styles.folded} open={open}>
      <summary>
        {label}
        <Icon name="chevron-down" />
      </summary>
      <div className={styles.form}>{children}</div>
    </details>
  )
}

/** A form that asks for the password; accounts without one re-authenticate by another method after submitting. */
function PasswordForm({ id, intent, submit, state, failure }: Props & { id: string; intent: string; submit: string }) {
  const t = useTexts('twoFactor').section
  const field = `${id}-password`
  return (
    <Form method="post" className={styles.form} noValidate preventScrollReset>
      <FormErrors failure={failure} labels={{ password: t.password }} ids={{ password: field }} />
      {state.hasPassword ? (
        <PasswordField
          id={field}
          name="password"
          label={t.password}
          errors={failure?.fields.password}
          autoComplete="current-password"
          required
        />
      ) : null}
      <div className={styles.buttons}>
        <SubmitButton variant={intent === 'enable' ? 'primary' : 'quiet'} name="intent" value={intent}>
          {submit}
        </SubmitButton>
      </div>
    </Form>
  )
}
