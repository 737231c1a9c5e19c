/** Fits a title into a box: font size and line breaks. */

/** The width of a text at font size 1. */
export type Measure = (text: string) => number

export type SetTitle = { size: number; lines: string[] }

const ELLIPSIS = '…'

/** The sizes to try, with the number of lines that suits each. */
const STEPS: readonly [size: number, lines: number][] = [
  [92, 1],
  [76, 2],
  [62, 3],
  [52, 3],
  [46, 3],
  [42, 3],
]

/** The largest size at which the title fits into `width`, with lines of similar length; a longer title is cut. */
export function setTitle(title: string, width: number, measure: Measure): SetTitle {
  const words = title.split(/\s+/).filter(Boolean)
  for (const [size, most] of STEPS) {
    const lines = broken(words, width / size, measure)
    if (lines && lines.length <= most) return { size, lines: balanced(words, lines, width / size, measure) }
  }
  const [size, most] = STEPS.at(-1)!
  return { size, lines: cut(words, most, width / size, measure) }
}

/** Lines no wider than `limit`, filled greedily; undefined when a word is wider than that. */
function broken(words: readonly string[], limit: number, measure: Measure): string[] | undefined {
  const lines: string[] = []
  for (const word of words) {
    if (measure(word) > limit) return undefined
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : undefined
    if (longer !== undefined && measure(longer) <= limit) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** The same number of lines, balanced, so that no single word stands in the last line. */
function balanced(words: readonly string[], lines: string[], limit: number, measure: Measure): string[] {
  let best = lines
  for (let share = 0.95; share > 0.4; share -= 0.05) {
    const narrower = broken(words, limit * share, measure)
    if (!narrower || narrower.length > lines.length) break
    best = narrower
  }
  return best
}

function cut(words: readonly string[], most: number, limit: number, measure: Measure): string[] {
  const lines: string[] = []
  const pieces = words.flatMap((word) => (measure(word) > limit ? slices(word, limit, measure) : [word]))
  const all = broken(pieces, limit, measure) ?? pieces
  lines.push(...all.slice(0, most))
  if (all.length > most) {
    let last = lines[most - 1]!
    while (last && measure(last + ELLIPSIS) > limit) last = last.slice(0, Math.max(0, last.lastIndexOf(' '))).trimEnd()
    lines[most - 1] = (last || slices(lines[most - 1]!, limit * 0.9, measure)[0]!) + ELLIPSIS
  }
  return lines
}

/** A word that is too long for a line, split into pieces that fit. */
function slices(word: string, limit: number, measure: Measure): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (piece && measure(piece + segment) > limit) {
      pieces.push(piece)
      piece = ''
    }
    piece += segment
  }
  return [...pieces, piece]
}
