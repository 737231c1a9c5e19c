/** What the HTTP layer must know of the page of an invitation. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'

export const staffPageFacts: PageFactsByAddress = {
  '/invitation': { query: { token: 'uncached' } },
}
