/** What the HTTP layer needs to know about the policies' pages. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'

export const policiesPageFacts = {
  // Earlier versions are read too rarely to be kept.
  '/:policy': { query: { version: 'uncached' } },
} satisfies PageFactsByAddress
