import type { Lang } from './lang.ts'

/** The text in `lang`; a missing English text falls back to Arabic. */
export function inLang(text: { ar: string; en?: string }, lang: Lang): string {
  return (lang === 'en' && text.en) || text.ar
}
