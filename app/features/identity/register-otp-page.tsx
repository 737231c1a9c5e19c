import { useState } from 'react'
import { data, Form, Link, redirect } from 'react-router'
import { linksFor } from '../../links.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Alert } from '../../ui/alert.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { FormErrors } from '../../ui/form-errors.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import type { Route } from './+types/register-otp-page'
import { afterFirstStep } from './after-first-step.ts'
import { CODE, Entrance, guestsOnly, OtherWay } from './entrance.tsx'
import styles from './register-otp-page.module.css'
import { typedTexts } from './typed-texts.ts'

/** No wait for another code is longer than the hour in which codes are counted. */
const LONGEST_WAIT = 3600_000

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const returnTo = guestsOnly(page, request)
  const query = new URL(request.url).searchParams
  const email = query.get('email') ?? ''
  if (!email) throw redirect(linksFor(page.lang).accounts(returnTo))
  const now = page.now.getTime()
  const resendAt = Number(query.get('resendAt'))
  const waits = resendAt > now && resendAt <= now + LONGEST_WAIT
  const wait = waits ? { until: new Date(resendAt).toISOString(), now: page.now.toISOString() } : null
  return data({ email, returnTo, wait, again: query.has('again') }, { headers: { 'Cache-Control': 'no-store' } })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const returnTo = guestsOnly(page, request)
  const email = new URL(request.url).searchParams.get('email') ?? ''
  const { code, intent } = await typedTexts(request, ['code', 'intent'])
  try {
    if (intent === 'resend') {
      const { resendAfterSeconds } = await page.api.identity.resendOtp({ email })
      const resendAt = page.now.getTime() + resendAfterSeconds * 1000
      return redirect(linksFor(page.lang).registerOtp(email, { returnTo, resendAt, again: 1 }))
    }
    const answer = await page.api.identity.activate({ email, code })
    return redirect(afterFirstStep(page.lang, answer, returnTo))
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ failure, code, intent }, { status: failure.status })
  }
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, description } = textsIn(site.lang).identity.otp
  return pageMeta({ ...site, pathname: location.pathname, title, description, noindex: true })
}

export default function RegisterOtpPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, returnTo, wait, again } = loaderData
  const { otp: t, fields: labels } = useTexts('identity')
  const links = linksFor(useLang())
  const failure = actionData?.failure
  const wrongCode = failure && actionData.intent !== 'resend'
  // A wrong or expired code is the field's matter: its message stands there, and the field gets the focus.
  const atField = wrongCode && (failure.code === 'codeWrong' || failure.code === 'codeExpired')
  const codeErrors = atField ? [failure.message] : wrongCode ? failure.fields.code : undefined
  return (
    <Entrance
      title={t.title}
      lead={
        <>
          {t.lead} <bdi dir="ltr">{email}</bdi>
          {t.leadEnd}
        </>
      }
      returnTo={returnTo}
      step={CODE}
    >
      {again && !failure ? <Alert kind="success">{t.sentAgain}</Alert> : null}
      <Form method="post" noValidate>
        <FormErrors failure={atField ? { ...failure, fields: { code: [failure.message] } } : failure} labels={labels} />
        <CodeField name="code" label={labels.code} errors={codeErrors} defaultValue={actionData?.code ?? ''} required />
        <SubmitButton wide size="large">
          {t.submit}
        </SubmitButton>
      </Form>
      <div className={styles.resend}>
        <p>{t.notArrived}</p>
        <Resend key={wait?.until} wait={wait} />
      </div>
      <OtherWay question={t.wrongEmail}>
        <Link to={links.signUp(returnTo)}>{t.changeEmail}</Link>
      </OtherWay>
    </Entrance>
  )
}

/** Counts down to the button where scripts run; without them the button is there and the server tells how long to wait. */
function Resend({ wait }: { wait: { until: string; now: string } | null }) {
  const t = useTexts('identity').otp
  const scripts = useScripts()
  const [over, setOver] = useState(wait === null)
  return (
    <Form method="post">
      {over || !wait ? null : (
        <p>
          {scripts ? t.resendIn : t.resendFrom}{' '}
          <Countdown until={wait.until} serverNow={wait.now} doneLabel={t.now} onDone={() => setOver(true)} />
        </p>
      )}
      {scripts && !over ? null : (
        <SubmitButton variant="quiet" name="intent" value="resend">
          {t.resend}
        </SubmitButton>
      )}
    </Form>
  )
}
