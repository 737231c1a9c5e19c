/** Which pages of comments are shown together: "show more" adds one to those that are there. */
import { wholeNumber } from '../lists/list-query.ts'

/** So many are shown at once; whoever goes on leaves the first ones behind. */
const MAX_SHOWN = 25
const LAST_PAGE = 500

export type ShownPages = { from: number; to: number }

const readPages = wholeNumber(1, LAST_PAGE)

/** @param query the text of the address: how many pages are asked for */
export function shownPages(query: string | null): ShownPages {
  const to = readPages(query ?? '') ?? 1
  return { from: Math.max(1, to - MAX_SHOWN + 1), to }
}

/** The addresses of more and of the first comments, where there are any. */
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

/** The comments of the shown pages, the first of which may be known already. */
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
