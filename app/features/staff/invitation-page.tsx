import { data, Form, Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { type FormFailure, type PageRequest, pageRequestOf, type RouteHandle } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useSiteName } from '../../ui/site-name.ts'
import { accountLinksFor } from '../accounts/account-links.ts'
import { pathAfterFirstFactor, redirectSignedIn } from '../accounts/after-first-factor.ts'
import { AlternativeLink, AuthLayout } from '../accounts/auth-layout.tsx'
import { readFormTexts } from '../accounts/form-texts.ts'
import { NewAccountFields } from '../accounts/registration/new-account-fields.tsx'
import type { Route } from './+types/invitation-page'

const FIELDS = ['firstName', 'lastName', 'phone', 'password', 'confirmPassword', 'acceptTerms'] as const

/** An empty one has no invitation, like any unknown one. */
const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') || 'none'

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const headers = { 'Cache-Control': 'no-store' }
  try {
    const { email } = await page.api.staff.invitation({ token: tokenOf(request) })
    return data({ email, gone: undefined }, { headers })
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ email: undefined, gone: failure.message }, { status: failure.status, headers })
  }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const { acceptTerms, ...typed } = await readFormTexts(request, FIELDS)
  try {
    // An unticked checkbox is not sent; the contract refuses any other value.
    const answer = await page.api.staff.acceptInvitation({
      ...typed,
      acceptTerms: acceptTerms as 'on',
      token: tokenOf(request),
    })
    return redirectSignedIn(pathAfterFirstFactor(page.lang, answer, firstPage(page)))
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    const { password: _, confirmPassword: __, ...values } = typed
    return data({ failure, values, accepted: acceptTerms !== '' }, { status: failure.status })
  }
}

/** Who was invited comes to work. An application of the institute's own has its sign-in, and is reached by the menu. */
function firstPage({ dashboardUrl, lang }: PageRequest): string {
  return dashboardUrl === undefined ? `/${lang}/desk` : accountLinksFor(lang).welcome
}

/** Each form works without scripts. */
export const handle = { deferHydration: true } satisfies RouteHandle

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, description } = textsIn(site.lang).staff
  return pageMeta({ ...site, pathname: location.pathname, title, description, noindex: true })
}

type Refused = {
  failure: FormFailure
  values: Partial<Record<(typeof FIELDS)[number], string>>
  accepted: boolean
}

export default function InvitationPage({ loaderData: { email, gone }, actionData }: Route.ComponentProps) {
  return email === undefined ? <Gone reason={gone} /> : <Accept email={email} refused={actionData} />
}

function Gone({ reason }: { reason: string }) {
  const t = useTexts('staff')
  const links = linksFor(useLang())
  return (
    <AuthLayout title={t.goneTitle} lead={reason} returnTo={undefined}>
      <AlternativeLink question={t.haveAccount}>
        <Link to={links.login()}>{t.signIn}</Link>
      </AlternativeLink>
    </AuthLayout>
  )
}

function Accept({ email, refused }: { email: string; refused: Refused | undefined }) {
  const t = useTexts('staff')
  const { fields: labels, hints } = useTexts('accounts')
  const errors = refused?.failure.fields ?? {}
  const text = (name: 'firstName' | 'lastName' | 'phone') => ({
    name,
    label: labels[name],
    errors: errors[name],
    defaultValue: refused?.values[name],
    required: true,
  })
  return (
    <AuthLayout
      title={t.title(useSiteName())}
      lead={
        <>
          {t.lead} <bdi dir="ltr">{email}</bdi>
        </>
      }
      returnTo={undefined}
    >
      <Form method="post" noValidate>
        <FormErrors failure={refused?.failure} labels={labels} />
        {/* For password managers, which store the password under this address. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextField {...text('firstName')} autoComplete="given-name" maxLength={50} />
        <TextField {...text('lastName')} autoComplete="family-name" maxLength={50} />
        <TextField {...text('phone')} type="tel" autoComplete="tel" hint={hints.phone} />
        <NewAccountFields errors={errors} accepted={refused?.accepted} />
        <SubmitButton wide size="large">
          {t.submit}
        </SubmitButton>
      </Form>
    </AuthLayout>
  )
}
