/** What the HTTP layer must know of the search page. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'

export const searchPageFacts: PageFactsByAddress = { '/search': { query: { q: 'uncached' } } }
