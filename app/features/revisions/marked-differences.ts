/** Two texts with their differences marked word by word, as both sides of a page show them. */
import { diffArrays } from 'diff'

export type Part = { text: string; isChanged: boolean }
export type Marked = { before: Part[]; after: Part[] }

/** So many changed words are told apart; texts that differ more are two texts. */
const MAX_EDITS = 1000

/** Words, the blanks between them, and line breaks, so that a changed paragraph leaves the others unmarked. */
const wordsOf = (text: string): string[] => text.match(/\n+|[^\S\n]+|\S+/g) ?? []

export function markedDifferences(before: string, after: string): Marked {
  const found = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MAX_EDITS })
  if (!found) return { before: whole(before), after: whole(after) }
  const side = (without: 'added' | 'removed') =>
    joined(
      found
        .filter((part) => !part[without])
        .map(({ value, added, removed }) => ({ text: value.join(''), isChanged: added || removed })),
    )
  return { before: side('added'), after: side('removed') }
}

const whole = (text: string): Part[] => (text === '' ? [] : [{ text, isChanged: true }])

/** Changed words with nothing but a blank between them are one mark. */
function joined(parts: Part[]): Part[] {
  const marks: Part[] = []
  for (const [at, part] of parts.entries()) {
    const last = marks.at(-1)
    const isBlankBetween = last?.isChanged && /^[^\S\n]+$/.test(part.text) && parts[at + 1]?.isChanged
    const isChanged = part.isChanged || Boolean(isBlankBetween)
    if (last && last.isChanged === isChanged) last.text += part.text
    else marks.push({ text: part.text, isChanged })
  }
  return marks
}
