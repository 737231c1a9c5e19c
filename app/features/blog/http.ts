/** What the HTTP layer must know of the blog's pages. */
import type { PageFactsByAddress, QueryUse } from '../../api/page-facts.ts'
import type { BlogFilters } from '../../links.ts'

const BLOG_QUERY = {
  category: 'cached',
  tag: 'cached',
  author: 'cached',
  search: 'uncached',
  page: 'cached',
  drafts: 'uncached',
} satisfies Record<keyof BlogFilters, QueryUse>

export const blogPageFacts: PageFactsByAddress = {
  '/blog': { query: BLOG_QUERY, search: 'search' },
  // The feed is not an article.
  '/blog/rss.xml': {},
  '/blog/:slug': {
    query: { comments: 'cached', preview: 'uncached' },
    viewOf: ({ slug = '' }) => ({ kind: 'article', name: slug.normalize('NFC') }),
  },
}
