/** HTTP facts of the articles' pages at the desk. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'
import { MAX_PICTURE_FORM_BYTES } from '../pictures/picture-contract.ts'

export const articleEditingPageFacts: PageFactsByAddress = {
  '/desk/articles/:id': { maxFormBytes: MAX_PICTURE_FORM_BYTES },
}
