/** What the HTTP layer must know of the page on which chargebacks are written about: that of their order. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'
import { MAX_PAPER_FORM_BYTES } from '../uploads/contract.ts'
import { EVIDENCE_QUOTAS } from './contract.ts'

export const chargebacksPageFacts: PageFactsByAddress = {
  '/desk/orders/:id': {
    fileForm: { fields: ['file'], maxBytes: MAX_PAPER_FORM_BYTES, audience: 'signedIn' },
    quotas: EVIDENCE_QUOTAS,
  },
}
