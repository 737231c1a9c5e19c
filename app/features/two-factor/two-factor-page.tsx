import { data, Link, redirect } from 'react-router'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { ProfileSection } from '../profile/profile-section.tsx'
import { sectionAddress } from '../profile/profile-sections.ts'
import { ConfirmItIsYou } from '../proof/confirm-it-is-you.tsx'
import { withProof } from '../proof/with-proof.ts'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/two-factor-page'
import { AppCard } from './authenticator-card.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { BackupCard, DisableCard, SmsCard } from './two-factor-cards.tsx'
import styles from './two-factor-page.module.css'

const DONE = ['off', 'app', 'appRemoved'] as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const query = new URL(request.url).searchParams
  const state = await page.api.twoFactor.twoFactor({})
  const setup = query.has('app') && !state.authenticator ? await setupOf(page) : null
  return data(
    { state, setup, done: DONE.find((key) => key === query.get('done')) ?? null },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}

/** When the re-authentication has expired, the setup has to be restarted. */
async function setupOf({ api, describe }: ReturnType<typeof pageRequestOf>) {
  try {
    return (await api.twoFactor.authenticatorSetup({})).setup
  } catch (error) {
    if (describe(error)?.code === 'proofNeeded') return null
    throw error
  }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const intent = text('intent')
  const { twoFactor } = page.api
  const here = sectionAddress('two-factor', page.lang)
  const proof = form.has('password') ? { password: text('password') } : {}
  const actions: Record<string, () => Promise<{ to: string } | { codes: string[] }>> = {
    enable: async () => ({ codes: (await twoFactor.enableTwoFactor(proof)).backupCodes }),
    renew: async () => ({ codes: (await twoFactor.renewBackupCodes(proof)).backupCodes }),
    disable: async () => twoFactor.disableTwoFactor(proof).then(() => ({ to: `${here}?done=off` })),
    beginApp: async () => twoFactor.beginAuthenticator({}).then(() => ({ to: `${here}?app` })),
    removeApp: async () => twoFactor.removeAuthenticator({}).then(() => ({ to: `${here}?done=appRemoved` })),
    confirmApp: async () => {
      const { backupCodes } = await twoFactor.confirmAuthenticator({ code: text('code') })
      return backupCodes ? { codes: backupCodes } : { to: `${here}?done=app` }
    },
  }
  const perform = actions[intent]
  if (!perform) return redirect(here, 303)
  try {
    const outcome = await withProof(page, form, perform)
    if ('confirm' in outcome) return data({ confirm: outcome.confirm }, { status: 403 })
    if ('to' in outcome.done) return redirect(outcome.done.to, 303)
    return data(outcome.done, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ failure, intent }, { status: failure.status })
  }
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, lead } = textsIn(site.lang).twoFactor.section
  return pageMeta({ ...site, pathname: location.pathname, title, description: lead, noindex: true })
}

/** Shows which second factors are on, and turns them on and off. */
export default function TwoFactorPage({ loaderData: { state, setup, done }, actionData }: Route.ComponentProps) {
  const t = useTexts('twoFactor').section
  const lang = useLang()
  const failed = actionData && 'failure' in actionData ? actionData : undefined
  const failureOf = (intent: string) => (failed?.intent === intent ? failed.failure : undefined)
  if (actionData && 'codes' in actionData) {
    return (
      <ProfileSection title={t.title} under="security">
        <BackupCodes codes={actionData.codes} />
      </ProfileSection>
    )
  }
  return (
    <ProfileSection title={t.title} lead={t.lead} under="security">
      {done && !actionData ? <Alert kind="success">{t.done[done]}</Alert> : null}
      {state.ofStaff ? (
        <Alert kind={state.ofStaff === 'needed' ? 'warning' : 'info'}>
          {t.ofStaff[state.ofStaff]}{' '}
          {state.ofStaff === 'needed' ? (
            <Link to={sectionAddress('passkeys', lang)}>{t.ofStaff.toPasskeys}</Link>
          ) : null}
        </Alert>
      ) : null}
      {actionData && 'confirm' in actionData ? (
        <ConfirmItIsYou confirm={actionData.confirm} />
      ) : (
        <>
          <div className={styles.state} data-on={state.enabled || undefined}>
            <span className={styles.mark}>
              <Icon name="shield" size={26} />
            </span>
            <div>
              <h3>{state.enabled ? t.on : t.off}</h3>
              <p>{state.enabled ? t.onBody : t.offBody}</p>
            </div>
          </div>
          <AppCard
            isOn={state.authenticator}
            setup={setup}
            failures={{
              begin: failureOf('beginApp'),
              confirm: failureOf('confirmApp'),
              remove: failureOf('removeApp'),
            }}
          />
          <SmsCard state={state} failure={failureOf('enable')} />
          {state.enabled ? (
            <>
              <BackupCard state={state} failure={failureOf('renew')} />
              <DisableCard state={state} failure={failureOf('disable')} />
            </>
          ) : null}
        </>
      )}
    </ProfileSection>
  )
}
