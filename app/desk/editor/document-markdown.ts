/** A document of the editor as Markdown, in the manner of the texts that are written by hand. */
import { hasMark, lettersOf, type Mark, type Node } from './document.ts'
import { documentOf } from './markdown-document.ts'

export function markdownOf({ content = [] }: Node): string {
  return blocks(content)
}

function blocks(nodes: Node[]): string {
  let other = false
  const written: string[] = []
  for (const [place, node] of nodes.entries()) {
    // Two lists of one kind that follow each other would become one.
    other = isList(node) && nodes[place - 1]?.type === node.type ? !other : false
    const text = block(node, other)
    if (text !== '') written.push(text)
  }
  return written.join('\n\n')
}

export const isList = ({ type }: Pick<Node, 'type'>) => type === 'bulletList' || type === 'orderedList'

/** @param other whether a list is written with the other sign of its kind, as it follows one of its kind */
export function block(node: Node, other: boolean): string {
  const { type, attrs = {}, content = [] } = node
  switch (type) {
    case 'heading':
      return `${'#'.repeat(Number(attrs.level))} ${inline(content, { break: ' ' })}`.trimEnd()
    case 'blockquote':
      return prefixed(blocks(content), '> ')
    case 'codeBlock':
      return codeBlock(content.map(({ text = '' }) => text).join(''), attrs.language)
    case 'horizontalRule':
      return '---'
    case 'bulletList':
      return list(content, () => (other ? '* ' : '- '))
    case 'orderedList': {
      const first = Number(attrs.start ?? 1)
      return list(content, (place) => `${first + place}${other ? ')' : '.'} `)
    }
    case 'table':
      return table(content)
    default:
      return lineStarts(inline(content, { break: '\\\n' }))
  }
}

const prefixed = (text: string, prefix: string) =>
  text
    .split('\n')
    .map((line) => `${prefix}${line}`.trimEnd())
    .join('\n')

function codeBlock(text: string, language: unknown): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language ?? ''}\n${text}\n${fence}`
}

function list(items: Node[], markerAt: (place: number) => string): string {
  // Without blank lines between them while each item is one paragraph, with a list below it at most.
  const isTight = items.every(({ content = [] }) => content.slice(1).every(isList) && content.length <= 2)
  return items
    .map(({ content = [] }, place) => {
      const marker = markerAt(place)
      const inside = isTight ? content.map((node) => block(node, false)).join('\n') : blocks(content)
      const lines = inside.split('\n')
      return lines.map((line, at) => (at === 0 ? marker + line : line && ' '.repeat(marker.length) + line)).join('\n')
    })
    .join(isTight ? '\n' : '\n\n')
}

function table(rows: Node[]): string {
  const width = Math.max(...rows.map(({ content = [] }) => content.length))
  const cellsOf = ({ content = [] }: Node) => Array.from({ length: width }, (_, at) => content[at])
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const [head, ...body] = rows.map((row) => line(cellsOf(row).map(cell)))
  const rules = cellsOf(rows[0]!).map((of) => RULES[String(of?.attrs?.align)] ?? '---')
  return [head, line(rules), ...body].join('\n')
}

const RULES: Record<string, string> = { left: ':---', right: '---:', center: ':---:' }

/** A cell is one line: its paragraphs are broken, and a list becomes lines. */
function cell(node: Node | undefined): string {
  const lines = (nodes: Node[]): string[] =>
    nodes.flatMap(({ type, content = [] }) =>
      type === 'paragraph' || type === 'heading' || type === 'codeBlock'
        ? [inline(content, { break: '<br>' })]
        : lines(content),
    )
  return lines(node?.content ?? [])
    .filter(Boolean)
    .join('<br>')
    .replaceAll('|', '\\|')
}

/**
 * @property escapesAddresses whether words of the text that pages would link by themselves are escaped
 * @property isCareful marks as tags, and every sign escaped: right wherever it stands, and harder to read
 */
type Setting = { break: string; escapesAddresses?: boolean; isCareful?: boolean }

/** From the outside in. */
const NESTING = ['link', 'bold', 'italic', 'strike'] as const

function inline(nodes: Node[], setting: Setting): string {
  // A break at the end says nothing.
  const last = nodes.findLastIndex(({ type }) => type !== 'hardBreak')
  const shown = nodes.slice(0, last + 1)
  const write = (how: Setting) => marked(shown, how, 0, { before: '', after: '' }).trim()
  const ways = [setting, { ...setting, escapesAddresses: true }].values().map(write)
  return ways.find((text) => says(lineStarts(text), shown)) ?? write({ ...setting, isCareful: true })
}

/** Whether a paragraph of this Markdown says what these nodes say. */
function says(markdown: string, nodes: Node[]): boolean {
  const read = documentOf(markdown)?.content ?? []
  const letters = (of: readonly Node[]) => lettersOf(of).join('\n').trim()
  return read.length <= 1 && letters(read[0]?.content ?? []) === letters(nodes)
}

type Around = { before: string; after: string }

function marked(nodes: Node[], setting: Setting, level: number, around: Around): string {
  const type = NESTING[level]
  if (!type) return nodes.map((node, place) => leaf(node, setting, nodes[place + 1])).join('')
  const groups = grouped(nodes, type)
  return groups
    .map((group, place) => {
      const beside = {
        before: plain(groups[place - 1]).at(-1) ?? around.before,
        after: plain(groups[place + 1])[0] ?? around.after,
      }
      const mark = markOf(group[0]!, type)
      if (!mark) return marked(group, setting, level + 1, beside)
      return wrapped(mark, group, setting, (inside) => marked(group, setting, level + 1, inside), beside)
    })
    .join('')
}

const markOf = ({ marks = [] }: Node, type: Mark['type']) => marks.find((mark) => mark.type === type)
const plain = (nodes: Node[] | undefined) => (nodes ?? []).map(({ text = ' ' }) => text).join('')

/** Neighbours with the same mark stand together. */
function grouped(nodes: Node[], type: Mark['type']): Node[][] {
  const groups: Node[][] = []
  let last: string | undefined
  for (const node of nodes) {
    const key = JSON.stringify(markOf(node, type) ?? null)
    if (groups.length > 0 && key === last) groups.at(-1)!.push(node)
    else groups.push([node])
    last = key
  }
  return groups
}

const DELIMITERS = { bold: ['**', 'strong'], italic: ['*', 'em'], strike: ['~~', 'del'] } as const

function wrapped(
  mark: Mark,
  nodes: Node[],
  setting: Setting,
  write: (around: Around) => string,
  around: Around,
): string {
  const text = plain(nodes)
  if (mark.type === 'link') {
    const href = mark.attrs?.href ?? ''
    const isPlain = !setting.isCareful && nodes.every(({ marks = [] }) => marks.length === 1)
    if (isPlain && isBare(text, href)) return text
    // Who selects a word by the keyboard takes the blank beside it, too.
    const [start = '', body = '', end = ''] = parted(write({ before: '[', after: ']' }))
    return body === '' ? start + end : `${start}[${body}](${target(href)})${end}`
  }
  const [start = '', body = '', end = ''] = parted(write({ before: '*', after: '*' }))
  if (body === '') return start + end
  const [delimiter, tag] = DELIMITERS[mark.type as keyof typeof DELIMITERS]
  const opens = !setting.isCareful && isOpen(start ? ' ' : around.before, text.trimStart()[0])
  const closes = isOpen(end ? ' ' : around.after, text.trimEnd().at(-1))
  // Beside letters, a mark that begins with a bracket or a quotation mark would be shown as stars.
  return opens && closes ? `${start}${delimiter}${body}${delimiter}${end}` : `${start}<${tag}>${body}</${tag}>${end}`
}

/** The blanks before a text, itself, and those behind it. */
const parted = (text: string): string[] => /^(\s*)([\s\S]*?)(\s*)$/.exec(text)?.slice(1) ?? []

const PUNCTUATION = /[\p{P}\p{S}]/u

/** Whether a delimiter between these characters opens or closes (CommonMark 0.31, 6.2). */
const isOpen = (outside: string, inside: string | undefined) =>
  inside === undefined || !PUNCTUATION.test(inside) || outside === '' || /\s/.test(outside) || PUNCTUATION.test(outside)

/** An address that pages make a link by themselves, of a page or of a mailbox; `says` finds where they would not. */
const isBare = (text: string, href: string) =>
  text === href
    ? /^https?:\/\/[^\s*_~<>[\]\\`()|&]+[\w/]$/.test(href)
    : href === `mailto:${text}` && /^[a-z\d](?:[\w.+-]*[a-z\d])?@(?:[a-z\d-]+\.)+[a-z\d]+$/i.test(text)

const target = (href: string) => (/[\s()<>]/.test(href) ? `<${href.replace(/[<>\s]/g, encodeURIComponent)}>` : href)

function leaf(node: Node, setting: Setting, next: Node | undefined): string {
  const { type, text = '', attrs = {} } = node
  if (type === 'hardBreak') return setting.break
  if (type === 'image') return `![${escaped(String(attrs.alt ?? ''))}](${target(String(attrs.src ?? ''))})`
  if (hasMark(node, 'code')) return codeSpan(text)
  if (setting.isCareful) return everyEscaped(text)
  const isInLink = hasMark(node, 'link')
  const words = setting.escapesAddresses && !isInLink ? text.split(ADDRESS) : [text]
  return (
    words
      .map((word, place) => (place % 2 === 1 ? everyEscaped(word) : escaped(word)))
      .join('')
      // It would make a picture of a link.
      .replace(/!$/, next && hasMark(next, 'link') ? '\\!' : '!')
  )
}

/** Words that may be addresses: in brackets, so that `split` returns them, too. */
const ADDRESS = /(\S*(?:\w+:\/\/|www\.|@)\S*)/i

const everyEscaped = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&')

function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  const blank = /^`|`$|^ .* $/.test(text) ? ' ' : ''
  return `${ticks}${blank}${text}${blank}${ticks}`
}

/** What Markdown would read as something else. */
const escaped = (text: string): string =>
  text
    .replace(/\s*\n\s*/g, ' ')
    .replace(/[\\`*[\]]/g, '\\$&')
    .replace(/~(?=~)|(?<=~)~|~(?=\S)/g, '\\~')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?\w+;)/g, '&amp;')

const lineStarts = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(/^(\s*)([-+>]|#{1,6})(?=\s|$)/, '$1\\$2')
        .replace(/^(\s*)>/, '$1\\>')
        .replace(/^(\s*)(=+|-{2,})(?=\s*$)/, '$1\\$2')
        .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2'),
    )
    .join('\n')
