/** The blog's filters as they stand in its address. */
import type { BlogFilters } from '../../links.ts'
import { searchWords, whole } from '../catalogue/address-words.ts'

/** What makes no sense is left out: an old or mistyped link still shows articles. */
export function readFilters(words: URLSearchParams): BlogFilters {
  const get = (name: keyof BlogFilters) => words.get(name) ?? ''
  const filters: BlogFilters = {
    category: whole(get('category'), 1, 2_147_483_647),
    tag: tagOf(get('tag')),
    author: whole(get('author'), 1, 2_147_483_647),
    search: searchWords(get('search')),
    page: whole(get('page'), 2, 1_000_000),
    drafts: get('drafts') === '1' ? 1 : undefined,
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

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

/** The same list without some filters, from its first page. */
export function without(filters: BlogFilters, ...names: (keyof BlogFilters)[]): BlogFilters {
  const gone = new Set<string>([...names, 'page'])
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !gone.has(name)))
}

function tagOf(text: string): string | undefined {
  return searchWords(text)?.slice(0, 100)
}
