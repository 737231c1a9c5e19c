/** Texts in both languages as values that are edited: each language of a text is a value of its own, `name.en`. */
import type { Localized } from '../../../db/shapes.ts'

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
 * What search engines are told when nothing of its own was written: the name and the summary.
 * @param name of the record, in both languages
 */
export function withSeoFilledIn<V extends FlatTexts<'seoTitle' | 'seoDescription' | 'summary'>>(
  values: V,
  name: { ar: string | null; en: string | null },
): V {
  const summary = { ar: values['summary.ar'], en: values['summary.en'] }
  const either = (seo: 'seoTitle' | 'seoDescription', by: typeof name) => ({
    [`${seo}.ar`]: values[`${seo}.ar`] ?? by.ar,
    [`${seo}.en`]: values[`${seo}.en`] ?? (values[`${seo}.ar`] ? null : by.en),
  })
  return { ...values, ...either('seoTitle', name), ...either('seoDescription', summary) }
}
