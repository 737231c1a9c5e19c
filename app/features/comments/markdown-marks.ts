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
  const chosen = text.slice(start, end)
  const round = ROUND[mark]
  if (round) {
    const before = text.slice(start - round.length, start)
    const after = text.slice(end, end + round.length)
    if (before === round && after === round) {
      const from = start - round.length
      return { from, to: end + round.length, text: chosen, selectFrom: from, selectTo: from + chosen.length }
    }
    const selectFrom = start + round.length
    return { from: start, to: end, text: round + chosen + round, selectFrom, selectTo: selectFrom + chosen.length }
  }
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
  const isMarked = lines.every((line, place) => line.startsWith(sign(place)))
  const changed = lines
    .map((line, place) => (isMarked ? line.slice(sign(place).length) : sign(place) + line))
    .join('\n')
  return { from, to, text: changed, selectFrom: from + changed.length, selectTo: from + changed.length }
}
