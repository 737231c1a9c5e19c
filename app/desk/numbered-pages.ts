/** Lists whose calls number their pages: the cursor in the address is the number of a page. */

const PAGE_SIZE = 25

type NumberedPage = { pageIndex: number; pageSize: number; totalCount: number }

export function pageAsked({ cursor }: Record<string, string>): { PageIndex: number; PageSize: number } {
  return { PageIndex: Number(cursor) || 1, PageSize: PAGE_SIZE }
}

/** For `RecordListFoot`; null on the last page. */
export function nextPage({ pageIndex, pageSize, totalCount }: NumberedPage): string | null {
  return pageIndex * pageSize < totalCount ? String(pageIndex + 1) : null
}
