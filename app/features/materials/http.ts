/** What the HTTP layer must know of the pages with files for learners. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'
import { MAX_ANY_UPLOAD_BYTES } from '../uploads/contract.ts'
import { MATERIAL_QUOTAS } from './contract.ts'

export const materialsPageFacts: PageFactsByAddress = {
  '/desk/runs/:id/materials': {
    fileForm: { fields: ['file'], maxBytes: MAX_ANY_UPLOAD_BYTES, audience: 'signedIn' },
    quotas: MATERIAL_QUOTAS,
  },
}
