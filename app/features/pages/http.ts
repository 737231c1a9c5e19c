/** What the HTTP layer needs to know about the policies' pages. */
import type { PageFacts, PageFactsByAddress } from '../../api/page-facts.ts'
import type { PolicyPath } from '../../links.ts'

/** Earlier versions are read too rarely to be kept. */
const POLICY: PageFacts = { query: { version: 'uncached' } }

export const policiesPageFacts = {
  '/terms': POLICY,
  '/terms-conditions': POLICY,
  '/privacy': POLICY,
  '/privacy-policy': POLICY,
  '/learning': POLICY,
  '/attendance-policy': POLICY,
  '/communication-policy': POLICY,
  '/academic-integrity': POLICY,
  '/property-rights-protection': POLICY,
} satisfies Record<`/${PolicyPath}`, PageFacts> & PageFactsByAddress
