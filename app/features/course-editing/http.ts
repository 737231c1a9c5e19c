/** HTTP facts of the courses' pages at the desk. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'
import { MAX_PICTURE_FORM_BYTES } from '../pictures/picture-contract.ts'

export const courseEditingPageFacts: PageFactsByAddress = {
  '/desk/courses/:id': { maxFormBytes: MAX_PICTURE_FORM_BYTES },
}
