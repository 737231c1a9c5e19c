/** HTTP facts of the profile's pages. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'
import { MAX_PICTURE_BYTES, PICTURE_QUOTAS } from './contract.ts'

export const profilePageFacts: PageFactsByAddress = {
  // A little more than a picture may have, so that the field can show that the picture is too large.
  '/profile': { maxFormBytes: MAX_PICTURE_BYTES + 512 * 1024, quotas: PICTURE_QUOTAS },
}
