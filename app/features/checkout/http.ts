/** What the HTTP layer must know of the pages after an order was placed. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'
import { RECEIPT_QUOTAS } from '../transfers/contract.ts'
import { MAX_PAPER_FORM_BYTES } from '../uploads/contract.ts'

export const checkoutPageFacts: PageFactsByAddress = {
  '/order-approved': {
    fileForm: { fields: ['file'], maxBytes: MAX_PAPER_FORM_BYTES, audience: 'signedIn' },
    quotas: RECEIPT_QUOTAS,
  },
}
