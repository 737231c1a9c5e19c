/** What the HTTP layer must know of the pages of quotes and seats. */
import type { PageFactsByAddress } from '../../api/page-facts.ts'

export const quotesPageFacts: PageFactsByAddress = {
  '/quotation/:number': {
    query: { token: 'uncached', paid: 'uncached', back: 'uncached', try: 'uncached', done: 'uncached' },
  },
  '/seats/:code?': { query: { code: 'uncached' } },
}
