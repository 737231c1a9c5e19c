/** What the HTTP layer must know of the pages whose forms reach the institute. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'
import { MOST_OF_CV_FORM } from './contract.ts'

export const leadsPageFacts: PageFactsByAddress = {
  '/complains': { query: { order: 'uncached' } },
  '/contact': { query: { subject: 'uncached' } },
  '/join-us': { fileForm: { fields: ['cv'], maxBytes: MOST_OF_CV_FORM, audience: 'everyone' } },
  '/services': { query: { specialization: 'cached' } },
}
