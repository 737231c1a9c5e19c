import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf, type RouteHandle } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { MoreLink } from '../../ui/navigation/more-link.tsx'
import { ContentHead } from '../content-sections/content-head.tsx'
import { ContentSections } from '../content-sections/content-sections.tsx'
import { Counters } from '../content-sections/counters.tsx'
import { ItemGrid } from '../content-sections/item-grid.tsx'
import { OrganisationWall } from '../content-sections/organisation-wall.tsx'
import { addPageData } from '../discovery/structured-data.ts'
import { seoOf } from '../page-texts/page-texts.ts'
import { Questions } from '../questions/questions.tsx'
import type { Route } from './+types/services-page'
import { enquiryPageData, enquiryPageOf } from './enquiry-page.ts'
import { EnquiryPanel } from './enquiry-panel.tsx'
import { QUOTE_FIELDS, QuoteForm } from './forms/quote-form.tsx'
import { sendEnquiry } from './forms/send-enquiry.ts'
import { knownSender } from './known-sender.ts'
import { Timeline } from './timeline.tsx'

/** How many items are shown here; all of them have a page of their own. */
const CLIENTS = 6

export async function loader({ request, context }: Route.LoaderArgs) {
  const pageRequest = pageRequestOf(context)
  const { api } = pageRequest
  const [{ page, institute, stamp }, seo, clients, specializations, known] = await Promise.all([
    enquiryPageOf(pageRequest, 'company-services', 'quote'),
    seoOf(pageRequest, 'companies-services'),
    api.pages.clients({}),
    api.catalogue.specializations({}),
    knownSender(pageRequest),
  ])
  addPageData(pageRequest, page.title, (links) => links.services)
  const shown = {
    ...{ page, seo, institute, stamp },
    known: known && { managerName: known.name, email: known.email, phone: known.phone },
    clients: clients.slice(0, CLIENTS),
    specializations: specializations.map(({ id, name }) => ({ id, name })),
    specialization: new URL(request.url).searchParams.get('specialization') ?? undefined,
  }
  return enquiryPageData(shown)
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  return sendEnquiry(page, request, QUOTE_FIELDS, (typed) => page.api.leads.quote(typed))
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

/** Most visitors only read: a guest's hydration is deferred. */
export const handle = { deferHydration: true } satisfies RouteHandle

export function meta({ loaderData: { seo }, matches, location }: Route.MetaArgs) {
  const { metaTitle: title, metaDescription: description, keywords } = seo
  return pageMeta({ ...siteOf(matches), pathname: location.pathname, title, description, keywords })
}

export default function ServicesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, institute, clients, specializations, specialization, stamp, known } = loaderData
  const t = useTexts('innerPages').services
  const links = linksFor(useLang())
  return (
    <main id="content">
      <ContentHead page={page}>
        <ButtonLink to="#quote" icon="pen">
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
              <EnquiryPanel kind="quote" section={section} institute={institute}>
                <QuoteForm
                  stamp={stamp}
                  answer={actionData}
                  known={known}
                  specializations={specializations}
                  specialization={specialization}
                />
              </EnquiryPanel>
            ),
          },
        }}
      />
    </main>
  )
}
