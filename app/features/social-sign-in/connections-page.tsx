import { data, redirect } from 'react-router'
import { textsIn, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Card } from '../../ui/content/card.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { useSiteName } from '../../ui/site-name.ts'
import { externalReason } from '../accounts/providers/provider-sign-in-errors.ts'
import { ProfileSection } from '../profile/profile-section.tsx'
import { ConfirmItIsYou } from '../proof/confirm-it-is-you.tsx'
import { withProof } from '../proof/with-proof.ts'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/connections-page'
import { AddConnections, ConnectionList, ProviderRedirect } from './connection-cards.tsx'
import { connectionsPage } from './social-sign-in-links.ts'

const DONE = ['connected', 'disconnected'] as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const query = new URL(request.url).searchParams
  const problem = query.get('problem')
  return {
    ...(await page.api.socialSignIn.connections({})),
    done: DONE.find((key) => key === query.get('done')) ?? null,
    isTaken: problem === 'taken',
    reason: externalReason(problem),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const form = await request.formData()
  const { socialSignIn } = page.api
  const provider = String(form.get('connect') ?? '')
  const perform = async () => {
    if (provider) return { going: { provider, url: (await socialSignIn.connect({ provider })).url } }
    await socialSignIn.disconnect({ id: String(form.get('disconnect') ?? '') })
    return { going: null }
  }
  try {
    const outcome = await withProof(page, form, perform)
    if ('confirm' in outcome) return data({ confirm: outcome.confirm }, { status: 403 })
    // Not an HTTP redirect: the page's `form-action` policy forbids redirects of forms to other sites.
    if (outcome.done.going) return data(outcome.done, { headers: { 'Cache-Control': 'no-store' } })
    return redirect(connectionsPage(page.lang, { done: 'disconnected' }), 303)
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ failure }, { status: failure.status })
  }
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, lead } = textsIn(site.lang).socialSignIn.connections
  return pageMeta({ ...site, pathname: location.pathname, title, description: lead, noindex: true })
}

/** The linked accounts of providers. */
export default function ConnectionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { connections, providers, done, isTaken, reason } = loaderData
  const { connections: t, reasons } = useTexts('socialSignIn')
  const siteName = useSiteName()
  if (actionData && 'going' in actionData && actionData.going) {
    const { provider, url } = actionData.going
    const name = providers.find(({ id }) => id === provider)?.name ?? provider
    return (
      <ProfileSection title={t.title} lead={t.lead(siteName)} under="security">
        <ProviderRedirect provider={{ id: provider, name }} url={url} />
      </ProfileSection>
    )
  }
  return (
    <ProfileSection title={t.title} lead={t.lead(siteName)} under="security">
      {done && !actionData ? <Alert kind="success">{t.done[done]}</Alert> : null}
      {isTaken && !actionData ? <Alert kind="error">{t.taken(siteName)}</Alert> : null}
      {reason && !actionData ? <Alert kind="error">{reasons[reason]}</Alert> : null}
      {actionData && 'failure' in actionData ? (
        <Alert kind="error" about={actionData}>
          {actionData.failure.message}
        </Alert>
      ) : null}
      {actionData && 'confirm' in actionData ? (
        <ConfirmItIsYou confirm={actionData.confirm} />
      ) : (
        <>
          <ConnectionList connections={connections} />
          {providers.length > 0 ? <AddConnections providers={providers} /> : null}
          {providers.length === 0 && connections.length === 0 ? <Card>{t.nothing}</Card> : null}
        </>
      )}
    </ProfileSection>
  )
}
