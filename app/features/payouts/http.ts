/** HTTP facts of the pages of payouts at the desk. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import { MAX_REPORT_BYTES } from './contract.ts'

export const payoutsPageFacts: PageFactsByAddress = {
  // A little more than a file may have, so that the field can say that it is too large.
  '/desk/payouts': { maxFormBytes: MAX_REPORT_BYTES + MEGABYTE },
}
