/** The community's filters as query parameters. */
import type { CommunityFilters } from '../../links.ts'
import { type Readers, readId, readPage, readQuery, searchTerm, wholeNumber } from '../lists/list-query.ts'

const READERS: Readers<CommunityFilters> = {
  category: readId,
  author: readId,
  search: searchTerm,
  // Newest first is the default and is not in the address.
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
