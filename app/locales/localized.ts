import type { Localized } from '../../db/shapes.ts'
import type { Lang } from './lang.ts'

/** The text in `lang`; where the English one is missing, the Arabic one. */
export function inLang(text: Localized, lang: Lang): string {
  return (lang === 'en' && text.en) || text.ar
}
