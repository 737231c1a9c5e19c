/** The blog's filters as query parameters. */
import type { BlogFilters } from '../../links.ts'
import { type Readers, readId, readPage, readQuery, searchTerm } from '../lists/list-query.ts'

const READERS: Readers<BlogFilters> = {
  category: readId,
  tag: (text) => searchTerm(text)?.slice(0, 100),
  author: readId,
  search: searchTerm,
  page: readPage,
  drafts: (text) => (text === '1' ? 1 : undefined),
}

export const readFilters = (query: URLSearchParams): BlogFilters => readQuery(query, READERS)

export function articleQuery(filters: BlogFilters) {
  return {
    CategoryId: filters.category,
    tag: filters.tag,
    UserId: filters.author,
    searchTerm: filters.search,
    IsDraft: filters.drafts && true,
    PageIndex: filters.page,
  }
}
