/** Sections that staff add to a page. The product knows how to show the others by their keys. */

const ADDED = /^added-\d{1,4}$/

export const isAddedSection = (key: string): boolean => ADDED.test(key)

/** The key of another section. */
export function nextSectionKey(keys: readonly string[]): string {
  const numbers = keys.filter(isAddedSection).map((key) => Number(key.slice('added-'.length)))
  return `added-${Math.max(0, ...numbers) + 1}`
}
