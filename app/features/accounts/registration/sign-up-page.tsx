import { data, Form, Link, redirect } from 'react-router'
import { linksFor } from '../../../links.ts'
import { textsIn, useLang, useTexts } from '../../../locales/texts.tsx'
import { pageRequestOf, type RouteHandle } from '../../../request-context.ts'
import { pageMeta, siteOf } from '../../../shell/meta.ts'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useDraft } from '../../../ui/fields/use-draft.ts'
import { accountLinksFor } from '../account-links.ts'
import { AlternativeLink, AuthLayout, guestsOnly } from '../auth-layout.tsx'
import { readFormTexts } from '../form-texts.ts'
import { OtherAccounts } from '../other-accounts.tsx'
import { ProviderLinks } from '../providers/provider-links.tsx'
import type { Route } from './+types/sign-up-page'
import { NewAccountFields } from './new-account-fields.tsx'

const FIELDS = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'password',
  'confirmPassword',
  'acceptTerms',
  'wantsNews',
] as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const returnTo = guestsOnly(page, request)
  return { returnTo, providers: await page.api.socialSignIn.externalProviders({}) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const returnTo = guestsOnly(page, request)
  const { acceptTerms, wantsNews, ...typed } = await readFormTexts(request, FIELDS)
  try {
    // An unticked checkbox is not sent; the contract refuses any other value.
    const registration = { ...typed, acceptTerms: acceptTerms as 'on', wantsNews: wantsNews !== '', returnTo }
    const { email, resendAfterSeconds } = await page.api.accounts.register(registration)
    const resendAt = page.now.getTime() + resendAfterSeconds * 1000
    return redirect(accountLinksFor(page.lang).registerOtp(email, { returnTo, resendAt }))
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    const { password: _, confirmPassword: __, ...values } = typed
    const ticked = { accepted: acceptTerms !== '', wantsNews: wantsNews !== '' }
    return data({ failure, values, ...ticked }, { status: failure.status })
  }
}

/** Each form works without scripts. */
export const handle = { deferHydration: true } satisfies RouteHandle

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, description } = textsIn(site.lang).accounts.signUp
  return pageMeta({ ...site, pathname: location.pathname, title, description, noindex: true })
}

export default function SignUpPage({ loaderData: { returnTo, providers }, actionData }: Route.ComponentProps) {
  const { signUp: t, fields: labels, hints, wantNews } = useTexts('accounts')
  const links = linksFor(useLang())
  const { failure, values, accepted, wantsNews } = actionData ?? {}
  const errors = failure?.fields ?? {}
  const draft = useDraft('sign-up', failure !== undefined)
  const text = (name: 'firstName' | 'lastName' | 'email' | 'phone') => ({
    name,
    label: labels[name],
    errors: errors[name],
    defaultValue: values?.[name],
    required: true,
  })
  return (
    <AuthLayout title={t.title} lead={t.lead} returnTo={returnTo} step={0}>
      <ProviderLinks providers={providers} returnTo={returnTo} or="after" />
      <Form method="post" noValidate {...draft}>
        <FormErrors failure={failure} labels={labels} />
        <FieldRow width="narrow" isFilled>
          <TextField {...text('firstName')} autoComplete="given-name" maxLength={50} />
          <TextField {...text('lastName')} autoComplete="family-name" maxLength={50} />
        </FieldRow>
        <TextField {...text('email')} type="email" autoComplete="email" hint={hints.email} />
        <TextField {...text('phone')} type="tel" autoComplete="tel" hint={hints.phone} />
        <NewAccountFields errors={errors} accepted={accepted} />
        <CheckField name="wantsNews" label={wantNews} defaultChecked={wantsNews} />
        <SubmitButton wide size="large">
          {t.submit}
        </SubmitButton>
      </Form>
      <AlternativeLink question={t.haveAccount}>
        <Link to={links.login(returnTo)}>{t.signIn}</Link>
      </AlternativeLink>
      {providers.length === 0 ? <OtherAccounts /> : null}
    </AuthLayout>
  )
}
