import { data, Form, Link, redirect } from 'react-router'
import { afterSignIn, linksFor } from '../../links.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { CodeField } from '../../ui/fields/code-field.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { ChoiceLinks } from '../../ui/navigation/choice-links.tsx'
import { useSiteName } from '../../ui/site-name.ts'
import { accountLinksFor } from '../accounts/account-links.ts'
import { redirectSignedIn } from '../accounts/after-first-factor.ts'
import { AlternativeLink, AuthLayout, guestsOnly } from '../accounts/auth-layout.tsx'
import { readFormTexts } from '../accounts/form-texts.ts'
import type { SecondFactorMethod } from '../accounts/sign-in-contract.ts'
import { CodeAgain } from '../codes/code-again.tsx'
import { type CodeWait, waitFromSeconds } from '../codes/code-wait.ts'
import type { Route } from './+types/login-with-2fa-page'

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const requested = guestsOnly(page, request)
  const query = new URL(request.url).searchParams
  try {
    const step = await page.api.twoFactor.secondStep({})
    const { methods, maskedPhone, codeSent, resendAfterSeconds } = step
    const method = methods.find((method) => method === query.get('method')) ?? methods[0]
    if (!method) throw redirect(linksFor(page.lang).login(requested, 'expired'))
    const returnTo = requested ?? step.returnTo ?? undefined
    const wait = waitFromSeconds(page.now, resendAfterSeconds)
    const again = query.has('again')
    return data(
      { methods, method, maskedPhone, codeSent, wait, returnTo, again },
      { headers: { 'Cache-Control': 'no-store' } },
    )
  } catch (error) {
    if (page.describe(error)?.code !== 'signInExpired') throw error
    throw redirect(linksFor(page.lang).login(requested, 'expired'))
  }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const returnTo = guestsOnly(page, request)
  const links = linksFor(page.lang)
  const accountLinks = accountLinksFor(page.lang)
  const { code, intent, method } = await readFormTexts(request, ['code', 'intent', 'method'])
  try {
    if (intent === 'resend') {
      await page.api.twoFactor.resend2fa({})
      return redirect(accountLinks.loginWith2fa(returnTo, { method: 'sms', again: 1 }))
    }
    const storedReturnTo = (await page.api.twoFactor.secondStep({})).returnTo
    await page.api.twoFactor.loginWith2fa({ code, method: method as SecondFactorMethod })
    return redirectSignedIn(afterSignIn(page.lang, returnTo ?? storedReturnTo))
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    if (failure.code === 'signInExpired') return redirect(links.login(returnTo, 'expired'))
    return data({ failure, intent }, { status: failure.status })
  }
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, description } = textsIn(site.lang).twoFactor.login
  return pageMeta({ ...site, pathname: location.pathname, title, description, noindex: true })
}

/** The second factor of a sign-in. */
export default function LoginWith2faPage({ loaderData, actionData }: Route.ComponentProps) {
  const { methods, method, maskedPhone, codeSent, wait, returnTo, again } = loaderData
  const { login: t, methods: names } = useTexts('twoFactor')
  const lead = { ...t.lead, totp: t.lead.totp(useSiteName()) }
  const links = linksFor(useLang())
  const accountLinks = accountLinksFor(useLang())
  const failure = actionData?.failure
  const isNotSent = method === 'sms' && !codeSent
  return (
    <AuthLayout
      title={t.title}
      lead={
        method === 'sms' ? (
          <>
            {isNotSent ? t.lead.smsNotSent : t.lead.sms} <bdi dir="ltr">{maskedPhone}</bdi>
          </>
        ) : (
          lead[method]
        )
      }
      returnTo={returnTo}
    >
      {methods.length > 1 ? (
        <ChoiceLinks
          label={t.ways}
          quiet
          choices={methods.map((choice) => ({
            to: accountLinks.loginWith2fa(returnTo, { method: choice }),
            label: names[choice],
            isCurrent: choice === method,
          }))}
        />
      ) : null}
      {again && !failure ? <Alert kind="success">{t.sentAgain}</Alert> : null}
      {isNotSent ? (
        <SendCode wait={wait} failure={failure} />
      ) : (
        <EnterCode key={method} method={method} failure={actionData?.intent === 'resend' ? undefined : failure} />
      )}
      {method === 'sms' && codeSent ? (
        <>
          {actionData?.intent === 'resend' && failure ? <Alert kind="error">{failure.message}</Alert> : null}
          <CodeAgain notArrived={t.notArrived} wait={wait} />
        </>
      ) : null}
      <div>
        <AlternativeLink question={t.lost}>
          <Link to={links.contact}>{t.contact}</Link>
        </AlternativeLink>
        <AlternativeLink question={t.notYou}>
          <Link to={links.login(returnTo)}>{t.startAgain}</Link>
        </AlternativeLink>
      </div>
    </AuthLayout>
  )
}

type Failure = { code: string; message: string; fields: Record<string, string[]> } | undefined

function SendCode({ wait, failure }: { wait: CodeWait | null; failure: Failure }) {
  const { login: t } = useTexts('twoFactor')
  if (wait) return <CodeAgain notArrived={failure?.message ?? t.wait} wait={wait} />
  return (
    <Form method="post">
      {failure ? <Alert kind="error">{failure.message}</Alert> : null}
      <SubmitButton wide size="large" name="intent" value="resend">
        {t.send}
      </SubmitButton>
    </Form>
  )
}

function EnterCode({ method, failure }: { method: SecondFactorMethod; failure: Failure }) {
  const { login: t, ...names } = useTexts('twoFactor')
  const label = method === 'backup' ? names.backupCode : names.code
  // A wrong or expired code is an error of the field, which shows the message and gets the focus.
  const atField = failure && ['codeWrong', 'codeExpired', 'twoFactorNotEnabled'].includes(failure.code)
  const message = failure?.code === 'codeWrong' && method === 'backup' ? t.backupWrong : failure?.message
  const shown = atField ? { ...failure, fields: { code: [message ?? ''] } } : failure
  return (
    <Form method="post" noValidate>
      <FormErrors failure={shown} labels={{ code: label }} />
      <input type="hidden" name="method" value={method} />
      <CodeField
        name="code"
        label={label}
        hint={method === 'backup' ? t.backupHint : undefined}
        errors={shown?.fields.code}
        length={method === 'backup' ? 8 : 6}
        required
      />
      <SubmitButton wide size="large">
        {t.submit}
      </SubmitButton>
    </Form>
  )
}
