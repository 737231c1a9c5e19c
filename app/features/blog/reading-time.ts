import type { Lang } from '../../locales/lang.ts'

/** Words that most readers read in a minute; an Arabic word carries more. */
const PACE = { ar: 180, en: 220 } as const

/** Minutes to read so many words, at least one. */
export function readingMinutes(words: number, lang: Lang): number {
  return Math.max(1, Math.round(words / PACE[lang]))
}
