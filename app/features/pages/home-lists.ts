/** What the home page shows besides written sections: lists and a call, which the product fills. Staff order and hide them. */

export const HOME_LISTS = ['soon', 'fields', 'latest', 'reviews', 'trust', 'closing-call'] as const
export type HomeList = (typeof HOME_LISTS)[number]

/** In which the home page is shown until staff order it. A section that they add comes before the call at the end. */
const USUAL_ORDER: readonly string[] = [
  ...['hero', 'soon', 'training', 'fields', 'what-you-get', 'latest', 'countings', 'who-we-are', 'certificates'],
  ...['reviews', 'trust', 'added', 'closing-call'],
]

export const isHomeList = (key: string): key is HomeList => HOME_LISTS.some((list) => list === key)

type Part = { key: string }

/**
 * The sections of the home page with its lists. Written sections without any list were never ordered together with them:
 * they come in the usual order. A list that is missing, as in content of an older version, follows what usually precedes it.
 */
export function withHomeLists<T extends Part>(sections: readonly T[], listOf: (key: HomeList) => T): T[] {
  const missing = HOME_LISTS.filter((list) => !sections.some(({ key }) => key === list))
  if (missing.length === HOME_LISTS.length)
    return [...sections, ...missing.map(listOf)].sort((one, other) => usualPlace(one) - usualPlace(other))
  const ordered = [...sections]
  for (const list of missing) {
    const before = USUAL_ORDER.slice(0, USUAL_ORDER.indexOf(list))
    const place = ordered.findLastIndex(({ key }) => before.includes(key))
    ordered.splice(place + 1, 0, listOf(list))
  }
  return ordered
}

function usualPlace({ key }: Part): number {
  const place = USUAL_ORDER.indexOf(key)
  return place === -1 ? USUAL_ORDER.indexOf('added') : place
}
