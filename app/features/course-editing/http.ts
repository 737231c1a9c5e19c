/** HTTP facts of the courses' pages at the desk. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'
import { MAX_COVER_BYTES } from './desk-contract.ts'

export const courseEditingPageFacts: PageFactsByAddress = {
  // A little more than a picture may have, so that the field can say that it is too large.
  '/desk/courses/:id': { maxFormBytes: MAX_COVER_BYTES + 512 * 1024 },
}
