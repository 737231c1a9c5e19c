/** What the HTTP layer must know of the page on which an author objects to a decision. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'

export const moderationPageFacts: PageFactsByAddress = {
  '/appeal/:id': { query: { token: 'uncached' } },
}
