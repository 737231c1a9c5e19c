/** What the HTTP layer must know of the pages after an order was placed. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'
import { MOST_OF_RECEIPT_FORM } from '../transfers/contract.ts'

export const checkoutPageFacts: PageFactsByAddress = {
  '/order-approved': { fileForm: { fields: ['file'], maxBytes: MOST_OF_RECEIPT_FORM, audience: 'signedIn' } },
}
