import { data, Form, Link, redirect } from 'react-router'
import { linksFor } from '../../../links.ts'
import { textsIn, useLang, useTexts } from '../../../locales/texts.tsx'
import { type PageRequest, pageRequestOf } from '../../../request-context.ts'
import { pageMeta, siteOf } from '../../../shell/meta.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { CodeField } from '../../../ui/fields/code-field.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { CodeAgain } from '../../codes/code-again.tsx'
import { codeFailure } from '../../codes/code-failure.ts'
import { waitFromQuery } from '../../codes/code-wait.ts'
import { accountLinksFor } from '../account-links.ts'
import { pathAfterFirstFactor, redirectSignedIn } from '../after-first-factor.ts'
import { AlternativeLink, AuthLayout, CODE_STEP, guestsOnly } from '../auth-layout.tsx'
import { readFormTexts } from '../form-texts.ts'
import type { Route } from './+types/register-otp-page'

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const returnTo = guestsOnly(page, request)
  const query = new URL(request.url).searchParams
  const email = query.get('email') ?? ''
  if (!email) throw redirect(linksFor(page.lang).accounts(returnTo))
  const wait = waitFromQuery(query, page.now)
  const typedHere = await isTypedHere(page, email)
  return data(
    { email, returnTo, wait, again: query.has('again'), typedHere },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}

/** An invalid address has no sign-up: its code is refused like any wrong one. */
async function isTypedHere({ api, describe }: PageRequest, email: string): Promise<boolean> {
  try {
    return (await api.accounts.waitingSignUp({ email })).typedHere
  } catch (error) {
    if (describe(error)) return false
    throw error
  }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const returnTo = guestsOnly(page, request)
  const email = new URL(request.url).searchParams.get('email') ?? ''
  const { code, password, intent } = await readFormTexts(request, ['code', 'password', 'intent'])
  try {
    if (intent === 'resend') {
      const { resendAfterSeconds } = await page.api.accounts.resendOtp({ email })
      const resendAt = page.now.getTime() + resendAfterSeconds * 1000
      return redirect(accountLinksFor(page.lang).registerOtp(email, { returnTo, resendAt, again: 1 }))
    }
    const answer = await page.api.accounts.activate({ email, code, password })
    return redirectSignedIn(pathAfterFirstFactor(page.lang, answer, returnTo ?? accountLinksFor(page.lang).welcome))
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ failure, code, intent }, { status: failure.status })
  }
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, description } = textsIn(site.lang).accounts.otp
  return pageMeta({ ...site, pathname: location.pathname, title, description, noindex: true })
}

export default function RegisterOtpPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, returnTo, wait, again } = loaderData
  const { otp: t, fields: labels } = useTexts('accounts')
  const links = linksFor(useLang())
  const { failure, errors } = codeFailure(actionData)
  // The cookie of the sign-up may have gone while the page was open.
  const isPasswordAsked = failure !== undefined && 'password' in failure.fields
  const typedHere = loaderData.typedHere && !isPasswordAsked
  return (
    <AuthLayout
      title={t.title}
      lead={
        <>
          {t.lead} <bdi dir="ltr">{email}</bdi>
          {t.leadEnd}
        </>
      }
      returnTo={returnTo}
      step={CODE_STEP}
    >
      {typedHere || (failure && !isPasswordAsked) ? null : <Alert kind="info">{t.otherBrowser}</Alert>}
      {again && !failure ? <Alert kind="success">{t.sentAgain}</Alert> : null}
      <Form method="post" noValidate>
        <FormErrors failure={failure} labels={labels} />
        <CodeField name="code" label={labels.code} errors={errors} defaultValue={actionData?.code ?? ''} required />
        {typedHere ? null : (
          <PasswordField
            name="password"
            label={labels.password}
            hint={t.passwordHint}
            errors={failure?.fields.password}
            autoComplete="current-password"
            required
          />
        )}
        <SubmitButton wide size="large">
          {t.submit}
        </SubmitButton>
      </Form>
      <CodeAgain wait={wait} />
      <AlternativeLink question={typedHere ? t.wrongEmail : t.notYou}>
        <Link to={links.signUp(returnTo)}>{typedHere ? t.changeEmail : t.signUpYourself}</Link>
      </AlternativeLink>
    </AuthLayout>
  )
}
