/** Which page numbers a pagination shows: first, last and neighbours; a gap of one page is filled. */
export function pagesShown(page: number, pageCount: number): (number | 'before' | 'after')[] {
  const near = [1, page - 1, page, page + 1, pageCount].filter((n) => n >= 1 && n <= pageCount)
  if (page === 4) near.push(2)
  if (page === pageCount - 3) near.push(pageCount - 1)
  const shown = [...new Set(near)].sort((a, b) => a - b)
  return shown.flatMap((n, place) => {
    const gap = place > 0 && n - shown[place - 1]! > 1
    return gap ? [n <= page ? ('before' as const) : ('after' as const), n] : [n]
  })
}
