/** What the HTTP layer needs to know about the questions page. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'

export const questionsPageFacts: PageFactsByAddress = { '/faq': { query: { q: 'uncached' }, search: 'q' } }
