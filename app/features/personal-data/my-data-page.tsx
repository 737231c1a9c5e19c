import { data, Form, redirect } from 'react-router'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { accountLinksFor } from '../accounts/account-links.ts'
import { ProfileSection } from '../profile/profile-section.tsx'
import { ConfirmItIsYou } from '../proof/confirm-it-is-you.tsx'
import { askForProof, withProof } from '../proof/with-proof.ts'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/my-data-page'
import styles from './my-data-page.module.css'
import { unsure } from './unsure.ts'

/** Asks for the archive again, after a re-authentication. */
const COPY = 'copy'

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const [{ hasPassword }, orders] = await Promise.all([
    page.api.profile.profile({}),
    page.api.orders.mine({ PageSize: 50 }),
  ])
  const now = page.now.toISOString()
  const query = new URL(request.url).searchParams
  return {
    hasPassword,
    isTooOften: query.has('later'),
    confirmCopy: query.has('confirm') ? await askForProof(page, { intent: COPY }) : null,
    unpaid: orders.items.filter(({ status, expiresAt }) => status === 'pending' && expiresAt > now).length,
    refunds: orders.items.filter(({ refund }) => refund?.status === 'requested' || refund?.status === 'sending').length,
    lacksAccount: orders.items.some(({ refundAccount }) => refundAccount?.ibanEnd === null),
    running: orders.items.filter(({ status, schedule }) => status === 'paid' && schedule && schedule.endsAt > now)
      .length,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const typed = await request.formData()
  if (typed.get('intent') === COPY) {
    const outcome = await withProof(page, typed, async () => undefined)
    if ('confirm' in outcome) return data({ confirm: outcome.confirm, isCopy: true }, { status: 403 })
    return redirect(accountLinksFor(page.lang).profileExport, 303)
  }
  if (!typed.has('sure')) {
    const failure = await unsure(page, !typed.get('password'))
    return data({ failure }, { status: failure.status })
  }
  try {
    const password = String(typed.get('password') ?? '')
    const outcome = await withProof(page, typed, () => page.api.personalData.eraseAccount({ password }))
    if ('confirm' in outcome) return data({ confirm: outcome.confirm, isCopy: false }, { status: 403 })
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ failure }, { status: failure.status })
  }
  // Clears what the browser has stored, too.
  const headers = { 'Clear-Site-Data': '"storage"' }
  return redirect(accountLinksFor(page.lang).accountDeleted, { status: 303, headers })
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, lead } = textsIn(site.lang).profile.data
  return pageMeta({ ...site, pathname: location.pathname, title, description: lead, noindex: true })
}

/** Exports the person's data; deletes the account. */
export default function MyDataPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('profile').data
  const accountLinks = accountLinksFor(useLang())
  const { hasPassword, isTooOften, confirmCopy, unpaid, running, refunds, lacksAccount } = loaderData
  if (actionData && 'confirm' in actionData) {
    return (
      <ProfileSection title={actionData.isCopy ? t.copy.title : t.delete.title}>
        <ConfirmItIsYou confirm={actionData.confirm} reloadDocument />
      </ProfileSection>
    )
  }
  if (confirmCopy && !actionData) {
    return (
      <ProfileSection title={t.copy.title}>
        <ConfirmItIsYou confirm={confirmCopy} reloadDocument />
      </ProfileSection>
    )
  }
  const failure = actionData?.failure
  const fields = failure?.fields ?? {}
  return (
    <ProfileSection title={t.title} lead={t.lead}>
      {isTooOften ? <Alert kind="warning">{t.copy.later}</Alert> : null}
      <Card as="section" aria-labelledby="copy" className={styles.card}>
        <h3 id="copy">{t.copy.title}</h3>
        <p className={styles.explanation}>{t.copy.lead}</p>
        <ButtonLink
          to={accountLinks.profileExport}
          reloadDocument
          variant="quiet"
          icon="download"
          className={styles.start}
        >
          {t.copy.download}
        </ButtonLink>
      </Card>
      <Card as="section" aria-labelledby="delete" className={styles.card}>
        <h3 id="delete">{t.delete.title}</h3>
        <div className={styles.lists}>
          <Points
            title={t.delete.goesTitle}
            points={[...t.delete.goes, ...(refunds > 0 ? [t.delete.refundGoes(refunds)] : [])]}
            icon="close"
          />
          <Points
            title={t.delete.staysTitle}
            points={[...t.delete.stays, ...(refunds > 0 ? [t.delete.refundStays(refunds)] : [])]}
            icon="check"
          />
        </div>
        {unpaid + running > 0 || lacksAccount ? (
          <Alert kind="warning" title={t.delete.ordersTitle}>
            {unpaid > 0 ? <p>{t.delete.unpaid(unpaid)}</p> : null}
            {running > 0 ? <p>{t.delete.running(running)}</p> : null}
            {lacksAccount ? <p>{t.delete.lacksAccount}</p> : null}
          </Alert>
        ) : null}
        <Form method="post" className={styles.form} reloadDocument noValidate>
          <FormErrors failure={failure} labels={{ password: t.delete.password, sure: t.delete.sure }} />
          {hasPassword ? (
            <PasswordField
              name="password"
              label={t.delete.password}
              errors={fields.password}
              autoComplete="current-password"
              required
            />
          ) : null}
          <CheckField name="sure" label={t.delete.sure} errors={fields.sure} required />
          <SubmitButton variant="danger" className={styles.start}>
            {t.delete.submit}
          </SubmitButton>
        </Form>
      </Card>
    </ProfileSection>
  )
}

function Points({ title, points, icon }: { title: string; points: string[]; icon: 'close' | 'check' }) {
  return (
    <div>
      <h4>{title}</h4>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>
            <Icon name={icon} size={18} />
            {point}
          </li>
        ))}
      </ul>
    </div>
  )
}
