import { data, Form, Link, redirect } from 'react-router'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Card } from '../../ui/content/card.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { CodeField } from '../../ui/fields/code-field.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { CodeAgain } from '../codes/code-again.tsx'
import { type CodeWait, waitFromSeconds } from '../codes/code-wait.ts'
import { ConfirmItIsYou } from '../proof/confirm-it-is-you.tsx'
import { withProof } from '../proof/with-proof.ts'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/phone-page'
import styles from './phone-page.module.css'
import { ProfileSection } from './profile-section.tsx'
import { sectionAddress } from './profile-sections.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const query = new URL(request.url).searchParams
  const [{ phone, phoneVerified, enabled }, { waiting }] = await Promise.all([
    page.api.twoFactor.twoFactor({}),
    page.api.twoFactor.waitingPhone({}),
  ])
  return {
    phone,
    phoneVerified,
    enabled,
    done: query.has('done'),
    // For a mistyped number there is a link to enter another.
    waiting:
      waiting && !query.has('other')
        ? { ...waiting, wait: waitFromSeconds(page.now, waiting.resendAfterSeconds) }
        : null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const here = sectionAddress('phone', page.lang)
  try {
    if (text('intent') === 'verify') {
      await page.api.twoFactor.verifyPhone({ code: text('code') })
      return redirect(`${here}?done`, 303)
    }
    const again = text('intent') === 'resend'
    const phone = again ? ((await page.api.twoFactor.waitingPhone({})).waiting?.phone ?? '') : text('phone')
    const outcome = await withProof(page, form, () => page.api.twoFactor.changePhone({ phone }))
    if ('confirm' in outcome) return data({ confirm: outcome.confirm }, { status: 403 })
    return redirect(here, 303)
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ failure, intent: text('intent'), phone: text('phone') }, { status: failure.status })
  }
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, lead } = textsIn(site.lang).twoFactor.phone
  return pageMeta({ ...site, pathname: location.pathname, title, description: lead, noindex: true })
}

/** Shows the mobile number and whether it is verified; changes it. */
export default function PhonePage({ loaderData, actionData }: Route.ComponentProps) {
  const { phone, phoneVerified, enabled, waiting, done } = loaderData
  const t = useTexts('twoFactor').phone
  const lang = useLang()
  const confirm = actionData && 'confirm' in actionData ? actionData.confirm : undefined
  const failed = actionData && 'failure' in actionData ? actionData : undefined
  return (
    <ProfileSection title={t.title} lead={t.lead} under="security">
      {done && !actionData ? (
        <Alert kind="success">
          {t.done} {enabled ? null : <Link to={sectionAddress('two-factor', lang)}>{t.nowTwoFactor}</Link>}
        </Alert>
      ) : null}
      {confirm ? (
        <ConfirmItIsYou confirm={confirm} />
      ) : waiting ? (
        <EnterCode phone={waiting.phone} wait={waiting.wait} failed={failed} />
      ) : (
        <>
          {phone ? (
            <Card as="section" aria-labelledby="current" className={styles.fact}>
              <div>
                <h3 id="current">{t.current}</h3>
                <p>
                  <bdi dir="ltr">{phone}</bdi>
                </p>
              </div>
              <Badge tone={phoneVerified ? 'mint' : 'sand'}>{phoneVerified ? t.verified : t.unverified}</Badge>
            </Card>
          ) : null}
          <NumberForm isNew={phoneVerified} phone={failed?.phone ?? (phoneVerified ? '' : phone)} failed={failed} />
        </>
      )}
    </ProfileSection>
  )
}

type Failed =
  | { failure: { message: string; code: string; fields: Record<string, string[]> }; intent: string }
  | undefined

function NumberForm({ isNew, phone, failed }: { isNew: boolean; phone: string; failed: Failed }) {
  const t = useTexts('twoFactor').phone
  return (
    <Card as="section" aria-labelledby="number-title">
      <Form method="post" className={styles.form} noValidate preventScrollReset>
        <div>
          <h3 id="number-title">{isNew ? t.change : t.verify}</h3>
          <p>{isNew ? t.changeLead : t.verifyLead}</p>
        </div>
        <FormErrors failure={failed?.failure} labels={{ phone: t.label }} />
        <TextField
          name="phone"
          type="tel"
          label={t.label}
          hint={t.hint}
          errors={failed?.failure.fields.phone}
          defaultValue={phone}
          autoComplete="tel"
          required
        />
        <div className={styles.buttons}>
          <SubmitButton name="intent" value="send">
            {t.send}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  )
}

function EnterCode({ phone, wait, failed }: { phone: string; wait: CodeWait | null; failed: Failed }) {
  const { phone: t, code: label } = useTexts('twoFactor')
  const lang = useLang()
  const failure = failed?.failure
  const again = failed?.intent === 'resend'
  const atField = failure && (failure.code === 'codeWrong' || failure.code === 'codeExpired')
  const shown = atField ? { ...failure, fields: { code: [failure.message] } } : again ? undefined : failure
  return (
    <Card as="section" aria-labelledby="code-title" className={styles.form}>
      <div>
        <h3 id="code-title">{t.enterTitle}</h3>
        <p>
          {t.sentTo} <bdi dir="ltr">{phone}</bdi>
          {t.sentToEnd}
        </p>
      </div>
      <Form method="post" className={styles.form} noValidate preventScrollReset>
        <FormErrors failure={shown} labels={{ code: label }} />
        <CodeField name="code" label={label} errors={shown?.fields.code} required />
        <div className={styles.buttons}>
          <SubmitButton name="intent" value="verify">
            {t.submit}
          </SubmitButton>
          <Link to={`${sectionAddress('phone', lang)}?other`}>{t.another}</Link>
        </div>
      </Form>
      {again && failure ? <Alert kind="error">{failure.message}</Alert> : null}
      <CodeAgain notArrived={t.notArrived} wait={wait} />
    </Card>
  )
}
