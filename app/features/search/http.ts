/** What the HTTP layer needs to know about the search page. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'

export const searchPageFacts: PageFactsByAddress = { '/search': { query: { q: 'uncached' }, search: 'q' } }
