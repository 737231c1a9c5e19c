import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import type { FormFailure } from '../../request-context.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { CodeField } from '../../ui/fields/code-field.tsx'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useSiteName } from '../../ui/site-name.ts'
import { AlternativeLink, AuthLayout } from '../accounts/auth-layout.tsx'
import { Agreement } from '../accounts/registration/agreement.tsx'
import { CodeAgain } from '../codes/code-again.tsx'
import { codeFailure } from '../codes/code-failure.ts'
import type { CodeWait } from '../codes/code-wait.ts'
import type { PendingIdentityStep, Provider } from './contract.ts'
import { externalSignUp } from './social-sign-in-links.ts'

type PendingIdentity = {
  provider: Provider
  step: PendingIdentityStep
  email: string
  hasPassword: boolean
  firstName: string
  lastName: string
  codeSent: boolean
}
type Refused = {
  failure: FormFailure
  intent: string
  values: Record<string, string>
  accepted: boolean
  wantsNews: boolean
}
type Props = {
  ticket: PendingIdentity
  wait: CodeWait | null
  again: boolean
  returnTo: string | undefined
  refused: Refused | undefined
}

/** The steps of a first sign-in by a provider, one a page. */
export function SocialSignUpSteps(props: Props) {
  return STEPS[props.ticket.step](props)
}

const STEPS: Record<PendingIdentityStep, (props: Props) => ReactNode> = {
  email: (props) => <EmailStep {...props} />,
  code: (props) => <CodeStep {...props} />,
  prove: (props) => <ProveStep {...props} />,
  link: (props) => <LinkStep {...props} />,
  register: (props) => <RegisterStep {...props} />,
}

function Step({
  title,
  lead,
  returnTo,
  children,
}: { title: string; lead: ReactNode; children: ReactNode } & Pick<Props, 'returnTo'>) {
  const t = useTexts('socialSignIn').signUp
  const links = linksFor(useLang())
  return (
    <AuthLayout title={title} lead={lead} returnTo={returnTo}>
      {children}
      <AlternativeLink question={t.otherTitle}>
        <Link to={links.login(returnTo)}>{t.startAgain}</Link>
      </AlternativeLink>
    </AuthLayout>
  )
}

/** A sentence that contains a provider's name. */
function WithName({ text, name }: { text: { before: string; after: string }; name: string }) {
  return (
    <>
      {text.before}
      <bdi>{name}</bdi>
      {text.after}
    </>
  )
}

function EmailStep({ ticket, returnTo, refused }: Props) {
  const { email: t, fields: labels } = useTexts('socialSignIn').signUp
  return (
    <Step title={t.title} lead={<WithName text={t.lead} name={ticket.provider.name} />} returnTo={returnTo}>
      <Form method="post" noValidate>
        <FormErrors failure={refused?.failure} labels={labels} />
        <TextField
          name="email"
          type="email"
          label={labels.email}
          hint={t.hint}
          errors={refused?.failure.fields.email}
          defaultValue={refused?.values.email ?? ticket.email}
          autoComplete="email"
          required
        />
        <SubmitButton wide size="large" name="intent" value="send">
          {t.submit}
        </SubmitButton>
      </Form>
    </Step>
  )
}

function CodeStep({ ticket, wait, again, returnTo, refused }: Props) {
  const { code: t } = useTexts('socialSignIn').signUp
  const lang = useLang()
  return (
    <Step title={t.title} lead={<SentTo email={ticket.email} />} returnTo={returnTo}>
      {again && !refused ? <Alert kind="success">{t.sentAgain}</Alert> : null}
      <EnterCode submit={t.submit} refused={refused} />
      <CodeAgain wait={wait} />
      <AlternativeLink question={t.wrongEmail}>
        <Link to={externalSignUp(lang, { returnTo, change: '1' })}>{t.changeEmail}</Link>
      </AlternativeLink>
    </Step>
  )
}

function SentTo({ email }: { email: string }) {
  const { code: t } = useTexts('socialSignIn').signUp
  return (
    <>
      {t.lead} <bdi dir="ltr">{email}</bdi>
      {t.leadEnd}
    </>
  )
}

/** @param second whether another form precedes it */
function EnterCode({ submit, refused, second }: { submit: string; refused: Refused | undefined; second?: boolean }) {
  const { fields: labels } = useTexts('socialSignIn').signUp
  const { failure, errors } = codeFailure(refused)
  return (
    <Form method="post" noValidate>
      <FormErrors failure={failure} labels={labels} />
      <CodeField name="code" label={labels.code} errors={errors} required />
      <SubmitButton
        wide
        variant={second ? 'quiet' : 'primary'}
        size={second ? 'normal' : 'large'}
        name="intent"
        value="verify"
      >
        {submit}
      </SubmitButton>
    </Form>
  )
}

function ProveStep({ ticket, wait, again, returnTo, refused }: Props) {
  const { prove: t, code: codeTexts, fields: labels } = useTexts('socialSignIn').signUp
  const { provider, email, hasPassword, codeSent } = ticket
  const failureOf = (intent: string) => (refused?.intent === intent ? refused : undefined)
  const passwordFailure = failureOf('password')?.failure
  const lead = (
    <>
      {t.lead(useSiteName())} <bdi dir="ltr">{email}</bdi>
      <WithName text={t.leadEnd} name={provider.name} />
    </>
  )
  return (
    <Step title={t.title} lead={lead} returnTo={returnTo}>
      {hasPassword ? (
        <Form method="post" noValidate>
          <FormErrors failure={passwordFailure} labels={labels} />
          <input type="hidden" name="username" value={email} autoComplete="username" />
          <PasswordField
            name="password"
            label={labels.password}
            errors={passwordFailure?.fields.password}
            autoComplete="current-password"
            required
          />
          <SubmitButton wide size="large" name="intent" value="password">
            {t.submit}
          </SubmitButton>
        </Form>
      ) : null}
      {codeSent ? (
        <>
          <p>
            <SentTo email={email} />
          </p>
          {again && !refused ? <Alert kind="success">{codeTexts.sentAgain}</Alert> : null}
          <EnterCode submit={t.submitCode} refused={failureOf('verify') ?? failureOf('resend')} second={hasPassword} />
          <CodeAgain wait={wait} />
        </>
      ) : (
        <Form method="post">
          {hasPassword ? <p>{t.byCode}</p> : null}
          <FormErrors failure={failureOf('send')?.failure} labels={labels} />
          <SubmitButton
            wide
            variant={hasPassword ? 'quiet' : 'primary'}
            size={hasPassword ? 'normal' : 'large'}
            name="intent"
            value="send"
          >
            {t.send}
          </SubmitButton>
        </Form>
      )}
    </Step>
  )
}

function LinkStep({ ticket, returnTo, refused }: Props) {
  const { link: t, fields: labels } = useTexts('socialSignIn').signUp
  const lead = (
    <>
      {t.lead} <bdi dir="ltr">{ticket.email}</bdi>
    </>
  )
  return (
    <Step title={t.title} lead={lead} returnTo={returnTo}>
      <Form method="post">
        <FormErrors failure={refused?.failure} labels={labels} />
        <SubmitButton wide size="large" name="intent" value="link">
          {t.submit}
        </SubmitButton>
      </Form>
    </Step>
  )
}

function RegisterStep({ ticket, returnTo, refused }: Props) {
  const { register: t, fields: labels } = useTexts('socialSignIn').signUp
  const { wantNews } = useTexts('accounts')
  const errors = refused?.failure.fields ?? {}
  const text = (name: 'firstName' | 'lastName' | 'phone', initial = '') => ({
    name,
    label: labels[name],
    errors: errors[name],
    defaultValue: refused?.values[name] ?? initial,
    required: true,
  })
  return (
    <Step title={t.title} lead={<WithName text={t.lead} name={ticket.provider.name} />} returnTo={returnTo}>
      <Form method="post" noValidate>
        <FormErrors failure={refused?.failure} labels={labels} />
        <TextField name="email" type="email" label={labels.email} defaultValue={ticket.email} readOnly required />
        <FieldRow width="narrow" isFilled>
          <TextField {...text('firstName', ticket.firstName)} autoComplete="given-name" maxLength={50} />
          <TextField {...text('lastName', ticket.lastName)} autoComplete="family-name" maxLength={50} />
        </FieldRow>
        <TextField {...text('phone')} type="tel" autoComplete="tel" hint={t.phoneHint} />
        <CheckField
          name="acceptTerms"
          label={<Agreement />}
          errors={errors.acceptTerms}
          defaultChecked={refused?.accepted}
          required
        />
        <CheckField name="wantsNews" label={wantNews} defaultChecked={refused?.wantsNews} />
        <SubmitButton wide size="large" name="intent" value="register">
          {t.submit}
        </SubmitButton>
      </Form>
    </Step>
  )
}
