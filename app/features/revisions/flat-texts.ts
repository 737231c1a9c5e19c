/** Texts in both languages as values that are edited: each language of a text is a value of its own, `name.en`. */
import type { Localized } from '../../../db/shapes.ts'
import { isSame } from '../../api/edits.ts'

export type FlatTexts<Name extends string, T = string | null> = { [Key in `${Name}.${'ar' | 'en'}`]: T }

/** The same value for each language of every text. */
export const forEachText = <Name extends string, T>(names: readonly Name[], value: T) =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`${name}.ar`, value],
      [`${name}.en`, value],
    ]),
  ) as FlatTexts<Name, T>

/** Null where nothing is written. */
export function flatTexts<Name extends string>(texts: Record<Name, Localized | null | undefined>): FlatTexts<Name> {
  const flat = Object.entries<Localized | null | undefined>(texts).flatMap(([name, text]) => [
    [`${name}.ar`, text?.ar || null],
    [`${name}.en`, text?.en || null],
  ])
  return Object.fromEntries(flat) as FlatTexts<Name>
}

/** One text of such values, and the same or nothing where it is blank. */
export function textsIn<Name extends string>(values: FlatTexts<Name>) {
  const at = (name: Name, lang: 'ar' | 'en'): string | null => values[`${name}.${lang}`]
  const text = (name: Name): Localized => {
    const en = at(name, 'en')
    return { ar: at(name, 'ar') ?? '', ...(en ? { en } : {}) }
  }
  const unlessBlank = (name: Name) => (at(name, 'ar') || at(name, 'en') ? text(name) : undefined)
  return { text, unlessBlank }
}

/**
 * What search engines are told follows the name and the summary as long as it is empty. A text that was only a copy of
 * them becomes empty with their next change: publication once filled such copies in.
 * @param nameField of the record's name
 */
export function withoutSeoCopies<
  Name extends string,
  V extends FlatTexts<'seoTitle' | 'seoDescription' | 'summary' | Name>,
>(before: V, next: V, nameField: Name): V {
  const originals = { seoTitle: nameField, seoDescription: 'summary' } as const
  const copies = (['seoTitle', 'seoDescription'] as const).flatMap((seo) =>
    (['ar', 'en'] as const).flatMap((lang) => {
      const [copy, original] = [`${seo}.${lang}`, `${originals[seo]}.${lang}`] as (keyof V)[]
      const wasCopy = isSame(before[copy!], before[original!]) && isSame(next[copy!], before[copy!])
      return wasCopy && !isSame(next[original!], before[original!]) ? [[copy, null]] : []
    }),
  )
  return { ...next, ...Object.fromEntries(copies) }
}
