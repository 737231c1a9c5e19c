import type { Lang } from './lang.ts'

/** The text in `lang`; where the English one is missing, the Arabic one. */
export function inLang(text: { ar: string; en?: string }, lang: Lang): string {
  return (lang === 'en' && text.en) || text.ar
}
