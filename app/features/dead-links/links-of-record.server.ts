/** The links of a record's texts, as its page shows them. */
import type { Lang } from '../../locales/lang.ts'
import { linkTargets } from '../../platform/markdown/markdown.server.ts'

export type PlacedLink = { path: string; lang: Lang | 'both'; url: string }

/** Longer addresses are no links that a person wrote. */
const MAX_LENGTH = 2000

/** @param texts of any shape: texts in two languages, and fields that are themselves a link */
export function linksOfRecord(texts: unknown, path: readonly (string | number)[] = []): PlacedLink[] {
  const place = path.join('.')
  if (typeof texts === 'string') {
    const isLink = path.at(-1) === 'link' || /^https?:\/\//.test(texts)
    return isLink && texts.length <= MAX_LENGTH ? [{ path: place, lang: 'both', url: texts }] : []
  }
  if (typeof texts !== 'object' || texts === null) return []
  const { ar, en } = texts as { ar?: unknown; en?: unknown }
  if (typeof ar === 'string' || typeof en === 'string')
    return (
      [
        ['ar', ar],
        ['en', en],
      ] as const
    ).flatMap(([lang, text]) =>
      typeof text === 'string'
        ? linkTargets(text, lang).flatMap((url) => (url.length <= MAX_LENGTH ? [{ path: place, lang, url }] : []))
        : [],
    )
  const parts: [string | number, unknown][] = Array.isArray(texts) ? [...texts.entries()] : Object.entries(texts)
  return parts.flatMap(([step, part]) => linksOfRecord(part, [...path, step]))
}
