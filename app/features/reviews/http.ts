/** What the HTTP layer needs to know about the reviews page. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'

export const reviewsPageFacts: PageFactsByAddress = { '/reviews': { query: { page: 'cached' } } }
