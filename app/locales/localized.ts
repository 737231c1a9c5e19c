import type { Lang } from './lang.ts'

/** The text in `lang`; a missing English text falls back to Arabic. */
export function inLang(text: { ar: string; en?: string }, lang: Lang): string {
  return (lang === 'en' && text.en) || text.ar
}

/** What was written of its own in `lang`, or the text that stands in its place as long as nothing was. */
export function ownOr(own: { ar: string; en?: string }, otherwise: { ar: string; en?: string }, lang: Lang): string {
  return own[lang] || otherwise[lang] || own.ar || otherwise.ar
}

/** The same of the flat values of a form: `name.ar` and `name.en`; empty when neither is written yet. */
export function valueInLang<N extends string>(
  values: Record<`${N}.ar` | `${N}.en`, string | null>,
  name: N,
  lang: Lang,
): string {
  const arabic: string | null = values[`${name}.ar`]
  const english: string | null = values[`${name}.en`]
  return inLang({ ar: arabic ?? '', en: english ?? '' }, lang)
}
