/** What differs between two states of a record, as a page shows it: both texts with the changed words marked. */
import { type Marked, markedDifferences } from '../../features/revisions/marked-differences.ts'
import type { Lang } from '../../locales/lang.ts'
import { labelOf } from './field-labels.ts'

export type Difference = { field: string; from: unknown; to: unknown }
/** @property lang of the texts; undefined where a field has both languages or none */
export type Compared = Marked & { field: string; label: string; lang: Lang | undefined }

/**
 * @param text of a field's value, as people read it
 * @param nameOf a field without its language; by default its text in `texts`
 */
export function comparedFields(
  differences: readonly Difference[],
  texts: { languages: Record<Lang, string> },
  text: (field: string, value: unknown) => string,
  nameOf: (field: string) => string = (field) => labelOf(texts, field),
): Compared[] {
  return differences.map(({ field, from, to }) => {
    const part = /\.(ar|en)$/.exec(field)?.[1] as Lang | undefined
    const name = nameOf(part ? field.slice(0, -3) : field)
    const label = part ? `${name} (${texts.languages[part]})` : name
    return { field, label, lang: part, ...markedDifferences(text(field, from), text(field, to)) }
  })
}
