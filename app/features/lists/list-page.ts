/** What the loaders of list pages share. */
import { redirect } from 'react-router'

type Found = { totalCount: number; pageIndex: number; pageSize: number }

/**
 * Redirects from an address as a form without scripts makes it, with empty fields and repeated names, to the short one.
 * @param address of the list
 */
export function redirectFormFields(query: URLSearchParams, address: string): void {
  const names = [...query.keys()]
  if ([...query.values()].includes('') || new Set(names).size < names.length) throw redirect(address)
}

/** Redirects from a filter whose value does not exist, such as a category that was deleted. @param address without it */
export function redirectUnknown(id: number | undefined, known: readonly { id: number }[], address: string): void {
  if (id !== undefined && !known.some((one) => one.id === id)) throw redirect(address)
}

/** The number of pages of a list. Redirects to the last page from one beyond it. */
export function pageCountOf({ totalCount, pageIndex, pageSize }: Found, addressOf: (page: number) => string): number {
  const pageCount = Math.max(1, Math.ceil(totalCount / pageSize))
  if (pageIndex > pageCount) throw redirect(addressOf(pageCount))
  return pageCount
}

/** The position of a page's first item in the whole list, counted from 1. */
export function firstPlace({ pageIndex, pageSize }: Pick<Found, 'pageIndex' | 'pageSize'>): number {
  return (pageIndex - 1) * pageSize + 1
}

/** The addresses of a list's pages with the same filters. */
export function pageAddresses<Filters extends { page?: number }>(
  address: (filters: Filters) => string,
  filters: Filters,
): (page: number) => string {
  return (page) => address({ ...filters, page: page > 1 ? page : undefined })
}
