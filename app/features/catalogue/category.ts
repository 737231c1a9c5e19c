/** The two numberings of a course's category: the one it is stored with, and the listing's. */

export const CATEGORIES = [
  { stored: 1, listed: 2, name: 'development' },
  { stored: 2, listed: 3, name: 'qualification' },
  { stored: 3, listed: 4, name: 'diplomas' },
] as const

/** 1 development, 2 preparatory, 3 registered. */
export type StoredCategory = (typeof CATEGORIES)[number]['stored']
/** 1 all, 2 development, 3 qualification, 4 diplomas. */
export type ListedCategory = 1 | (typeof CATEGORIES)[number]['listed']

/** The stored category that a number of the listing asks for; undefined for all. */
export function storedCategory(listed: number | undefined): StoredCategory | undefined {
  return CATEGORIES.find((category) => category.listed === listed)?.stored
}

/** The listing's number of a stored category. */
export function listedCategory(stored: number): ListedCategory {
  return CATEGORIES.find((category) => category.stored === stored)?.listed ?? 1
}
