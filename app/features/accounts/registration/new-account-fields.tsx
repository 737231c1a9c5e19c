import { useTexts } from '../../../locales/texts.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { PASSWORD_RULES } from '../password-rules.ts'
import { Agreement } from './agreement.tsx'

type Props = {
  errors: { password?: string[]; confirmPassword?: string[]; acceptTerms?: string[] }
  accepted: boolean | undefined
}

/** The last fields of a form that creates an account: the password, twice, and the agreement to the terms. */
export function NewAccountFields({ errors, accepted }: Props) {
  const { fields: labels, passwordRules } = useTexts('accounts')
  return (
    <>
      <PasswordField
        name="password"
        label={labels.password}
        errors={errors.password}
        rules={PASSWORD_RULES.map((rule) => ({ ...rule, label: passwordRules[rule.key] }))}
        autoComplete="new-password"
        required
      />
      <PasswordField
        name="confirmPassword"
        label={labels.confirmPassword}
        errors={errors.confirmPassword}
        autoComplete="new-password"
        required
      />
      <CheckField
        name="acceptTerms"
        label={<Agreement />}
        errors={errors.acceptTerms}
        defaultChecked={accepted}
        required
      />
    </>
  )
}
