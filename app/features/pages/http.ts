/** What the HTTP layer must know of the institute's own pages. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'

export const institutePageFacts: PageFactsByAddress = {
  '/faq': { query: { q: 'uncached' } },
  '/reviews': { query: { page: 'cached' } },
}
