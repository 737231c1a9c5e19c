/**
 * Text in both directions as lines of words: where they break, and in which order the words stand (UAX #9). The library
 * that writes PDF knows neither. Words are shaped on their own, since Arabic letters do not join over a space.
 */
import bidiFactory from 'bidi-js'

export type Direction = 'rtl' | 'ltr'

/** @property S what a word looks like; only the function that measures knows it */
export type Span<S> = {
  text: string
  style: S
  /** Its own direction, so that it does not disturb what stands around it; `auto` is that of its first letter. */
  isolate?: Direction | 'auto' | undefined
}

export type Word<S> = { text: string; style: S; x: number; width: number }

/** @property words from left to right, each with its distance from the left end of the line */
export type Line<S> = { words: Word<S>[]; width: number }

export type WidthOf<S> = (text: string, style: S) => number

const bidi = bidiFactory()

const ISOLATES = { ltr: '\u2066', rtl: '\u2067', auto: '\u2068' } as const
const POP = '\u2069'
/**
 * In names and texts of visitors they would turn what follows; the spans say the directions. Only a part that is isolated
 * whole stays so, such as the `15%` in a text of ours.
 */
const EMBEDDINGS = /(\u2066[^\u202A-\u202E\u2066-\u2069]*\u2069)|[\u202A-\u202E\u2066-\u2069]/g
/** Without ink; joiners stay, since they shape the letters beside them. */
const UNSEEN = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g
const RTL_LETTER = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const TOKENS = /[ \t\n]+|[^ \t\n]+/g

/** A part of the text with one style and one level of embedding. */
type Run<S> = { text: string; style: S; level: number; width: number }
type Token<S> = { runs: Run<S>[]; width: number; isSpace: boolean }

const graphemes = new Intl.Segmenter('ar', { granularity: 'grapheme' })
const graphemesOf = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment)

/**
 * @param maxWidth a word that is longer is broken between its letters
 * @returns at least one line, which has no words where the text is empty
 */
export function linesOf<S>(
  spans: readonly Span<S>[],
  direction: Direction | 'auto',
  maxWidth: number,
  widthOf: WidthOf<S>,
): Line<S>[] {
  const lines: Token<S>[][] = [[]]
  let width = 0
  for (const token of tokensOf(spans, direction, widthOf)) {
    const line = lines.at(-1)!
    if (width + token.width <= maxWidth || (token.isSpace && line.length > 0)) {
      if (token.isSpace && line.length === 0) continue
      line.push(token)
      width += token.width
    } else {
      const parts = token.width <= maxWidth ? [token] : partsOf(token, maxWidth, widthOf)
      for (const part of parts) {
        if (lines.at(-1)!.length > 0) lines.push([])
        lines.at(-1)!.push(part)
        width = part.width
      }
    }
  }
  return lines.map(inVisualOrder)
}

function tokensOf<S>(spans: readonly Span<S>[], direction: Direction | 'auto', widthOf: WidthOf<S>): Token<S>[] {
  let text = ''
  const styles: S[] = []
  const add = (part: string, style: S) => {
    text += part
    for (let index = 0; index < part.length; index++) styles.push(style)
  }
  for (const { text: own, style, isolate } of spans) {
    const clean = own.replace(EMBEDDINGS, (_, isolated = '') => isolated)
    add(isolate ? ISOLATES[isolate] + clean + POP : clean, style)
  }
  const { levels } = bidi.getEmbeddingLevels(text, direction)
  const tokens = [...text.matchAll(TOKENS)].map(({ 0: word, index }): Token<S> => {
    const runs = runsOf(text, index, index + word.length, levels, styles, widthOf)
    return { runs, width: widthOfRuns(runs), isSpace: word.trim() === '' }
  })
  return tokens.filter(({ runs }) => runs.length > 0)
}

const widthOfRuns = (runs: readonly { width: number }[]) => runs.reduce((sum, { width }) => sum + width, 0)

function runsOf<S>(
  text: string,
  start: number,
  end: number,
  levels: ArrayLike<number>,
  styles: readonly S[],
  widthOf: WidthOf<S>,
): Run<S>[] {
  const runs: Run<S>[] = []
  for (let from = start; from < end; ) {
    const [level, style] = [levels[from]!, styles[from]!]
    let to = from + 1
    while (to < end && levels[to] === level && styles[to] === style) to++
    const shown = shownOf(text.slice(from, to), level)
    if (shown !== '') runs.push({ text: shown, style, level, width: widthOf(shown, style) })
    from = to
  }
  return runs
}

/** What the font is given: brackets turned, and signs alone in visual order, which letters get from the font's engine. */
function shownOf(text: string, level: number): string {
  const seen = text.replace(UNSEEN, '').replace(/\s/g, ' ')
  if (level % 2 === 0) return seen
  const turned = [...seen].map((sign) => bidi.getMirroredCharacter(sign) ?? sign).join('')
  return RTL_LETTER.test(turned) ? turned : graphemesOf(turned).reverse().join('')
}

/** The parts of a word that is wider than a line. */
function partsOf<S>(token: Token<S>, maxWidth: number, widthOf: WidthOf<S>): Token<S>[] {
  const parts: Token<S>[] = [{ runs: [], width: 0, isSpace: false }]
  for (const run of token.runs) {
    let text = ''
    for (const letter of graphemesOf(run.text)) {
      const isFull = text !== '' && parts.at(-1)!.width + widthOf(text + letter, run.style) > maxWidth
      if (isFull) {
        addRun(parts.at(-1)!, { ...run, text, width: widthOf(text, run.style) })
        parts.push({ runs: [], width: 0, isSpace: false })
        text = ''
      }
      text += letter
    }
    if (text !== '') addRun(parts.at(-1)!, { ...run, text, width: widthOf(text, run.style) })
  }
  return parts
}

function addRun<S>(token: Token<S>, run: Run<S>): void {
  token.runs.push(run)
  token.width += run.width
}

/** Rules L1 and L2 of UAX #9: spaces at the end have no place, and what has a higher level is turned around. */
function inVisualOrder<S>(tokens: Token<S>[]): Line<S> {
  const last = tokens.findLastIndex(({ isSpace }) => !isSpace)
  const runs = tokens.slice(0, last + 1).flatMap((token) => token.runs)
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--)
    for (let from = 0; from < runs.length; from++) {
      let to = from
      while (to < runs.length && runs[to]!.level >= level) to++
      if (to - from > 1) runs.splice(from, to - from, ...runs.slice(from, to).reverse())
      from = Math.max(from, to - 1)
    }
  let x = 0
  const words = runs.map(({ text, style, width }) => {
    const word = { text, style, x, width }
    x += width
    return word
  })
  return { words, width: x }
}
