import { useTexts } from '../../locales/texts.tsx'
import { pageRequestOf, type RouteHandle } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Section } from '../../ui/layout/section.tsx'
import type { Branch } from '../branches/contract.ts'
import { Branches } from '../content-sections/branches.tsx'
import { Channels } from '../content-sections/channels.tsx'
import { ContentHead } from '../content-sections/content-head.tsx'
import { ContentSections } from '../content-sections/content-sections.tsx'
import { ItemGrid } from '../content-sections/item-grid.tsx'
import { LegalDetails } from '../content-sections/legal-details.tsx'
import { addPageData, educationalOrganization } from '../discovery/structured-data.ts'
import { seoOf } from '../page-texts/page-texts.ts'
import type { Route } from './+types/contact-page'
import { enquiryPageData, enquiryPageOf } from './enquiry-page.ts'
import { EnquiryPanel } from './enquiry-panel.tsx'
import { CONTACT_FIELDS, ContactForm } from './forms/contact-form.tsx'
import { sendEnquiry } from './forms/send-enquiry.ts'
import { knownSender } from './known-sender.ts'
import { Subjects } from './subjects.tsx'

/** The number of an order, from the learner's own courses. */
const ORDER = /^[A-Z]{1,6}-[\d-]{1,20}$/

export async function loader({ request, context }: Route.LoaderArgs) {
  const pageRequest = pageRequestOf(context)
  const [{ page, institute, stamp }, seo, known, branches] = await Promise.all([
    enquiryPageOf(pageRequest, 'contact-us', 'contact'),
    seoOf(pageRequest, 'contact-us'),
    knownSender(pageRequest),
    pageRequest.api.branches.shownBranches({}),
  ])
  addPageData(pageRequest, page.title, (links) => links.contact, educationalOrganization(pageRequest, institute))
  const query = new URL(request.url).searchParams
  const [asksAbout, move] = [query.get('subject') ?? undefined, query.get('move') ?? undefined]
  return enquiryPageData({
    page,
    seo,
    institute,
    stamp,
    known,
    branches,
    asksAbout,
    moves: move && ORDER.test(move) ? move : undefined,
  })
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  return sendEnquiry(page, request, CONTACT_FIELDS, (typed) => page.api.leads.contact(typed))
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

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, institute, stamp, known, branches, asksAbout, moves } = loaderData
  const t = useTexts('innerPages').contact
  return (
    <main id="content">
      <ContentHead page={page} />
      <ContentSections
        sections={page.sections}
        looks={{
          channels: { items: (items) => <Channels items={items} /> },
          subjects: { items: (items) => <Subjects items={items} /> },
          write: {
            panel: (section) => (
              <EnquiryPanel kind="contact" section={section} institute={institute} roomy>
                <ContactForm stamp={stamp} answer={actionData} known={known} subject={asksAbout} moves={moves} />
              </EnquiryPanel>
            ),
          },
          branches: {
            band: (section, tone) => <Branches section={{ ...section, items: branches.map(placeOf) }} tone={tone} />,
          },
          'which-way': { items: (items) => <ItemGrid items={items} /> },
        }}
      />
      <Section tone="paper" title={t.officialTitle}>
        <LegalDetails institute={institute} />
      </Section>
    </main>
  )
}

/** A branch as the places of a page are shown, with what is known of it besides. */
const placeOf = ({ name, address, map, coordinates, phone, hours }: Branch) => ({
  ...{ title: name, body: address || null, link: map, icon: null, image: null, imageAlt: '', value: null },
  ...{ coordinates, phone, hours },
})
