/** What the HTTP layer must know of the pages on which chargebacks are written about: of an order, and of a quote. */
import type { PageFacts, PageFactsByAddress } from '../../api/page-facts.ts'
import { MAX_PAPER_FORM_BYTES } from '../uploads/contract.ts'
import { EVIDENCE_QUOTAS } from './contract.ts'

const facts: PageFacts = {
  fileForm: { fields: ['file'], maxBytes: MAX_PAPER_FORM_BYTES, audience: 'signedIn' },
  quotas: EVIDENCE_QUOTAS,
}

export const chargebacksPageFacts: PageFactsByAddress = {
  '/desk/orders/:id': facts,
  // Its names of seats come as a file, too.
  '/desk/quotes/:id': facts,
}
