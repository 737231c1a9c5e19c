import { Link, redirect } from 'react-router'
import { linksFor } from '../../links.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/accounts-page'
import { AlternativeLink, AuthLayout, guestsOnly } from './auth-layout.tsx'
import { OtherAccounts } from './other-accounts.tsx'
import { ProviderLinks } from './providers/provider-links.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const returnTo = guestsOnly(page, request)
  const providers = await page.api.socialSignIn.externalProviders({})
  // Nothing to choose: the form has what else stands here.
  if (providers.length === 0) throw redirect(linksFor(page.lang).signUp(returnTo))
  return { returnTo, providers }
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, description } = textsIn(site.lang).accounts.accounts
  return pageMeta({ ...site, pathname: location.pathname, title, description, noindex: true })
}

/** The choice of how to open an account. */
export default function AccountsPage({ loaderData: { returnTo, providers } }: Route.ComponentProps) {
  const t = useTexts('accounts').accounts
  const links = linksFor(useLang())
  return (
    <AuthLayout title={t.title} lead={t.lead} returnTo={returnTo}>
      <ButtonLink to={links.signUp(returnTo)} icon="mail" wide>
        {t.byEmail}
      </ButtonLink>
      <ProviderLinks providers={providers} returnTo={returnTo} or="before" />
      <AlternativeLink question={t.haveAccount}>
        <Link to={links.login(returnTo)}>{t.signIn}</Link>
      </AlternativeLink>
      <OtherAccounts />
    </AuthLayout>
  )
}
