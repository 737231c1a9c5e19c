import { data, Link, redirect, useLocation } from 'react-router'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { ConfirmItIsYou } from '../proof/confirm-it-is-you.tsx'
import { withProof } from '../proof/with-proof.ts'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/security-page'
import type { Profile } from './contract.ts'
import { PasswordForm } from './password-form.tsx'
import { ProfileSection } from './profile-section.tsx'
import { GUARD_ICONS, GUARDS, type Guard, guardState, sectionAddress } from './profile-sections.ts'
import styles from './security-page.module.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const { api } = page
  const [profile, providers] = await Promise.all([api.profile.profile({}), api.socialSignIn.externalProviders({})])
  // Without configured providers there is nothing to connect.
  const guards = GUARDS.filter((guard) => guard !== 'connections' || providers.length + profile.connections > 0)
  return { profile, guards, saved: new URL(request.url).searchParams.get('saved') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const typed = {
    currentPassword: text('currentPassword'),
    password: text('password'),
    confirmPassword: text('confirmPassword'),
  }
  try {
    const outcome = await withProof(page, form, () => page.api.profile.changePassword(typed))
    if ('confirm' in outcome) return data({ confirm: outcome.confirm }, { status: 403 })
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ failure }, { status: failure.status })
  }
  return redirect(
    `${sectionAddress('security', page.lang)}?saved=${form.has('currentPassword') ? 'changed' : 'set'}`,
    303,
  )
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, lead } = textsIn(site.lang).profile.security
  return pageMeta({ ...site, pathname: location.pathname, title, description: lead, noindex: true })
}

/** The password, and the states of the other security settings. */
export default function SecurityPage({ loaderData: { profile, guards, saved }, actionData }: Route.ComponentProps) {
  const t = useTexts('profile').security
  const { key } = useLocation()
  return (
    <ProfileSection title={t.title} lead={t.lead}>
      {saved && !actionData ? (
        <Alert kind="success">{saved === 'set' ? t.passwordSet : t.passwordChanged}</Alert>
      ) : null}
      {guards.length > 0 ? (
        <ul className={styles.guards}>
          {guards.map((guard) => (
            <GuardRow key={guard} guard={guard} profile={profile} />
          ))}
        </ul>
      ) : null}
      {actionData && 'confirm' in actionData ? (
        <ConfirmItIsYou confirm={actionData.confirm} />
      ) : (
        <PasswordForm
          // After a change the passwords that were typed do not stay in the page.
          key={saved && !actionData ? key : 'form'}
          hasPassword={profile.hasPassword}
          email={profile.email}
          failure={actionData?.failure}
        />
      )}
    </ProfileSection>
  )
}

function GuardRow({ guard, profile }: { guard: Guard; profile: Profile }) {
  const t = useTexts('profile').security
  const lang = useLang()
  const state = guardState(guard, profile)
  const stateText =
    typeof state === 'number'
      ? state === 0
        ? t.none
        : t.count(state)
      : guard === 'phone'
        ? state
          ? t.verified
          : t.unverified
        : state
          ? t.on
          : t.off
  return (
    <li className={styles.guard}>
      <span className={styles.mark}>
        <Icon name={GUARD_ICONS[guard]} size={22} />
      </span>
      <div>
        <h3>
          <Link to={sectionAddress(guard, lang)}>{t.guards[guard].title}</Link>
        </h3>
        <p>{guard === 'phone' && profile.phone ? <bdi dir="ltr">{profile.phone}</bdi> : t.guards[guard].body}</p>
      </div>
      <Badge tone={state ? 'mint' : 'sand'}>{stateText}</Badge>
      <Icon name="chevron-forward" size={18} />
    </li>
  )
}
