import { useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Section } from '../../ui/section.tsx'
import { educationalOrganization, tellPlace } from '../discovery/structured-data.ts'
import type { Route } from './+types/contact-page'
import { Channels } from './channels.tsx'
import { ContentHead } from './content-head.tsx'
import { ContentSection } from './content-section.tsx'
import { ItemGrid } from './item-grid.tsx'
import { LegalDetails } from './legal-details.tsx'

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
      {page.sections.map((section, index) => (
        <ContentSection key={section.key} section={section} tone={index % 2 === 0 ? 'paper' : 'sand'}>
          {({ key, items }) => (key === 'channels' ? <Channels items={items} /> : <ItemGrid items={items} />)}
        </ContentSection>
      ))}
      <Section tone={page.sections.length % 2 === 0 ? 'paper' : 'sand'} title={t.officialTitle}>
        <LegalDetails institute={institute} />
      </Section>
    </main>
  )
}
