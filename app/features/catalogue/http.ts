/** What the HTTP layer needs to know about the catalogue's pages. */
import type { PageFactsByAddress, QueryUse } from '../../api/page-facts.ts'
import type { CourseFilters } from '../../links.ts'

const COURSE_QUERY = {
  category: 'cached',
  specialization: 'cached',
  sub: 'cached',
  level: 'cached',
  delivery: 'cached',
  city: 'cached',
  time: 'cached',
  min: 'cached',
  max: 'cached',
  from: 'cached',
  to: 'cached',
  search: 'uncached',
  sort: 'cached',
  page: 'cached',
} satisfies Record<keyof CourseFilters, QueryUse>

export const cataloguePageFacts: PageFactsByAddress = {
  '/courses': { query: COURSE_QUERY, search: 'search' },
  '/courses/:slug': {
    query: { preview: 'uncached' },
    buyingStep: { step: 'seen', courseOf: ({ slug }) => slug?.normalize('NFC') },
  },
}
