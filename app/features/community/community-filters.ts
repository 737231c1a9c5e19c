/** The community's filters as they stand in its address. */
import type { CommunityFilters } from '../../links.ts'
import { searchWords, whole } from '../catalogue/address-words.ts'

/** What makes no sense is left out: an old or mistyped link still shows posts. */
export function readFilters(words: URLSearchParams): CommunityFilters {
  const get = (name: keyof CommunityFilters) => words.get(name) ?? ''
  const filters: CommunityFilters = {
    category: whole(get('category'), 1, 2_147_483_647),
    author: whole(get('author'), 1, 2_147_483_647),
    search: searchWords(get('search')),
    // The newest first needs no saying.
    sort: whole(get('sort'), 2, 3),
    page: whole(get('page'), 2, 1_000_000),
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

export function postQuery(filters: CommunityFilters) {
  return {
    CategoryId: filters.category,
    UserId: filters.author,
    SearchTerm: filters.search,
    SortMethod: filters.sort,
    PageIndex: filters.page,
  }
}

/** The same list without some filters, from its first page. */
export function without(filters: CommunityFilters, ...names: (keyof CommunityFilters)[]): CommunityFilters {
  const gone = new Set<string>([...names, 'page'])
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !gone.has(name)))
}
