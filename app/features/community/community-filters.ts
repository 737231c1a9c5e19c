/** The community's filters as they stand in its address. */
import type { CommunityFilters } from '../../links.ts'
import { type Readers, readId, readPage, readQuery, searchTerm, wholeNumber } from '../lists/list-query.ts'

const READERS: Readers<CommunityFilters> = {
  category: readId,
  author: readId,
  search: searchTerm,
  // The newest first needs no mention.
  sort: wholeNumber(2, 3),
  page: readPage,
}

export const readFilters = (query: URLSearchParams): CommunityFilters => readQuery(query, READERS)

export function postQuery(filters: CommunityFilters) {
  return {
    CategoryId: filters.category,
    UserId: filters.author,
    SearchTerm: filters.search,
    SortMethod: filters.sort,
    PageIndex: filters.page,
  }
}
