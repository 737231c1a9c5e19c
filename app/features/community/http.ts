/** What the HTTP layer must know of the community's pages. */
import type { FileForm, PageFactsByAddress, QueryUse } from '../../api/page-facts.ts'
import type { CommunityFilters } from '../../links.ts'
import { MAX_ANY_UPLOAD_BYTES, UPLOAD_QUOTAS } from '../uploads/contract.ts'

const COMMUNITY_QUERY = {
  category: 'cached',
  author: 'cached',
  search: 'uncached',
  sort: 'cached',
  page: 'cached',
} satisfies Record<keyof CommunityFilters, QueryUse>

const POST_FORM: FileForm = { fields: ['file'], maxBytes: MAX_ANY_UPLOAD_BYTES, audience: 'signedIn' }
const POST_ID = /^[1-9]\d{0,8}$/

export const communityPageFacts: PageFactsByAddress = {
  '/community': { query: COMMUNITY_QUERY, search: 'search' },
  '/community/new': { fileForm: POST_FORM, quotas: UPLOAD_QUOTAS },
  '/community/:id': {
    query: { comments: 'cached' },
    viewOf: ({ id = '' }) => (POST_ID.test(id) ? { kind: 'post', name: id } : undefined),
  },
  '/community/:id/edit': { fileForm: POST_FORM, quotas: UPLOAD_QUOTAS },
}
