/** What the HTTP layer must know of the pages after an order was placed. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'
import { RECEIPT_QUOTAS } from '../transfers/contract.ts'
import { MAX_PAPER_FORM_BYTES } from '../uploads/contract.ts'

/** The page on which a course is ordered, with or without one of its runs. */
const ORDERING = {
  buyingStep: {
    step: 'started',
    courseOf: ({ courseId = '' }) => (/^\d{1,9}$/.test(courseId) ? Number(courseId) : undefined),
  },
} as const satisfies PageFactsByAddress[string]

export const checkoutPageFacts: PageFactsByAddress = {
  '/order-details/:courseId/:scheduleId?': ORDERING,
  '/order-approved': {
    fileForm: { fields: ['file'], maxBytes: MAX_PAPER_FORM_BYTES, audience: 'signedIn' },
    quotas: RECEIPT_QUOTAS,
  },
}
