import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf, type RouteHandle } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ButtonRow } from '../content-sections/button-row.tsx'
import { Channels } from '../content-sections/channels.tsx'
import { ContentHead } from '../content-sections/content-head.tsx'
import { ContentSections } from '../content-sections/content-sections.tsx'
import { ItemGrid } from '../content-sections/item-grid.tsx'
import { Promises } from '../content-sections/promises.tsx'
import { addPageData } from '../discovery/structured-data.ts'
import { Questions } from '../questions/questions.tsx'
import type { Route } from './+types/support-page'
import { enquiryPageData, enquiryPageOf } from './enquiry-page.ts'
import { EnquiryPanel } from './enquiry-panel.tsx'
import { sendEnquiry } from './forms/send-enquiry.ts'
import { SUPPORT_FIELDS, SupportForm } from './forms/support-form.tsx'
import { knownSender } from './known-sender.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const pageRequest = pageRequestOf(context)
  const [{ page, institute, stamp }, known] = await Promise.all([
    enquiryPageOf(pageRequest, 'technical-support-policy', 'support'),
    knownSender(pageRequest),
  ])
  addPageData(pageRequest, page.title, (links) => links.support)
  return enquiryPageData({ page, institute, stamp, known })
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  return sendEnquiry(page, request, SUPPORT_FIELDS, (typed) => page.api.leads.support(typed))
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

export default function SupportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, institute, stamp, known } = loaderData
  const t = useTexts('innerPages').support
  const links = linksFor(useLang())
  return (
    <main id="content">
      <ContentHead page={page}>
        <ButtonLink to="#ask" icon="headset">
          {t.action}
        </ButtonLink>
        <ButtonLink to={links.faq} variant="quiet">
          {t.allQuestions}
        </ButtonLink>
      </ContentHead>
      <ContentSections
        sections={page.sections}
        looks={{
          'first-aid': {
            title: 'beside',
            items: (items) => (
              <>
                <Questions items={items} />
                <ButtonRow>
                  <ButtonLink to={links.faq} variant="quiet">
                    {t.allQuestions}
                  </ButtonLink>
                </ButtonRow>
              </>
            ),
          },
          'reach-us': { items: (items) => <Channels items={items} /> },
          response: { items: (items) => <Promises items={items} /> },
          commitments: { items: (items) => <ItemGrid items={items} kind="plain" /> },
          ask: {
            panel: (section) => (
              <EnquiryPanel kind="support" section={section} institute={institute} roomy>
                <SupportForm stamp={stamp} answer={actionData} known={known} />
              </EnquiryPanel>
            ),
          },
        }}
      />
    </main>
  )
}
