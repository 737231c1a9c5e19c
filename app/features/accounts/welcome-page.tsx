import { linksFor } from '../../links.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { NameText } from '../../ui/content/name-text.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/welcome-page'
import { AuthLayout } from './auth-layout.tsx'
import { LinkCard, LinkCards } from './link-cards.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { firstName } = signedInOnly(pageRequestOf(context), request)
  return { firstName }
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, description } = textsIn(site.lang).accounts.welcome
  return pageMeta({ ...site, pathname: location.pathname, title, description, noindex: true })
}

/** The first page of a new account, where no other page was requested before the sign-up. */
export default function WelcomePage({ loaderData: { firstName } }: Route.ComponentProps) {
  const t = useTexts('accounts').welcome
  const links = linksFor(useLang())
  return (
    <AuthLayout
      title={
        <>
          {t.greeting} <NameText>{firstName}</NameText>
        </>
      }
      lead={t.lead}
      returnTo={undefined}
    >
      <Alert kind="success">{t.open}</Alert>
      <ButtonLink to={links.courses()} icon="search" wide>
        {t.courses}
      </ButtonLink>
      <LinkCards title={t.nextTitle} lead={t.next}>
        <LinkCard to={links.profile} icon="user" title={t.profile} body={t.profileBody} />
        <LinkCard to={links.community()} icon="people" title={t.community} body={t.communityBody} />
      </LinkCards>
    </AuthLayout>
  )
}
