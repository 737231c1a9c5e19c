import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { tellPlace } from '../discovery/structured-data.ts'
import type { Route } from './+types/services-page'
import { AskPanel } from './ask-panel.tsx'
import { ContentHead } from './content-head.tsx'
import { ContentSections } from './content-sections.tsx'
import { Counters } from './counters.tsx'
import { ItemGrid } from './item-grid.tsx'
import { MoreLink } from './more-link.tsx'
import { OrganisationWall } from './organisation-wall.tsx'
import { Questions } from './questions.tsx'
import { Timeline } from './timeline.tsx'

/** So many signs say enough; the rest have a page of their own. */
const CLIENTS = 6

export async function loader({ context }: Route.LoaderArgs) {
  const asked = pageRequestOf(context)
  const { api } = asked
  const [page, seo, institute, clients] = await Promise.all([
    api.pages.pageByCode({ code: 'company-services' }),
    api.pages.seoByCode({ code: 'companies-services' }),
    api.pages.institute({}),
    api.pages.clients({}),
  ])
  tellPlace(asked, page.title, (links) => links.services)
  return { page, seo, institute, clients: clients.slice(0, CLIENTS) }
}

export function meta({ loaderData: { seo }, matches, location }: Route.MetaArgs) {
  const { metaTitle: title, metaDescription: description, keywords } = seo
  return pageMeta({ ...siteOf(matches), pathname: location.pathname, title, description, keywords })
}

export default function ServicesPage({ loaderData: { page, institute, clients } }: Route.ComponentProps) {
  const t = useTexts('innerPages').services
  const links = linksFor(useLang())
  return (
    <main id="content">
      <ContentHead page={page}>
        <ButtonLink to="#quote" icon="mail">
          {t.action}
        </ButtonLink>
        <ButtonLink to={links.courses()} variant="quiet">
          {t.courses}
        </ButtonLink>
      </ContentHead>
      <ContentSections
        sections={page.sections}
        looks={{
          numbers: { tone: 'deep', items: (items) => <Counters items={items} /> },
          locations: { items: (items) => <ItemGrid items={items} kind="plain" /> },
          steps: { items: (items) => <Timeline items={items} /> },
          questions: { title: 'beside', items: (items) => <Questions items={items} /> },
          clients: {
            band: (section, tone) =>
              clients.length > 0 && (
                <Section
                  tone={tone}
                  title={section.title ?? t.clientsTitle}
                  action={<MoreLink to={links.clients}>{t.allClients}</MoreLink>}
                >
                  <OrganisationWall organisations={clients} label={t.clientsTitle} />
                </Section>
              ),
          },
          quote: {
            panel: (section) => (
              <AskPanel section={section} institute={institute} action={t.action} mail={t.mail} message={t.message} />
            ),
          },
        }}
      />
    </main>
  )
}
