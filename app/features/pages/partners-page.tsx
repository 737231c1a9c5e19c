import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { tellPlace } from '../discovery/structured-data.ts'
import type { Route } from './+types/partners-page'
import { OrganisationsScreen } from './organisations-screen.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const asked = pageRequestOf(context)
  const { api } = asked
  const [page, seo, partners] = await Promise.all([
    api.pages.pageByCode({ code: 'partners' }),
    api.pages.seoByCode({ code: 'partners' }),
    api.pages.partners({}),
  ])
  tellPlace(asked, page.title, (links) => links.partners)
  return { page, seo, partners }
}

export function meta({ loaderData: { seo }, matches, location }: Route.MetaArgs) {
  const { metaTitle: title, metaDescription: description, keywords } = seo
  return pageMeta({ ...siteOf(matches), pathname: location.pathname, title, description, keywords })
}

export default function PartnersPage({ loaderData: { page, partners } }: Route.ComponentProps) {
  const t = useTexts('innerPages').organisations
  const links = linksFor(useLang())
  return (
    <OrganisationsScreen
      page={page}
      organisations={partners}
      kind="partner"
      action={<ButtonLink to={links.contact}>{t.action.partner}</ButtonLink>}
    />
  )
}
