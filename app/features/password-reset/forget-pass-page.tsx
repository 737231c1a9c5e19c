import { data, Form, Link, redirect } from 'react-router'
import { linksFor } from '../../links.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf, type RouteHandle } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { accountLinksFor } from '../accounts/account-links.ts'
import { AlternativeLink, AuthLayout, guestsOnly } from '../accounts/auth-layout.tsx'
import { readFormTexts } from '../accounts/form-texts.ts'
import { waitFromQuery } from '../codes/code-wait.ts'
import type { Route } from './+types/forget-pass-page'
import { ResetCode, ResetPassword } from './reset-steps.tsx'

/** The state of the flow is in the address, so that it survives a reload. The token is in a cookie. */
function standOf(request: Request) {
  const query = new URL(request.url).searchParams
  const email = query.get('email') ?? ''
  const named = query.get('step')
  const step = !email || named === 'address' ? 'address' : named === 'password' ? 'password' : 'code'
  return { query, email, step } as const
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const returnTo = guestsOnly(page, request)
  const { query, email, step } = standOf(request)
  const wait = waitFromQuery(query, page.now)
  const stand = { step, email, returnTo, wait, again: query.has('again'), expired: query.has('expired') }
  return data(stand, step === 'address' ? {} : { headers: { 'Cache-Control': 'no-store' } })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

const FIELDS = ['email', 'code', 'password', 'confirmPassword', 'intent'] as const

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const returnTo = guestsOnly(page, request)
  const accountLinks = accountLinksFor(page.lang)
  const { email, step } = standOf(request)
  const typed = await readFormTexts(request, FIELDS)
  const { code, password, confirmPassword, intent } = typed
  const later = (seconds: number) => page.now.getTime() + seconds * 1000
  try {
    if (step === 'address') {
      const { resendAfterSeconds } = await page.api.passwordReset.forgotPassword({ email: typed.email })
      return redirect(
        accountLinks.forgetPass({ email: typed.email.trim(), returnTo, resendAt: later(resendAfterSeconds) }),
      )
    }
    if (intent === 'resend') {
      const { resendAfterSeconds } = await page.api.passwordReset.resendResetOtp({ email })
      return redirect(accountLinks.forgetPass({ email, returnTo, resendAt: later(resendAfterSeconds), again: 1 }))
    }
    if (step === 'code') {
      await page.api.passwordReset.validateResetOtp({ email, code })
      return redirect(accountLinks.forgetPass({ email, returnTo, step: 'password' }))
    }
    await page.api.passwordReset.resetPassword({ password, confirmPassword })
    return redirect(accountLinks.loginAfterReset(email, returnTo))
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    // Another code is requested at the step before.
    if (step === 'password' && failure.code === 'codeExpired')
      return redirect(accountLinks.forgetPass({ email, returnTo, expired: 1 }))
    return data({ failure, intent, email: typed.email, code }, { status: failure.status })
  }
}

/** The step with the code counts down and takes a code from an SMS: its scripts load at once. */
export const handle = {
  deferHydration: ({ step }: { step: string }) => step !== 'code',
} satisfies RouteHandle

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, description } = textsIn(site.lang).accounts.reset
  return pageMeta({ ...site, pathname: location.pathname, title, description, noindex: true })
}

export default function ForgetPassPage({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  if (step === 'code') return <ResetCode {...loaderData} refused={actionData} />
  if (step === 'password') return <ResetPassword {...loaderData} failure={actionData?.failure} />
  return <ResetAddress {...loaderData} refused={actionData} />
}

type Refused = { failure: { message: string; fields: Record<string, string[]> }; email: string }

function ResetAddress({
  email,
  returnTo,
  refused,
}: {
  email: string
  returnTo: string | undefined
  refused: Refused | undefined
}) {
  const { reset: t, fields: labels } = useTexts('accounts')
  const links = linksFor(useLang())
  return (
    <AuthLayout title={t.title} lead={t.lead} returnTo={returnTo} steps={t.steps} step={0}>
      <Form method="post" noValidate>
        <FormErrors failure={refused?.failure} labels={labels} />
        <TextField
          name="email"
          type="email"
          label={labels.email}
          errors={refused?.failure.fields.email}
          defaultValue={refused?.email ?? email}
          autoComplete="username"
          required
        />
        <SubmitButton wide size="large">
          {t.send}
        </SubmitButton>
      </Form>
      <AlternativeLink question={t.remembered}>
        <Link to={links.login(returnTo)}>{t.signIn}</Link>
      </AlternativeLink>
    </AuthLayout>
  )
}
