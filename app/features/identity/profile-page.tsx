import { textsIn, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Card } from '../../ui/card.tsx'
import type { Route } from './+types/profile-page'
import { ProfileSection } from './profile-section.tsx'
import { signedInOnly } from './signed-in-only.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = signedInOnly(pageRequestOf(context), request)
  return { email }
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, lead } = textsIn(site.lang).profile.person
  return pageMeta({ ...site, pathname: location.pathname, title, description: lead, noindex: true })
}

/** The person: the names, the picture, the address that stays. */
export default function ProfilePage({ loaderData: { email } }: Route.ComponentProps) {
  const t = useTexts('profile').person
  return (
    <ProfileSection title={t.title} lead={t.lead}>
      <Card as="section" aria-labelledby="email">
        <h3 id="email">{t.email}</h3>
        <p>
          <bdi dir="ltr">{email}</bdi>
        </p>
        <p>{t.emailStays}</p>
      </Card>
    </ProfileSection>
  )
}
