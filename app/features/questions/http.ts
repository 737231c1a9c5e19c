/** What the HTTP layer must know of the questions' page. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'

export const questionsPageFacts: PageFactsByAddress = { '/faq': { query: { q: 'uncached' } } }
