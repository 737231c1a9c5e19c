/** HTTP facts of the pages of bank statements at the desk. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import { MAX_STATEMENT_BYTES } from './contract.ts'

export const bankStatementsPageFacts: PageFactsByAddress = {
  // A little more than a file may have, so that the field can say that it is too large.
  '/desk/transfers/statements': { maxFormBytes: MAX_STATEMENT_BYTES + MEGABYTE },
}
