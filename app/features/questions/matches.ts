/** Which parts of a text match a search term, for highlighting. The database decides which texts match. */
import { fold } from '../../locales/fold.ts'

export type Part = { text: string; found: boolean }

const WORD = /[\p{L}\p{N}\p{M}\u0640]+/gu

/** The words of a term in the form in which they are compared. */
export function wordsOf(term: string): string[] {
  return (term.match(WORD) ?? []).map(stem).filter((word) => word.length > 1)
}

/** The parts of a text in order; joined they are the text again. */
export function partsOf(text: string, words: string[]): Part[] {
  if (words.length === 0) return [{ text, found: false }]
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(WORD)) {
    if (!words.some((word) => isNear(stem(match[0]), word))) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), found: false })
    end = match.index + match[0].length
    parts.push({ text: match[0], found: true })
  }
  if (end < text.length) parts.push({ text: text.slice(end), found: false })
  return parts
}

/** Sanitized HTML with matches in `<mark>`; tags and character references are unchanged. */
export function markedHtml(html: string, words: string[]): string {
  if (words.length === 0) return html
  return html
    .split(/(<[^>]*>|&#?\w+;)/)
    .map((piece, index) => (index % 2 === 0 ? marked(piece, words) : piece))
    .join('')
}

function marked(text: string, words: string[]): string {
  return partsOf(text, words)
    .map((part) => (part.found ? `<mark>${part.text}</mark>` : part.text))
    .join('')
}

/** Folded, without prefixes (clitics) and endings, as `search_terms` in the database. */
function stem(word: string): string {
  const folded = fold(word)
  const bare = /^(?:[وف]?(?:ال|بال|كال|لل)|و)([ء-ي]{3,})$/.exec(folded)?.[1] ?? folded
  return /^([ء-ي]{3,}?)(?:يات|تين|تان|هما|ات|ان|ين|ون|يه|ها|هم|هن|نا|كم|[هيا])$/.exec(bare)?.[1] ?? bare
}

/** One is a prefix of the other: a word may be incomplete or have an ending. */
function isNear(word: string, asked: string): boolean {
  return word.startsWith(asked) || (word.length >= 4 && asked.length - word.length <= 3 && asked.startsWith(word))
}
