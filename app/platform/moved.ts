/** The list with this one a place further up or down; undefined where there is no further. */
export function moved<T>(list: readonly T[], one: T, direction: 'up' | 'down'): T[] | undefined {
  const from = list.indexOf(one)
  const to = from + (direction === 'up' ? -1 : 1)
  if (from < 0 || to < 0 || to >= list.length) return undefined
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
