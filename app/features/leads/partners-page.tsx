import { useTexts } from '../../locales/texts.tsx'
import { pageRequestOf, type RouteHandle } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { addPageData } from '../discovery/structured-data.ts'
import { seoOf } from '../page-texts/page-texts.ts'
import { OrganisationsScreen } from '../pages/organisations-screen.tsx'
import type { Route } from './+types/partners-page'
import { enquiryPageData, enquiryPageOf } from './enquiry-page.ts'
import { EnquiryPanel } from './enquiry-panel.tsx'
import { PARTNERSHIP_FIELDS, PartnershipForm } from './forms/partnership-form.tsx'
import { sendEnquiry } from './forms/send-enquiry.ts'
import { knownSender } from './known-sender.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const pageRequest = pageRequestOf(context)
  const { api } = pageRequest
  const [{ page, institute, stamp }, seo, partners, known] = await Promise.all([
    enquiryPageOf(pageRequest, 'partners', 'partnership'),
    seoOf(pageRequest, 'partners'),
    api.pages.partners({}),
    knownSender(pageRequest),
  ])
  addPageData(pageRequest, page.title, (links) => links.partners)
  return enquiryPageData({
    ...{ page, seo, partners, institute, stamp },
    known: known && { contactName: known.name, email: known.email, phone: known.phone },
  })
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  return sendEnquiry(page, request, PARTNERSHIP_FIELDS, (typed) => page.api.leads.partnership(typed))
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

export default function PartnersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, partners, institute, stamp, known } = loaderData
  const t = useTexts('innerPages').organisations
  return (
    <OrganisationsScreen
      page={page}
      organisations={partners}
      kind="partner"
      action={
        <ButtonLink to="#partnership" icon="pen">
          {t.action.partner}
        </ButtonLink>
      }
      looks={{
        partnership: {
          panel: (section) => (
            <EnquiryPanel kind="partnership" section={section} institute={institute}>
              <PartnershipForm stamp={stamp} answer={actionData} known={known} />
            </EnquiryPanel>
          ),
        },
      }}
    />
  )
}
