/** What the HTTP layer must know of the profile's pages. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'
import { MAX_PICTURE_BYTES } from './contract.ts'

export const profilePageFacts: PageFactsByAddress = {
  // A little more than the picture may have: that it is too large is told at its field.
  '/profile': { maxFormBytes: MAX_PICTURE_BYTES + 512 * 1024 },
}
