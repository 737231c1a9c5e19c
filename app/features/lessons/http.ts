/** What the HTTP layer must know of the pages of recorded courses and their lessons. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'
import { MAX_ANY_UPLOAD_BYTES } from '../uploads/contract.ts'
import { LESSON_QUOTAS } from './desk-contract.ts'

export const lessonsPageFacts: PageFactsByAddress = {
  '/desk/lessons/:id': {
    fileForm: { fields: ['file'], maxBytes: MAX_ANY_UPLOAD_BYTES, audience: 'signedIn' },
    quotas: LESSON_QUOTAS,
    maxFormBytes: 700_000,
  },
}
