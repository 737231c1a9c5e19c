/** What the HTTP layer must know of the pages with enquiry forms. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'
import { CV_QUOTAS, MAX_CV_FORM_BYTES } from './contract.ts'

export const leadsPageFacts: PageFactsByAddress = {
  '/complains': { query: { order: 'uncached' } },
  '/contact/:reference': { query: { token: 'uncached', replied: 'uncached' } },
  '/contact': { query: { subject: 'uncached', move: 'uncached' } },
  '/join-us': { fileForm: { fields: ['cv'], maxBytes: MAX_CV_FORM_BYTES, audience: 'everyone' }, quotas: CV_QUOTAS },
  '/services': { query: { specialization: 'cached' } },
}
