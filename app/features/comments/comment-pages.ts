/** Which list pages of comments are shown together: "show more" adds one. */
import { wholeNumber } from '../lists/list-query.ts'

/** List pages shown at the same time; beyond that the first ones are dropped. */
const MAX_SHOWN = 25
const LAST_PAGE = 500

export type ShownPages = { from: number; to: number }

const readPages = wholeNumber(1, LAST_PAGE)

/** @param query the query parameter: how many list pages are requested */
export function shownPages(query: string | null): ShownPages {
  const to = readPages(query ?? '') ?? 1
  return { from: Math.max(1, to - MAX_SHOWN + 1), to }
}

/** The addresses that show more comments and the first comments, where they exist. */
export function neighboursOf(
  { from, to }: ShownPages,
  { totalCount, pageSize }: { totalCount: number; pageSize: number },
  hrefOf: (pages?: number) => string,
) {
  return {
    more: to * pageSize < totalCount && to < LAST_PAGE ? hrefOf(to + 1) : undefined,
    earlier: from > 1 ? hrefOf() : undefined,
  }
}

/** The comments of the shown list pages; the first list page is loaded already. */
export async function commentsShown<T>(
  { from, to }: ShownPages,
  first: { items: T[]; totalCount: number; pageSize: number },
  load: (page: number) => Promise<{ items: T[] }>,
): Promise<T[]> {
  const last = Math.min(to, Math.max(1, Math.ceil(first.totalCount / first.pageSize)))
  const pages = Array.from({ length: Math.max(0, last - from + 1) }, (_, place) => from + place)
  const loaded = await Promise.all(pages.map((page) => (page === 1 ? first : load(page))))
  return loaded.flatMap(({ items }) => items)
}
