import { data } from 'react-router'
import type { PageRequest } from '../../request-context.ts'
import { contentOf } from '../page-texts/page-texts.ts'
import type { LeadKind } from './contract.ts'

/** What every page with an enquiry form shows. @param code of the page's content */
export async function enquiryPageOf(request: PageRequest, code: string, kind: LeadKind) {
  const [page, institute, { stamp }] = await Promise.all([
    contentOf(request, code),
    request.api.pages.institute({}),
    request.api.leads.stamp({ kind }),
  ])
  return { page, institute, stamp }
}

/** The data of a page with an enquiry form. The form token is personal: the page is not shared between visitors. */
export function enquiryPageData<Data>(shown: Data) {
  return data(shown, { headers: { 'Cache-Control': 'private, no-cache' } })
}
