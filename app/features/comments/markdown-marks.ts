/** The Markdown that the editor's buttons put around or before the selection. */
export const MARKS = [
  { name: 'bold', sign: 'B', key: 'b' },
  { name: 'italic', sign: 'I', key: 'i' },
  { name: 'heading', sign: 'H', key: undefined },
  { name: 'link', sign: undefined, key: 'k' },
  { name: 'list', sign: '•', key: undefined },
  { name: 'numbers', sign: '#', key: undefined },
  { name: 'quote', sign: '❝', key: undefined },
  { name: 'code', sign: '</>', key: undefined },
] as const
export type Mark = (typeof MARKS)[number]['name']

const ROUND: Partial<Record<Mark, string>> = { bold: '**', italic: '_', code: '`' }
const BEFORE: Partial<Record<Mark, (line: number) => string>> = {
  heading: () => '## ',
  list: () => '- ',
  numbers: (line) => `${line + 1}. `,
  quote: () => '> ',
}

/** A list of one kind becomes one of the other. */
const LISTS: ReadonlySet<Mark> = new Set(['list', 'numbers'])
const ITEM = /^(?:[-*+]|\d{1,9}[.)])\s/

export type Change = {
  /** The range that is replaced. */
  from: number
  to: number
  text: string
  /** The selection afterwards. */
  selectFrom: number
  selectTo: number
}

/** The change that applies a mark; applying the same mark again removes it. */
export function marked(text: string, start: number, end: number, mark: Mark): Change {
  const round = ROUND[mark]
  if (round) return markedRound(text, start, end, round)
  const chosen = text.slice(start, end)
  if (mark === 'link') {
    const isAddress = /^https?:\/\/\S+$/.test(chosen)
    const [label, address] = isAddress ? ['', chosen] : [chosen, 'https://']
    const selectFrom = isAddress ? start + 1 : start + label.length + 3
    const selectTo = isAddress ? selectFrom : selectFrom + address.length
    return { from: start, to: end, text: `[${label}](${address})`, selectFrom, selectTo }
  }
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const sign = BEFORE[mark]!
  const filled = lines.filter((line) => lines.length === 1 || line.trim() !== '')
  const isMarked = filled.every((line, place) => line.startsWith(sign(place)))
  let count = 0
  const changed = lines
    .map((line) => {
      // A blank line between paragraphs stays one: it would be an empty item.
      if (lines.length > 1 && line.trim() === '') return line
      const before = sign(count++)
      return isMarked ? line.slice(before.length) : before + (LISTS.has(mark) ? line.replace(ITEM, '') : line)
    })
    .join('\n')
  const until = from + changed.length
  // Several lines stay chosen, so that a second press takes it back.
  return { from, to, text: changed, selectFrom: lines.length === 1 ? until : from, selectTo: until }
}

/** Puts the sign around the words of each line: Markdown reads it neither across paragraphs nor beside a blank. */
function markedRound(text: string, start: number, end: number, sign: string): Change {
  const chosen = text.slice(start, end)
  const isBare = (line: string) => line.trim() === ''
  if (text.slice(0, start).endsWith(sign) && text.slice(end).startsWith(sign)) {
    const from = start - sign.length
    return { from, to: end + sign.length, text: chosen, selectFrom: from, selectTo: from + chosen.length }
  }
  if (!chosen.includes('\n')) {
    const isWholeLine = start === 0 || text[start - 1] === '\n'
    const words = isBare(chosen) ? chosen : isWholeLine ? wordsOf(chosen) : chosen.trim()
    const from = start + chosen.lastIndexOf(words)
    const selectFrom = from + sign.length
    return { from, to: from + words.length, text: sign + words + sign, selectFrom, selectTo: selectFrom + words.length }
  }
  const lines = chosen.split('\n')
  const isMarked = lines.every((line) => isBare(line) || isWithin(wordsOf(line), sign))
  const changed = lines
    .map((line) => {
      if (isBare(line)) return line
      const words = wordsOf(line)
      const at = line.lastIndexOf(words)
      const other = isMarked ? words.slice(sign.length, -sign.length) : sign + words + sign
      return line.slice(0, at) + other + line.slice(at + words.length)
    })
    .join('\n')
  return { from: start, to: end, text: changed, selectFrom: start, selectTo: start + changed.length }
}

/** Without what makes the line one of a list, a heading or a quotation: within the sign it would be text. */
const wordsOf = (line: string) => line.trim().replace(/^(?:(?:[-*+>]|#{1,6}|\d{1,9}[.)])\s{1,4}){1,4}(?=\S)/, '')

const isWithin = (words: string, sign: string) =>
  words.length > 2 * sign.length && words.startsWith(sign) && words.endsWith(sign)
