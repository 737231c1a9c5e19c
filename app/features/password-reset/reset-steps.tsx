/** The later steps of a password reset. */
import { Form, Link } from 'react-router'
import { useLang, useTexts } from '../../locales/texts.tsx'
import type { FormFailure } from '../../request-context.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { CodeField } from '../../ui/fields/code-field.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { useSiteName } from '../../ui/site-name.ts'
import { accountLinksFor } from '../accounts/account-links.ts'
import { AlternativeLink, AuthLayout, CODE_STEP } from '../accounts/auth-layout.tsx'
import { PASSWORD_RULES } from '../accounts/password-rules.ts'
import { CodeAgain } from '../codes/code-again.tsx'
import { codeFailure } from '../codes/code-failure.ts'
import type { CodeWait } from '../codes/code-wait.ts'

type Stand = {
  email: string
  returnTo: string | undefined
  wait: CodeWait | null
  again: boolean
  expired: boolean
}
type Refused = { failure: FormFailure; intent: string; code: string }

export function ResetCode({
  email,
  returnTo,
  wait,
  again,
  expired,
  refused,
}: Stand & { refused: Refused | undefined }) {
  const { reset: t, fields: labels } = useTexts('accounts')
  const siteName = useSiteName()
  const accountLinks = accountLinksFor(useLang())
  const { failure, errors } = codeFailure(refused)
  return (
    <AuthLayout
      title={t.codeTitle}
      lead={
        <>
          {t.codeLead(siteName)} <bdi dir="ltr">{email}</bdi>
          {t.codeLeadEnd}
        </>
      }
      returnTo={returnTo}
      steps={t.steps}
      step={CODE_STEP}
    >
      {failure ? null : expired ? <Alert kind="warning">{t.expired}</Alert> : null}
      {again && !failure ? <Alert kind="success">{t.sentAgain}</Alert> : null}
      <Form method="post" noValidate>
        <FormErrors failure={failure} labels={{ ...labels, code: t.codeLabel }} />
        <CodeField name="code" label={t.codeLabel} errors={errors} defaultValue={refused?.code ?? ''} required />
        <SubmitButton wide size="large">
          {t.submitCode}
        </SubmitButton>
      </Form>
      <CodeAgain wait={wait} />
      <AlternativeLink question={t.otherEmail}>
        <Link to={accountLinks.forgetPass({ returnTo })}>{t.changeEmail}</Link>
      </AlternativeLink>
    </AuthLayout>
  )
}

export function ResetPassword({
  email,
  returnTo,
  failure,
}: Pick<Stand, 'email' | 'returnTo'> & { failure: FormFailure | undefined }) {
  const { reset: t, fields, passwordRules } = useTexts('accounts')
  const accountLinks = accountLinksFor(useLang())
  const labels = { password: t.newPassword, confirmPassword: fields.confirmPassword }
  return (
    <AuthLayout
      title={t.passwordTitle}
      lead={
        <>
          {t.passwordLead} <bdi dir="ltr">{email}</bdi>
          {t.passwordLeadEnd}
        </>
      }
      returnTo={returnTo}
      steps={t.steps}
      step={2}
    >
      <Form method="post" noValidate>
        <FormErrors failure={failure} labels={labels} />
        {/* For password managers, which store the password under this address. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          name="password"
          label={labels.password}
          errors={failure?.fields.password}
          rules={PASSWORD_RULES.map((rule) => ({ ...rule, label: passwordRules[rule.key] }))}
          autoComplete="new-password"
          required
        />
        <PasswordField
          name="confirmPassword"
          label={labels.confirmPassword}
          errors={failure?.fields.confirmPassword}
          autoComplete="new-password"
          required
        />
        <SubmitButton wide size="large">
          {t.save}
        </SubmitButton>
      </Form>
      <AlternativeLink question={t.anotherCode}>
        <Link to={accountLinks.forgetPass({ email, returnTo })}>{t.askAgain}</Link>
      </AlternativeLink>
    </AuthLayout>
  )
}
