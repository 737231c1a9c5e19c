import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { addPageData } from '../discovery/structured-data.ts'
import { contentOf, seoOf } from '../page-texts/page-texts.ts'
import type { Route } from './+types/clients-page'
import { OrganisationsScreen } from './organisations-screen.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const pageRequest = pageRequestOf(context)
  const { api } = pageRequest
  const [page, seo, clients] = await Promise.all([
    contentOf(pageRequestOf(context), 'clients'),
    seoOf(pageRequestOf(context), 'clients'),
    api.pages.clients({}),
  ])
  addPageData(pageRequest, page.title, (links) => links.clients)
  return { page, seo, clients }
}

export function meta({ loaderData: { seo }, matches, location }: Route.MetaArgs) {
  const { metaTitle: title, metaDescription: description, keywords } = seo
  return pageMeta({ ...siteOf(matches), pathname: location.pathname, title, description, keywords })
}

export default function ClientsPage({ loaderData: { page, clients } }: Route.ComponentProps) {
  const t = useTexts('innerPages').organisations
  const links = linksFor(useLang())
  return (
    <OrganisationsScreen
      page={page}
      organisations={clients}
      kind="client"
      action={<ButtonLink to={links.services}>{t.action.client}</ButtonLink>}
    />
  )
}
