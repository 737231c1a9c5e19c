/** Markdown as a document of the editor, read by the parser that also renders the pages. */
import { Marked, type Token, type Tokens } from 'marked'
import { bareAddresses } from '../../platform/markdown/bare-addresses.ts'
import type { Mark, Node } from './document.ts'

/** What the editor cannot show: such a text is edited as Markdown. */
class NotShown extends Error {}

const parser = new Marked({ gfm: true })
parser.use({ tokenizer: bareAddresses })

/** Undefined for a text with parts that the editor cannot show, such as HTML of its own. */
export function documentOf(markdown: string): Node | undefined {
  try {
    const content = blocksOf(parser.lexer(markdown))
    return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
  } catch (error) {
    if (error instanceof NotShown) return undefined
    throw error
  }
}

/** @property before what stands between it and the block before it: blank lines, mostly */
export type Source = { before: string; text: string }

/**
 * The blocks of a text as they are written in it, one for each of `documentOf`, and what stands behind the last. Undefined
 * where a block does not stand for itself, as with addresses that stand elsewhere in the text.
 */
export function sourcesOf(markdown: string): { blocks: Source[]; end: string } | undefined {
  const tokens = parser.lexer(markdown)
  if (tokens.some(({ type }) => type === 'def') || tokens.map(({ raw }) => raw).join('') !== markdown) return undefined
  const blocks: Source[] = []
  let before = ''
  for (const { type, raw } of tokens) {
    const text = type === 'space' ? '' : raw.trimEnd()
    if (text !== '') blocks.push({ before, text })
    before = text === '' ? before + raw : raw.slice(text.length)
  }
  return { blocks, end: before }
}

const blocksOf = (tokens: Token[]): Node[] => tokens.flatMap(blockOf)

function blockOf(token: Token): Node[] {
  switch (token.type) {
    case 'space':
    case 'def':
      return []
    case 'heading':
      // Pages show no other levels in a text: the title of the page is the first.
      return [{ type: 'heading', attrs: { level: clamp(token.depth) }, ...inline(token.tokens) }]
    case 'paragraph':
    case 'text':
      return [{ type: 'paragraph', ...inline(token.tokens ?? [token]) }]
    case 'blockquote':
      return [{ type: 'blockquote', content: filled(blocksOf(token.tokens ?? [])) }]
    case 'code':
      return [{ type: 'codeBlock', attrs: { language: token.lang || null }, ...textsOf(token.text, []) }]
    case 'hr':
      return [{ type: 'horizontalRule' }]
    case 'list':
      return [listOf(token as Tokens.List)]
    case 'table':
      return [tableOf(token as Tokens.Table)]
    default:
      throw new NotShown(token.type)
  }
}

const clamp = (depth: number) => Math.min(Math.max(depth, 2), 4)
const filled = (blocks: Node[]): Node[] => (blocks.length > 0 ? blocks : [{ type: 'paragraph' }])
const textsOf = (text: string, marks: Mark[]): Pick<Node, 'content'> =>
  text === '' ? {} : { content: [{ type: 'text', text, ...(marks.length > 0 && { marks }) }] }

function listOf({ ordered, start, items }: Tokens.List): Node {
  const content = items.map(({ task, tokens }): Node => {
    if (task) throw new NotShown('task')
    const blocks = filled(blocksOf(tokens))
    return { type: 'listItem', content: blocks[0]!.type === 'paragraph' ? blocks : [{ type: 'paragraph' }, ...blocks] }
  })
  return ordered
    ? { type: 'orderedList', attrs: { start: Number(start) || 1 }, content }
    : { type: 'bulletList', content }
}

function tableOf({ header, rows }: Tokens.Table): Node {
  const row = (cells: Tokens.TableCell[], type: string): Node => ({
    type: 'tableRow',
    content: cells.map(({ tokens, align }) => ({
      type,
      attrs: { colspan: 1, rowspan: 1, colwidth: null, align: align ?? null },
      content: [{ type: 'paragraph', ...inline(tokens) }],
    })),
  })
  return { type: 'table', content: [row(header, 'tableHeader'), ...rows.map((cells) => row(cells, 'tableCell'))] }
}

function inline(tokens: Token[] = []): Pick<Node, 'content'> {
  const content = joined(inlineOf(tokens, []))
  return content.length > 0 ? { content } : {}
}

const TAGS: Record<string, Mark['type']> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  del: 'strike',
  s: 'strike',
}

function inlineOf(tokens: Token[], outer: Mark[]): Node[] {
  let marks = outer
  return tokens.flatMap((token): Node[] => {
    if (token.type !== 'html') return leavesOf(token, marks)
    const [, end, name = ''] = /^<(\/?)([a-z]+)\s*\/?>$/i.exec(token.raw.trim()) ?? []
    if (name.toLowerCase() === 'br') return [{ type: 'hardBreak' }]
    const type = TAGS[name.toLowerCase()]
    if (!type) throw new NotShown('html')
    marks = end ? marks.filter((mark) => mark.type !== type) : withMark(marks, { type })
    return []
  })
}

/** Which mark stands outside: the same for both directions, so that they can be compared. */
const ORDER: readonly Mark['type'][] = ['link', 'bold', 'italic', 'strike', 'code']
const withMark = (marks: Mark[], mark: Mark): Mark[] =>
  [...marks.filter(({ type }) => type !== mark.type), mark].sort(
    (one, other) => ORDER.indexOf(one.type) - ORDER.indexOf(other.type),
  )

function leavesOf(token: Token, marks: Mark[]): Node[] {
  const within = (type: Mark['type'], attrs?: { href: string }) =>
    inlineOf(('tokens' in token && token.tokens) || [], withMark(marks, { type, ...(attrs && { attrs }) }))
  switch (token.type) {
    case 'text':
      return token.tokens ? inlineOf(token.tokens, marks) : (textsOf(decoded(token.text), marks).content ?? [])
    case 'escape':
      return textsOf(decoded(token.text), marks).content ?? []
    case 'strong':
      return within('bold')
    case 'em':
      return within('italic')
    case 'del':
      return within('strike')
    case 'link':
      return within('link', { href: decoded(token.href) })
    case 'codespan':
      return textsOf(token.text, withMark(marks, { type: 'code' })).content ?? []
    case 'br':
      return [{ type: 'hardBreak' }]
    case 'image':
      return [{ type: 'image', attrs: { src: decoded(token.href), alt: decoded(token.text), title: null } }]
    default:
      throw new NotShown(token.type)
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** Line breaks of the source are blanks, as on the page. */
function decoded(text: string): string {
  return text
    .replace(/[^\S\n]*\n[^\S\n]*/g, ' ')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, number, hex, name) => {
      if (number || hex) return String.fromCodePoint(number ? Number(number) : Number.parseInt(hex, 16))
      return ENTITIES[name] ?? whole
    })
}

/** Texts beside each other with the same marks are one. */
function joined(nodes: Node[]): Node[] {
  const result: Node[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    const isSame =
      last?.type === 'text' && node.type === 'text' && JSON.stringify(last.marks) === JSON.stringify(node.marks)
    if (isSame) result[result.length - 1] = { ...last, text: `${last.text}${node.text}` }
    else result.push(node)
  }
  return result
}
