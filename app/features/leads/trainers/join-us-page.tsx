import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { useTexts } from '../../../locales/texts.tsx'
import { pageRequestOf, type RouteHandle } from '../../../request-context.ts'
import { pageMeta, siteOf } from '../../../shell/meta.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ContentHead } from '../../content-sections/content-head.tsx'
import { ContentSections } from '../../content-sections/content-sections.tsx'
import { Counters } from '../../content-sections/counters.tsx'
import { addPageData } from '../../discovery/structured-data.ts'
import { Questions } from '../../questions/questions.tsx'
import { enquiryPageData, enquiryPageOf } from '../enquiry-page.ts'
import { EnquiryPanel } from '../enquiry-panel.tsx'
import { knownSender } from '../known-sender.ts'
import { Timeline } from '../timeline.tsx'
import type { Route } from './+types/join-us-page'
import { sendTrainer } from './send-trainer.ts'
import { TrainerForm } from './trainer-form.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const pageRequest = pageRequestOf(context)
  const { api } = pageRequest
  const [{ page, institute, stamp }, countries, known] = await Promise.all([
    enquiryPageOf(pageRequest, 'join-us', 'trainer'),
    api.leads.countries({}),
    knownSender(pageRequest),
  ])
  addPageData(pageRequest, page.title, (links) => links.joinUs)
  return enquiryPageData({ page, institute, countries, stamp, known })
}

export async function action({ request, context }: Route.ActionArgs) {
  return sendTrainer(pageRequestOf(context), request)
}

/** A step of the form changes only the query: the data need not be loaded again. */
export function shouldRevalidate({
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

/** Until hydration the form shows its first step. */
export const handle = { deferHydration: true } satisfies RouteHandle

export function meta({ loaderData: { page }, matches, location }: Route.MetaArgs) {
  const { title, description } = page
  return pageMeta({ ...siteOf(matches), pathname: location.pathname, title, description })
}

export default function JoinUsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, institute, countries, stamp, known } = loaderData
  const t = useTexts('innerPages').joinUs
  return (
    <main id="content">
      <ContentHead page={page}>
        <ButtonLink to="#apply" icon="pen">
          {t.action}
        </ButtonLink>
      </ContentHead>
      <ContentSections
        sections={page.sections}
        looks={{
          numbers: { tone: 'deep', items: (items) => <Counters items={items} /> },
          steps: { items: (items) => <Timeline items={items} /> },
          questions: { title: 'beside', items: (items) => <Questions items={items} /> },
          apply: {
            panel: (section) => (
              <EnquiryPanel kind="trainer" section={section} institute={institute}>
                <TrainerForm stamp={stamp} answer={actionData} countries={countries} known={known} />
              </EnquiryPanel>
            ),
          },
        }}
      />
    </main>
  )
}
