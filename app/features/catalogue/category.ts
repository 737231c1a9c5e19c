/** A course's category has two numberings: one in the database, one in the listing's filter. */

export const CATEGORIES = [
  { stored: 1, listed: 2, name: 'development' },
  { stored: 2, listed: 3, name: 'qualification' },
  { stored: 3, listed: 4, name: 'diplomas' },
] as const

/** 1 development, 2 preparatory, 3 registered. */
export type StoredCategory = (typeof CATEGORIES)[number]['stored']
/** 1 all, 2 development, 3 qualification, 4 diplomas. */
export type ListedCategory = 1 | (typeof CATEGORIES)[number]['listed']

/** The stored categories for numbers of the listing; undefined for all. */
export function storedCategories(listed: readonly number[] | undefined): StoredCategory[] | undefined {
  if (listed === undefined || listed.includes(1)) return undefined
  return CATEGORIES.filter((category) => listed.includes(category.listed)).map(({ stored }) => stored)
}

/** The listing's number of a stored category. */
export function listedCategory(stored: number): ListedCategory {
  return CATEGORIES.find((category) => category.stored === stored)?.listed ?? 1
}
