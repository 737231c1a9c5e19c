import { Form } from 'react-router'
import { useTexts } from '../../locales/texts.tsx'
import type { FormFailure } from '../../request-context.ts'
import { Card } from '../../ui/content/card.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { PASSWORD_RULES } from '../accounts/password-rules.ts'
import styles from './profile-form.module.css'

/** Changes the password; sets one where the account has none. */
export function PasswordForm({
  hasPassword,
  email,
  failure,
}: {
  hasPassword: boolean
  email: string
  failure: FormFailure | undefined
}) {
  const t = useTexts('profile').password
  const { passwordRules } = useTexts('accounts')
  const errors = failure?.fields ?? {}
  return (
    <Card as="section" aria-labelledby="password-title">
      <Form method="post" className={styles.form} noValidate preventScrollReset>
        <div>
          <h3 id="password-title">{hasPassword ? t.change : t.set}</h3>
          <p className={styles.lead}>{hasPassword ? t.lead : t.setLead}</p>
        </div>
        <FormErrors failure={failure} labels={t.fields} />
        {/* For password managers, which store the password under this address. */}
        <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
        {hasPassword ? (
          <PasswordField
            name="currentPassword"
            label={t.fields.currentPassword}
            errors={errors.currentPassword}
            autoComplete="current-password"
            required
          />
        ) : null}
        <PasswordField
          name="password"
          label={t.fields.password}
          errors={errors.password}
          rules={PASSWORD_RULES.map((rule) => ({ ...rule, label: passwordRules[rule.key] }))}
          autoComplete="new-password"
          required
        />
        <PasswordField
          name="confirmPassword"
          label={t.fields.confirmPassword}
          errors={errors.confirmPassword}
          autoComplete="new-password"
          required
        />
        <div className={styles.buttons}>
          <SubmitButton>{hasPassword ? t.submit : t.submitSet}</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
