/** What the HTTP layer must know of the reviews' page. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'

export const reviewsPageFacts: PageFactsByAddress = { '/reviews': { query: { page: 'cached' } } }
