import { useTexts } from '../../locales/texts.tsx'
import { pageRequestOf, type RouteHandle } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Channels } from '../content-sections/channels.tsx'
import { ContentHead } from '../content-sections/content-head.tsx'
import { ContentSections } from '../content-sections/content-sections.tsx'
import { ItemGrid } from '../content-sections/item-grid.tsx'
import { addPageData } from '../discovery/structured-data.ts'
import type { Route } from './+types/complains-page'
import { enquiryPageData, enquiryPageOf } from './enquiry-page.ts'
import { EnquiryPanel } from './enquiry-panel.tsx'
import { COMPLAINT_FIELDS, ComplaintForm } from './forms/complaint-form.tsx'
import { sendEnquiry } from './forms/send-enquiry.ts'
import { knownSender } from './known-sender.ts'
import { Timeline } from './timeline.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const pageRequest = pageRequestOf(context)
  const [{ page, institute, stamp }, known] = await Promise.all([
    enquiryPageOf(pageRequest, 'complains', 'complaint'),
    knownSender(pageRequest),
  ])
  addPageData(pageRequest, page.title, (links) => links.complains)
  const order = new URL(request.url).searchParams.get('order') ?? undefined
  return enquiryPageData({ page, institute, stamp, known, order })
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  return sendEnquiry(page, request, COMPLAINT_FIELDS, (typed) => page.api.leads.complaint(typed))
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

/** Most visitors only read: a guest's hydration is deferred. */
export const handle = { deferHydration: true } satisfies RouteHandle

export function meta({ loaderData: { page }, matches, location }: Route.MetaArgs) {
  const { title, description } = page
  return pageMeta({ ...siteOf(matches), pathname: location.pathname, title, description })
}

export default function ComplainsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, institute, stamp, known, order } = loaderData
  const t = useTexts('innerPages').complains
  return (
    <main id="content">
      <ContentHead page={page}>
        <ButtonLink to="#write" icon="pen">
          {t.action}
        </ButtonLink>
      </ContentHead>
      <ContentSections
        sections={page.sections}
        looks={{
          how: { items: (items) => <Channels items={items} /> },
          timeline: { items: (items) => <Timeline items={items} /> },
          remedies: { items: (items) => <ItemGrid items={items} kind="plain" /> },
          write: {
            panel: (section) => (
              <EnquiryPanel kind="complaint" section={section} institute={institute} roomy>
                <ComplaintForm stamp={stamp} answer={actionData} known={known} orderReference={order} />
              </EnquiryPanel>
            ),
          },
        }}
      />
    </main>
  )
}
