/** Sections that staff add to a page. */
import { isAddedSection } from '../pages/added-section.ts'

/** The fields of added sections that are not in the layout: somebody removed those. */
export function fieldsOfRemoved(names: readonly string[], layout: readonly { key: string }[]): string[] {
  const keys = layout.map(({ key }) => key)
  return names.filter((name) => {
    const [first, key = ''] = name.split('.')
    return first === 'sections' && isAddedSection(key) && !keys.includes(key)
  })
}

/** The key of another section. */
export function nextSectionKey(keys: readonly string[]): string {
  const numbers = keys.filter(isAddedSection).map((key) => Number(key.slice('added-'.length)))
  return `added-${Math.max(0, ...numbers) + 1}`
}
