/** HTML that was copied from Word, Google Docs or a web page, as the editor should read it: what a reader sees of it. */
import { cleanText } from '../../features/revisions/clean-text.ts'
import { embedOf } from '../../platform/markdown/embeds.ts'
import { keptEnd } from './blank-ends.ts'

const DROPPED = 'script, style, meta, link, title, xml, noscript, template, button, input, select, svg, object'
/** Kept with what is within them; every other element is replaced by its content. */
const KEPT = new Set(
  'P H1 H2 H3 H4 H5 H6 UL OL LI BLOCKQUOTE PRE CODE TABLE THEAD TBODY TFOOT TR TH TD A STRONG B EM I S DEL STRIKE BR HR IMG'.split(
    ' ',
  ),
)
const BLOCKS =
  'p, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, pre, table, hr, div, section, article, header, footer, figure'

/** @param pictureText stands for a picture without words of its own */
export function cleanPaste(html: string, pictureText: string): string {
  // The content security policy of the page counts for what is parsed, too: styles are read, never applied.
  const unstyled = withoutWordParts(html).replace(/(<[a-z][^>]*?\s)style(?=\s*=)/gi, '$1data-style')
  // Before a body begins, the parser drops the blanks of a text.
  const start = /<(?:html|head|body)\b/i.test(unstyled) ? '' : '<body>'
  const { body } = new DOMParser().parseFromString(start + unstyled, 'text/html')
  for (const element of [...body.querySelectorAll(DROPPED)]) element.remove()
  for (const element of [...body.querySelectorAll<HTMLElement>('*')]) if (isHidden(element)) element.remove()
  removeComments(body)
  for (const film of [...body.querySelectorAll('iframe, video, audio')]) filmAsLink(film)
  for (const raised of [...body.querySelectorAll('sup, sub')]) digitsAsRaised(raised)
  listsOfWord(body)
  nestLists(body)
  for (const element of [...body.querySelectorAll<HTMLElement>('*')]) styleAsMarks(element)
  for (const picture of [...body.querySelectorAll('img')]) pictureAsLink(picture, pictureText)
  for (const link of [...body.querySelectorAll('a')]) cleanLink(link)
  for (const table of [...body.querySelectorAll('table')]) evenTable(table)
  headings(body)
  groupLooseText(body)
  for (const element of [...body.querySelectorAll('*')]) if (!KEPT.has(element.tagName)) unwrap(element)
  for (const element of [...body.querySelectorAll('*')]) keepAttributes(element)
  cleanTexts(body)
  return body.innerHTML
}

/** What Word writes for itself: conditional comments and elements of its own names. */
const withoutWordParts = (html: string) =>
  html
    // Blanks around the copied part are none of it.
    .replace(/\s*<!--StartFragment-->/i, '')
    .replace(/<!--EndFragment-->(?:\s|<\/[a-z]+>)*$/i, '')
    .replace(/<!--\[if[\s\S]*?<!\[endif\]-->/gi, '')
    .replace(/<style[\s\S]*?<\/style>/gi, '')
    .replace(/<!\[if !supportLists\]>([\s\S]*?)<!\[endif\]>/gi, '<span data-marker>$1</span>')
    .replace(/<!\[[\s\S]*?\]>/g, '')
    .replace(/<\/?(?:o|w|m|v|st1):[^>]*>/gi, '')

/** Of several the last one counts. */
function styleOf(element: HTMLElement, name: string): string {
  const all = [...(element.dataset.style ?? '').matchAll(new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]+)`, 'gi'))]
  return all.at(-1)?.[1]?.trim() ?? ''
}

const isHidden = (element: HTMLElement) =>
  element.hidden || styleOf(element, 'display') === 'none' || styleOf(element, 'mso-hide') === 'all'

function removeComments(body: HTMLElement) {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const found: Node[] = []
  while (walker.nextNode()) found.push(walker.currentNode)
  for (const comment of found) comment.parentNode?.removeChild(comment)
}

/** Word writes a list as paragraphs whose style names the level, each with its marker as text. */
function listsOfWord(body: HTMLElement) {
  let open: { level: number; list: HTMLElement }[] = []
  let last: Element | undefined
  for (const paragraph of [...body.querySelectorAll<HTMLElement>('p')]) {
    const [, depth] = /\blevel(\d+)/.exec(styleOf(paragraph, 'mso-list')) ?? []
    if (!depth) continue
    const marker = markerOf(paragraph)
    const level = Number(depth)
    const isNumbered = /^[\s(]*[\p{L}\p{N}]{1,4}[.)\-–]/u.test(marker)
    if (paragraph.previousElementSibling !== last) open = []
    while (open.length > 0 && open.at(-1)!.level > level) open.pop()
    const item = document.createElement('li')
    if (open.at(-1)?.level !== level) {
      const list = document.createElement(isNumbered ? 'ol' : 'ul')
      const outer = open.at(-1)?.list.lastElementChild
      if (outer) outer.append(list)
      else paragraph.before(list)
      open.push({ level, list })
    }
    open.at(-1)!.list.append(item)
    item.append(...paragraph.childNodes)
    last = open[0]!.list
    paragraph.remove()
  }
}

/** Google Docs puts a list of the next level beside the item that it belongs to. */
function nestLists(body: HTMLElement) {
  for (const list of [...body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')]) {
    const item = list.previousElementSibling
    if (item?.tagName === 'LI') item.append(list)
    else unwrap(list)
  }
}

/** The marker of a list's paragraph, which is taken out. */
function markerOf(paragraph: HTMLElement): string {
  const marked = [...paragraph.querySelectorAll<HTMLElement>('span')].find(
    (span) => span.hasAttribute('data-marker') || /ignore/i.test(styleOf(span, 'mso-list')),
  )
  const text = marked?.textContent ?? ''
  marked?.remove()
  return text
}

/** Google Docs and Word say by styles what is bold, and call things bold that are not. */
function styleAsMarks(element: HTMLElement) {
  const weight = styleOf(element, 'font-weight')
  const isBold = weight === 'bold' || Number(weight) >= 600
  const isPlain = weight === 'normal' || (weight !== '' && Number(weight) < 600)
  if (/^(?:B|STRONG)$/.test(element.tagName) && isPlain) return unwrap(element)
  const isHeading = /^H[1-6]$/.test(element.tagName)
  if (isBold && !isHeading && !/^(?:B|STRONG|TH)$/.test(element.tagName)) wrapContent(element, 'strong')
  if (styleOf(element, 'font-style') === 'italic' && !/^(?:I|EM)$/.test(element.tagName)) wrapContent(element, 'em')
  if (/line-through/.test(styleOf(element, 'text-decoration')) && !/^(?:S|DEL|STRIKE)$/.test(element.tagName))
    wrapContent(element, 's')
}

function wrapContent(element: HTMLElement, name: string) {
  if (element.querySelector(BLOCKS) || element.textContent?.trim() === '') return
  const mark = document.createElement(name)
  mark.append(...element.childNodes)
  element.append(mark)
}

function unwrap(element: Element) {
  element.replaceWith(...element.childNodes)
}

/** Articles show the pictures of the institute only; of others the reader gets the address, or the words. */
function pictureAsLink(picture: HTMLImageElement, pictureText: string) {
  const address = picture.getAttribute('src') ?? ''
  if (/^\/media\//.test(address)) return
  const words = picture.alt.trim()
  const isTiny = [picture.width, picture.height].some((size) => size > 0 && size <= 2)
  if (isTiny || picture.getAttribute('role') === 'presentation') return picture.remove()
  const link = document.createElement(/^https?:/.test(address) ? 'a' : 'em')
  if (link instanceof HTMLAnchorElement) link.href = address
  link.textContent = words || pictureText
  if (picture.closest('a')) picture.replaceWith(words || pictureText)
  else picture.replaceWith(link)
}

/** A film is a line with its address, which pages show as a frame where its site is known. */
function filmAsLink(film: Element) {
  const address = film.getAttribute('src') ?? film.querySelector('source')?.getAttribute('src') ?? ''
  if (!/^(?:https?:)?\/\//.test(address)) return film.remove()
  const whole = new URL(address, 'https://x.invalid').href
  const known = embedOf(whole)?.address ?? whole
  const paragraph = document.createElement('p')
  const link = document.createElement('a')
  link.href = known
  link.textContent = known
  paragraph.append(link)
  const around = film.closest('p')
  if (around?.textContent?.trim() === '') around.replaceWith(paragraph)
  else if (around) around.after(paragraph)
  else film.replaceWith(paragraph)
  film.remove()
}

const RAISED = { SUP: '⁰¹²³⁴⁵⁶⁷⁸⁹', SUB: '₀₁₂₃₄₅₆₇₈₉' } as const

/** Markdown knows no raised text: without it, m² would be m2. */
function digitsAsRaised(element: Element) {
  const text = element.textContent?.trim() ?? ''
  if (!/^\d{1,4}$/.test(text)) return
  const signs = RAISED[element.tagName as keyof typeof RAISED]
  element.replaceWith(text.replace(/\d/g, (digit) => signs[Number(digit)]!))
}

function cleanLink(link: HTMLAnchorElement) {
  const written = link.getAttribute('href') ?? ''
  const through = /^https?:\/\/(?:www\.)?google\.[a-z.]+\/url\?/.test(written) && new URL(written).searchParams.get('q')
  const address = through || written
  if (/^(?:https?:|mailto:|tel:|\/(?!\/))/i.test(address) && link.textContent?.trim())
    link.setAttribute('href', address)
  else unwrap(link)
}

/** Markdown knows no cells over several rows or columns: the others are empty. The first row is the head. */
function evenTable(table: HTMLTableElement) {
  if (table.parentElement?.closest('table') || table.querySelector('table')) return flattenTable(table)
  const rows = [...table.rows]
  const waiting = new Map<number, number>()
  for (const row of rows) {
    let column = 0
    for (const cell of [...row.cells]) {
      while ((waiting.get(column) ?? 0) > 0) {
        cell.before(document.createElement('td'))
        waiting.set(column, waiting.get(column)! - 1)
        column++
      }
      for (let more = 1; more < cell.colSpan; more++) cell.after(document.createElement('td'))
      for (let at = 0; at < cell.colSpan; at++) if (cell.rowSpan > 1) waiting.set(column + at, cell.rowSpan - 1)
      column += cell.colSpan
      cell.removeAttribute('colspan')
      cell.removeAttribute('rowspan')
    }
  }
  // A table of one cell is a frame around a text.
  if (rows.length === 1 && rows[0]!.cells.length === 1) return flattenTable(table)
  const caption = table.querySelector('caption')
  if (caption) {
    const above = document.createElement('p')
    above.append(...caption.childNodes)
    table.before(above)
    caption.remove()
  }
  // A cell is lines of text.
  for (const item of [...table.querySelectorAll('li')].reverse()) {
    const line = document.createElement('p')
    line.append(...item.childNodes)
    item.replaceWith(line)
  }
  for (const list of [...table.querySelectorAll('ul, ol')]) unwrap(list)
  for (const cell of [...(rows[0]?.cells ?? [])]) {
    const head = document.createElement('th')
    if (cell.align) head.setAttribute('align', cell.align)
    head.append(...cell.childNodes)
    for (const mark of [...head.querySelectorAll('strong, b')]) unwrap(mark)
    cell.replaceWith(head)
  }
}

/** For layout, not for data: its cells follow each other. */
function flattenTable(table: HTMLTableElement) {
  for (const cell of [...table.querySelectorAll('td, th')]) {
    const part = document.createElement('div')
    part.append(...cell.childNodes)
    cell.replaceWith(part)
  }
  for (const part of [...table.querySelectorAll('thead, tbody, tfoot, tr, colgroup')]) unwrap(part)
  unwrap(table)
}

/** The page has its own title: the headings of a text begin below it. */
function headings(body: HTMLElement) {
  const found = [...body.querySelectorAll('h1, h2, h3, h4, h5, h6, p.MsoTitle, p.MsoHeading1')]
  const level = (element: Element) => (/^H(\d)$/.test(element.tagName) ? Number(element.tagName[1]) : 1)
  const top = Math.min(...found.map(level))
  for (const element of found) {
    if (!element.textContent?.trim()) {
      element.remove()
      continue
    }
    const heading = document.createElement(`h${Math.min(4, level(element) - Math.min(top, 2) + 2)}`)
    heading.append(...element.childNodes)
    for (const mark of [...heading.querySelectorAll('strong, b')]) unwrap(mark)
    element.replaceWith(heading)
  }
}

/** Web pages break paragraphs by divisions and by two line breaks. */
function groupLooseText(body: HTMLElement) {
  for (const division of [
    ...body.querySelectorAll(
      'div, section, article, header, footer, figure, figcaption, main, aside, dl, dt, dd, center',
    ),
  ]) {
    if (division.querySelector(BLOCKS)) continue
    const paragraph = document.createElement('p')
    paragraph.append(...division.childNodes)
    division.replaceWith(paragraph)
  }
  for (const paragraph of [...body.querySelectorAll('p')]) splitAtBreaks(paragraph)
}

function splitAtBreaks(paragraph: HTMLElement) {
  const parts: ChildNode[][] = [[]]
  let breaks = 0
  for (const node of [...paragraph.childNodes]) {
    const isBlank = node.nodeType === node.TEXT_NODE && node.textContent?.trim() === ''
    if (node.nodeName === 'BR') breaks++
    else if (!isBlank && breaks > 1) {
      parts.push([])
      breaks = 0
    } else if (!isBlank) breaks = 0
    parts.at(-1)!.push(node)
  }
  if (parts.length === 1) return
  for (const part of parts) {
    const piece = document.createElement('p')
    piece.append(...part)
    while (piece.lastChild?.nodeName === 'BR') piece.lastChild.remove()
    paragraph.before(piece)
  }
  paragraph.remove()
}

const ATTRIBUTES: Record<string, readonly string[]> = {
  A: ['href'],
  IMG: ['src', 'alt'],
  TD: ['align'],
  TH: ['align'],
  OL: ['start'],
}

function keepAttributes(element: Element) {
  const kept = ATTRIBUTES[element.tagName] ?? []
  for (const { name } of [...element.attributes]) if (!kept.includes(name)) element.removeAttribute(name)
}

/** Direction marks and the blanks of word processors; blanks at the edges of a piece stay, which part it from the next. */
function cleanTexts(body: HTMLElement) {
  const texts: Text[] = []
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  const keepEnds = [keptEnd(body, texts, 'start'), keptEnd(body, texts.toReversed(), 'end')]
  for (const text of texts) text.data = cleanText(`x${text.data}x`).slice(1, -1)
  for (const keep of keepEnds) keep?.()
}
