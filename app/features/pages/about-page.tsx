import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Branches } from '../content-sections/branches.tsx'
import { ButtonRow } from '../content-sections/button-row.tsx'
import { ContentHead } from '../content-sections/content-head.tsx'
import { ContentSections } from '../content-sections/content-sections.tsx'
import { Counters } from '../content-sections/counters.tsx'
import { ItemGrid } from '../content-sections/item-grid.tsx'
import { LegalDetails } from '../content-sections/legal-details.tsx'
import { addPageData, educationalOrganization } from '../discovery/structured-data.ts'
import { contentOf, seoOf } from '../page-texts/page-texts.ts'
import type { Route } from './+types/about-page'

export async function loader({ context }: Route.LoaderArgs) {
  const pageRequest = pageRequestOf(context)
  const { api } = pageRequest
  const [page, seo, institute, branches] = await Promise.all([
    contentOf(pageRequestOf(context), 'about-us'),
    seoOf(pageRequestOf(context), 'about'),
    api.pages.institute({}),
    api.branches.shownBranches({}),
  ])
  addPageData(pageRequest, page.title, (links) => links.about, educationalOrganization(pageRequest, institute))
  return { page, seo, institute, branches: branches.map(({ name, coordinates }) => ({ name, coordinates })) }
}

export function meta({ loaderData: { seo }, matches, location }: Route.MetaArgs) {
  const { metaTitle: title, metaDescription: description, keywords } = seo
  return pageMeta({ ...siteOf(matches), pathname: location.pathname, title, description, keywords })
}

export default function AboutPage({ loaderData: { page, institute, branches } }: Route.ComponentProps) {
  const t = useTexts('innerPages').about
  const links = linksFor(useLang())
  return (
    <main id="content">
      <ContentHead page={page} />
      <ContentSections
        sections={page.sections}
        looks={{
          method: { title: 'beside', items: (items) => <ItemGrid items={items} kind="steps" /> },
          values: { items: (items) => <ItemGrid items={items} kind="plain" /> },
          numbers: { tone: 'deep', items: (items) => <Counters items={items} /> },
          // A place that is called as a branch is where the branch is.
          places: {
            band: (section, tone) => {
              const placeOf = (title: string) => branches.find(({ name }) => name === title)?.coordinates ?? null
              const items = section.items.map((item) => ({ ...item, coordinates: placeOf(item.title) }))
              return <Branches section={{ ...section, items }} tone={tone} />
            },
          },
        }}
      />
      <Section tone="paper" title={t.legalTitle}>
        <LegalDetails institute={institute} />
        <ButtonRow>
          <ButtonLink to={links.courses()}>{t.coursesAction}</ButtonLink>
          <ButtonLink to={links.contact} variant="quiet">
            {t.contactAction}
          </ButtonLink>
        </ButtonRow>
      </Section>
    </main>
  )
}
