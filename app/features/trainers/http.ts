/** HTTP facts of the trainers' pages at the desk. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'
import { MAX_PICTURE_FORM_BYTES } from '../pictures/picture-contract.ts'

export const trainersPageFacts: PageFactsByAddress = {
  '/desk/trainers/:id': { maxFormBytes: MAX_PICTURE_FORM_BYTES },
}
