/** HTTP facts of the media library's pages. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'
import { MAX_PICTURE_FORM_BYTES } from '../pictures/picture-contract.ts'

export const mediaPageFacts: PageFactsByAddress = {
  // Without scripts several files come in one form.
  '/desk/media': { maxFormBytes: 3 * MAX_PICTURE_FORM_BYTES },
  '/desk/media/:id': { maxFormBytes: MAX_PICTURE_FORM_BYTES },
}
