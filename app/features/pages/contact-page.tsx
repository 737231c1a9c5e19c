import { useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Section } from '../../ui/section.tsx'
import { educationalOrganization, tellPlace } from '../discovery/structured-data.ts'
import type { Route } from './+types/contact-page'
import { Branches } from './branches.tsx'
import { Channels } from './channels.tsx'
import { ContentHead } from './content-head.tsx'
import { ContentSections } from './content-sections.tsx'
import { ItemGrid } from './item-grid.tsx'
import { LegalDetails } from './legal-details.tsx'
import { Subjects } from './subjects.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const asked = pageRequestOf(context)
  const { api } = asked
  const [page, seo, institute] = await Promise.all([
    api.pages.pageByCode({ code: 'contact-us' }),
    api.pages.seoByCode({ code: 'contact-us' }),
    api.pages.institute({}),
  ])
  tellPlace(asked, page.title, (links) => links.contact, educationalOrganization(asked, institute))
  return { page, seo, institute }
}

export function meta({ loaderData: { seo }, matches, location }: Route.MetaArgs) {
  const { metaTitle: title, metaDescription: description, keywords } = seo
  return pageMeta({ ...siteOf(matches), pathname: location.pathname, title, description, keywords })
}

export default function ContactPage({ loaderData: { page, institute } }: Route.ComponentProps) {
  const t = useTexts('innerPages').contact
  return (
    <main id="content">
      <ContentHead page={page} />
      <ContentSections
        sections={page.sections}
        looks={{
          channels: { items: (items) => <Channels items={items} /> },
          subjects: { items: (items) => <Subjects items={items} email={institute.email} /> },
          branches: { band: (section, tone) => <Branches section={section} tone={tone} /> },
          'which-way': { items: (items) => <ItemGrid items={items} /> },
        }}
      />
      <Section tone="paper" title={t.officialTitle}>
        <LegalDetails institute={institute} />
      </Section>
    </main>
  )
}
