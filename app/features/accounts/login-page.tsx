import { data, Form, Link, redirect } from 'react-router'
import { type ExternalReason, linksFor } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { type FormFailure, pageRequestOf, type RouteHandle } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { seoIfAny } from '../page-texts/page-texts.ts'
import { PasskeySignIn } from '../webauthn/passkey-sign-in.tsx'
import { typedCredential } from '../webauthn/typed-credential.ts'
import type { Route } from './+types/login-page'
import { accountLinksFor } from './account-links.ts'
import { pathAfterFirstFactor, redirectSignedIn } from './after-first-factor.ts'
import { AlternativeLink, AuthLayout, guestsOnly } from './auth-layout.tsx'
import { readFormTexts } from './form-texts.ts'
import { ProviderLinks } from './providers/provider-links.tsx'
import { externalReason } from './providers/provider-sign-in-errors.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const query = new URL(request.url).searchParams
  const passwordSet = query.get('password') === 'new'
  const notice = query.get('notice')
  const interrupted = (['expired', 'unsent'] as const).find((name) => name === notice)
  const reason = externalReason(notice)
  const returnTo = guestsOnly(page, request)
  const [seo, providers] = await Promise.all([seoIfAny(page, 'login'), page.api.socialSignIn.externalProviders({})])
  // Whoever came by a new password has typed the address already.
  const email = (passwordSet && query.get('email')) || undefined
  return { returnTo, passwordSet, email, interrupted, reason, seo, providers }
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const returnTo = guestsOnly(page, request)
  const { email, password, by, credential } = await readFormTexts(request, ['email', 'password', 'by', 'credential'])
  const byPasskey = by === 'passkey'
  if (byPasskey && !credential) return data({ failure: noScripts(page.lang), email, byPasskey }, { status: 400 })
  try {
    const answer = byPasskey
      ? await page.api.passkeys.loginWithPasskey({ credential: typedCredential(credential) })
      : await page.api.accounts.login({ email, password })
    return redirectSignedIn(pathAfterFirstFactor(page.lang, answer, returnTo))
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) {
      page.report(error)
      return data({ failure: unexpected(page.lang), email, byPasskey }, { status: 500 })
    }
    if (failure.code === 'accountNotActive') {
      return redirect(accountLinksFor(page.lang).registerOtp(email.trim(), { returnTo }))
    }
    return data({ failure, email, byPasskey }, { status: failure.status })
  }
}

/** Shown in the form, so that the typed values stay and can be sent again. */
function unexpected(lang: Lang): FormFailure {
  return { code: 'unexpected', status: 500, message: textsIn(lang).accounts.login.failed, fields: {} }
}

/** For browsers without scripts that are too old to hide the passkey button. */
function noScripts(lang: Lang): FormFailure {
  return { code: 'passkeyRefused', status: 400, message: textsIn(lang).passkeys.needsScripts, fields: {} }
}

/** The form works without scripts. A passkey is offered from the first interaction on, at the latest at the field's focus. */
export const handle = { deferHydration: true } satisfies RouteHandle

export function meta({ loaderData, location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const t = textsIn(site.lang).accounts.login
  const {
    metaTitle: title = t.title,
    metaDescription: description = t.description,
    keywords = '',
  } = loaderData.seo ?? {}
  return pageMeta({ ...site, pathname: location.pathname, title, description, keywords, noindex: true })
}

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const { returnTo, passwordSet, email, interrupted, reason, providers } = loaderData
  const { login: t, fields: labels } = useTexts('accounts')
  const links = linksFor(useLang())
  const accountLinks = accountLinksFor(useLang())
  const failure = actionData?.failure
  const passwordFailure = actionData?.byPasskey ? undefined : failure
  const errors = passwordFailure?.fields ?? {}
  return (
    <AuthLayout title={t.title} lead={t.lead} returnTo={interrupted === 'unsent' ? undefined : returnTo}>
      {passwordSet && !actionData ? <Alert kind="success">{t.passwordSet}</Alert> : null}
      {interrupted && !actionData ? <Alert kind="info">{t[interrupted]}</Alert> : null}
      {reason && !actionData ? <ProviderFailure reason={reason} /> : null}
      <Form method="post" noValidate>
        <FormErrors failure={passwordFailure} labels={labels} />
        <TextField
          name="email"
          type="email"
          label={labels.email}
          errors={errors.email}
          defaultValue={actionData?.email ?? email}
          autoComplete="username webauthn"
          required
        />
        <PasswordField
          name="password"
          label={labels.password}
          errors={errors.password}
          autoComplete="current-password"
          required
        />
        <p>
          <Link to={accountLinks.forgetPass({ returnTo })}>{t.forgot}</Link>
        </p>
        <SubmitButton wide size="large">
          {t.submit}
        </SubmitButton>
      </Form>
      <ProviderLinks providers={providers} returnTo={returnTo} or="before" />
      <PasskeySignIn or={providers.length === 0} failure={actionData?.byPasskey ? failure : undefined} />
      <AlternativeLink question={t.noAccount}>
        <Link to={links.signUp(returnTo)}>{t.signUp}</Link>
      </AlternativeLink>
    </AuthLayout>
  )
}

/** Why a sign-in by a provider failed. */
function ProviderFailure({ reason }: { reason: ExternalReason }) {
  const text = useTexts('socialSignIn').reasons[reason]
  return <Alert kind={reason === 'external-denied' ? 'info' : 'error'}>{text}</Alert>
}
