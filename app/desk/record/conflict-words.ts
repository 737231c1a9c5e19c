import type { Lang } from '../../locales/lang.ts'
import { momentText } from './moment-text.ts'

type Words = { empty: string; lang: Lang }

/**
 * A value that two people wrote, as they read it: of a list its texts, one a line; of a text each language, one a line,
 * since they run in opposite directions; a moment as its day and time.
 */
export function conflictWords(value: unknown, words: Words): string {
  if (typeof value === 'object' && value !== null && 'ar' in value && 'en' in value)
    return [value.ar, value.en].filter(Boolean).map(String).join('\n') || words.empty
  return inOneLine(value, words)
}

function inOneLine(value: unknown, words: Words): string {
  const inner = (one: unknown) => inOneLine(one, words)
  if (value instanceof Date) return momentText(value.toISOString(), words.lang)
  if (typeof value === 'string' && MOMENT.test(value)) return momentText(value, words.lang)
  if (Array.isArray(value) && value.length > 0) return value.map(inner).join('\n')
  if (typeof value === 'object' && value !== null) return Object.values(value).map(inner).join(' · ') || words.empty
  return String(value ?? '') || words.empty
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
