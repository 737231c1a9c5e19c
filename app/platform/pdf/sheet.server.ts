/**
 * Documents as PDF, laid out from boxes: text in both directions, rows, panels and tables that go over pages. What is
 * written stays text: it can be searched, copied and read aloud, in the order in which it was placed.
 */
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Lang } from '../../locales/lang.ts'
import { lazily } from '../lazily.ts'
import { ASCENT, DESCENT, fontOf, type Weight } from './fonts.server.ts'
import { type Direction, type Line, linesOf, type Span } from './lines.ts'

/** @property size in points */
export type TextStyle = { weight: Weight; size: number; colour: string; isTabular?: boolean }
export type Text = Span<TextStyle>

/** A part of a page. All lengths are in points, `x` and `y` those of its upper left corner. */
export type Box = {
  heightAt: (width: number) => number
  /** @param height of what stands beside it, which panels fill */
  drawAt: (x: number, y: number, width: number, height?: number) => void
}

/** What a part is to programs that read aloud. */
type Tag = 'P' | 'H1' | 'H2'

type TextOptions = {
  align?: 'start' | 'center' | 'end' | 'right'
  direction?: Direction | 'auto'
  tag?: Tag
  leading?: number
}

/** @property share of the width that cells without a width of their own divide among them; 1 unless said */
type Cell = { box: Box; width?: number; share?: number }

type PanelOptions = { padding: [block: number, inline: number]; fill?: string; stroke?: string; radius?: number }

type TableOptions = { cells: Omit<Cell, 'box'>[]; padding: [block: number, inline: number]; head: string; line: string }

/** With its fonts and compression it takes 15 MB. */
const library = lazily(() => createRequire(import.meta.url)('pdfkit') as typeof import('pdfkit'))

const A4 = [595.28, 841.89] as const
const MARGIN_X = 42.5
const MARGIN_TOP = 40
const MARGIN_BOTTOM = 48
const FOOTER_Y = 30
/** Others are answered after so many rows of a table. */
const ROWS_AT_ONCE = 5

/** Of words at size 1, which no document has to measure again. */
const unitWidths = new LRUCache<string, number>({ max: 20_000 })

export type Sheet = ReturnType<typeof createSheet>

/**
 * @param direction that of the language, which rows and lines follow
 * @param at when the document was written, so that the same document is always the same file
 * @param footer what stands below each page of a document that has several
 * @param isLandscape whether the longer edge of the pages lies below
 * @param enclosed a file that says the same for programs, such as the XML of an invoice
 */
export function createSheet({
  lang,
  direction,
  title,
  at,
  footer,
  isLandscape = false,
  enclosed,
}: {
  lang: Lang
  direction: Direction
  title: string
  at: Date
  footer?: { style: TextStyle; text: (page: number, pages: number) => string }
  isLandscape?: boolean
  enclosed?: { name: string; type: string; content: string } | undefined
}) {
  const size = isLandscape ? A4.toReversed() : [...A4]
  const [pageWidth, pageHeight] = size as [number, number]
  const width = pageWidth - 2 * MARGIN_X
  const PDFDocument = library()
  const doc = new PDFDocument({
    ...{ size, margin: 0, autoFirstPage: false, bufferPages: true },
    ...{ lang, tagged: true, displayTitle: true, pdfVersion: '1.7', subset: 'PDF/A-3a' },
    info: { Title: title, Producer: 'Maahad', Creator: 'Maahad', CreationDate: at, ModDate: at },
  })
  if (enclosed)
    doc.file(Buffer.from(enclosed.content), {
      ...{ name: enclosed.name, type: enclosed.type, relationship: 'Alternative', description: enclosed.name },
      ...{ creationDate: at, modifiedDate: at },
    } as PDFKit.Mixins.PDFAttachmentOptions)
  const chunks: Buffer[] = []
  const written = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  for (const weight of ['regular', 'medium', 'semibold'] as const) doc.registerFont(weight, fontOf(weight))

  const root = doc.struct('Document')
  doc.addStructure(root)
  let parent = root
  let y = 0

  const featuresOf = ({ isTabular }: TextStyle) =>
    isTabular ? { features: ['tnum', 'lnum'] as PDFKit.Mixins.OpenTypeFeatures[] } : {}
  const use = ({ weight, size }: TextStyle) => doc.font(weight).fontSize(size)
  /** Widths grow with the size; most words are on every document. */
  const widthOf = (text: string, style: TextStyle) => {
    const key = `${style.weight} ${style.isTabular === true} ${text}`
    const known = unitWidths.get(key)
    if (known !== undefined) return known * style.size
    const width = use(style).widthOfString(text, featuresOf(style))
    unitWidths.set(key, width / style.size)
    return width
  }

  /** Begins a part of the document's structure. @returns what ends it */
  function begun(tag: string): () => void {
    const outer = parent
    const own = doc.struct(tag)
    outer.add(own)
    parent = own
    return () => {
      own.end()
      parent = outer
    }
  }

  /** Draws what belongs to one part of the document's structure. */
  function within(tag: string, draw: () => void): void {
    const end = begun(tag)
    draw()
    end()
  }

  function decoration(draw: () => void): void {
    doc.markContent('Artifact', { type: 'Layout' })
    draw()
    doc.endMarkedContent()
  }

  function text(spans: Text | Text[], options: TextOptions = {}): Box {
    const { align = 'start', tag = 'P', leading = 1.5 } = options
    const all = [spans].flat()
    const lineHeight = Math.max(...all.map(({ style }) => style.size)) * leading
    const linesAt = remembered((maxWidth: number) => linesOf(all, options.direction ?? direction, maxWidth, widthOf))
    return {
      heightAt: (maxWidth) => linesAt(maxWidth).length * lineHeight,
      drawAt(x, top, maxWidth) {
        const content = doc.markStructureContent(tag)
        for (const [index, line] of linesAt(maxWidth).entries())
          drawLine(line, x + indentOf(line.width, maxWidth, align), top + index * lineHeight, lineHeight)
        doc.endMarkedContent()
        parent.add(doc.struct(tag, {}, content))
      },
    }
  }

  function indentOf(used: number, available: number, align: TextOptions['align']): number {
    if (align === 'right') return available - used
    if (align === 'center') return (available - used) / 2
    return (align === 'start') === (direction === 'ltr') ? 0 : available - used
  }

  function drawLine({ words }: Line<TextStyle>, x: number, top: number, lineHeight: number): void {
    for (const word of words) {
      const { size, colour } = word.style
      const baseline = top + (lineHeight - (ASCENT + DESCENT) * size) / 2 + ASCENT * size
      use(word.style)
        .fillColor(colour)
        .text(word.text, x + word.x, baseline, { lineBreak: false, baseline: 'alphabetic', ...featuresOf(word.style) })
    }
  }

  /** Boxes below each other. */
  function stack(boxes: Box[], gap = 0): Box {
    return {
      heightAt: (w) => boxes.reduce((sum, box) => sum + box.heightAt(w), 0) + gap * Math.max(0, boxes.length - 1),
      drawAt(x, top, w) {
        let at = top
        for (const box of boxes) {
          box.drawAt(x, at, w)
          at += box.heightAt(w) + gap
        }
      },
    }
  }

  /** Boxes beside each other, the first where a line begins. */
  function row(cells: Cell[], { gap = 0, align = 'top' }: { gap?: number; align?: 'top' | 'middle' } = {}): Box {
    const heightOf = (w: number) => {
      const widths = widthsOf(cells, w, gap)
      return Math.max(0, ...cells.map(({ box }, index) => box.heightAt(widths[index]!)))
    }
    return {
      heightAt: heightOf,
      drawAt(x, top, w) {
        const widths = widthsOf(cells, w, gap)
        const height = heightOf(w)
        let at = 0
        for (const [index, { box }] of cells.entries()) {
          const own = widths[index]!
          const down = align === 'middle' ? (height - box.heightAt(own)) / 2 : 0
          box.drawAt(direction === 'rtl' ? x + w - at - own : x + at, top + down, own, height)
          at += own + gap
        }
      },
    }
  }

  /** A box with a background of its own. */
  function panel(box: Box, { padding: [block, inline], fill, stroke, radius = 0 }: PanelOptions): Box {
    const heightAt = (w: number) => box.heightAt(w - 2 * inline) + 2 * block
    return {
      heightAt,
      drawAt(x, top, w, height = heightAt(w)) {
        decoration(() => {
          const shape = () => doc.roundedRect(x, top, w, height, radius)
          if (fill) shape().fill(fill)
          if (stroke) shape().lineWidth(0.6).stroke(stroke)
        })
        box.drawAt(x + inline, top + block, w - 2 * inline)
      },
    }
  }

  function rule(thickness: number, colour: string): Box {
    return {
      heightAt: () => thickness,
      drawAt: (x, top, w) => decoration(() => doc.rect(x, top, w, thickness).fill(colour)),
    }
  }

  /** A square drawing: the data of an SVG path in a square of `units`. */
  function path(data: string, units: number, size: number, description: string): Box {
    return figure(size, description, (x, top) => {
      doc
        .save()
        .translate(x, top)
        .scale(size / units)
      doc.path(data).fill('#000000')
      doc.restore()
    })
  }

  /** A square picture, PNG or JPEG. */
  function picture(bytes: Buffer, size: number, description: string): Box {
    return figure(size, description, (x, top) => void doc.image(bytes, x, top, { width: size, height: size }))
  }

  function figure(size: number, description: string, draw: (x: number, top: number) => void): Box {
    return {
      heightAt: () => size,
      drawAt(x, top, w) {
        const content = doc.markStructureContent('Figure')
        draw(x + indentOf(size, w, 'start'), top)
        doc.endMarkedContent()
        parent.add(doc.struct('Figure', { alt: description }, content))
      },
    }
  }

  function newPage(): void {
    doc.addPage()
    y = MARGIN_TOP
  }

  const fits = (height: number) => doc.page !== null && y + height <= pageHeight - MARGIN_BOTTOM

  /** Places a box below the last one, on the next page when there is no room. */
  function place(box: Box, gap = 0): void {
    const height = box.heightAt(width)
    if (!fits(height)) newPage()
    box.drawAt(MARGIN_X, y, width)
    y += height + gap
  }

  /** Draws a box at its place on the page, whatever was placed before. All lengths are in points. */
  function placeAt(box: Box, { x, top, width: own }: { x: number; top: number; width: number }): void {
    if (doc.page === null) newPage()
    box.drawAt(x, top, own)
  }

  /** A border around the page, `inset` points from its edges. */
  function border(inset: number, thickness: number, colour: string): void {
    if (doc.page === null) newPage()
    const shape = () => doc.rect(inset, inset, pageWidth - 2 * inset, pageHeight - 2 * inset)
    decoration(() => shape().lineWidth(thickness).stroke(colour))
  }

  function space(height: number): void {
    y += height
  }

  /** Places a table. Its head is repeated on every page, and a row is never divided. */
  async function placeTable(head: Box[], rows: Box[][], { cells, padding, ...colours }: TableOptions): Promise<void> {
    const rowOf = (boxes: Box[], tag: 'TH' | 'TD') =>
      row(boxes.map((box, index) => ({ ...cells[index], box: cellOf(box, padding, tag) })))
    const headRow = rowOf(head, 'TH')
    const placeRow = (box: Box, background?: string) => {
      const height = box.heightAt(width)
      if (background) decoration(() => doc.roundedRect(MARGIN_X, y, width, height, 4).fill(background))
      within('TR', () => box.drawAt(MARGIN_X, y, width))
      y += height
    }
    const begin = () => placeRow(headRow, colours.head)
    const end = begun('Table')
    for (const [index, boxes] of rows.entries()) {
      if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate()
      const box = rowOf(boxes, 'TD')
      const height = box.heightAt(width)
      if (index === 0) {
        if (!fits(headRow.heightAt(width) + height)) newPage()
        begin()
      } else if (!fits(height)) {
        newPage()
        begin()
      }
      placeRow(box)
      decoration(() => doc.rect(MARGIN_X, y - 0.6, width, 0.6).fill(colours.line))
    }
    end()
  }

  function cellOf(box: Box, [block, inline]: [number, number], tag: 'TH' | 'TD'): Box {
    return {
      heightAt: (w) => box.heightAt(w - 2 * inline) + 2 * block,
      drawAt: (x, top, w) => within(tag, () => box.drawAt(x + inline, top + block, w - 2 * inline)),
    }
  }

  async function finish(): Promise<Buffer> {
    const { count } = doc.bufferedPageRange()
    for (let page = 0; footer && page < count && count > 1; page++) {
      doc.switchToPage(page)
      const lines = linesOf([{ text: footer.text(page + 1, count), style: footer.style }], direction, width, widthOf)
      decoration(() => drawLine(lines[0]!, MARGIN_X + (width - lines[0]!.width) / 2, pageHeight - FOOTER_Y, 12))
    }
    root.end()
    doc.end()
    return written
  }

  return {
    direction,
    pageWidth,
    pageHeight,
    text,
    stack,
    row,
    panel,
    rule,
    path,
    picture,
    place,
    placeAt,
    placeTable,
    border,
    space,
    finish,
  }
}

function widthsOf(cells: Omit<Cell, 'box'>[], available: number, gap: number): number[] {
  const free = cells.reduce((rest, { width = 0 }) => rest - width, available - gap * (cells.length - 1))
  const shares = cells.reduce((sum, { width, share = 1 }) => sum + (width === undefined ? share : 0), 0)
  return cells.map(({ width, share = 1 }) => width ?? (free * share) / shares)
}

/** A box is asked for its height several times before it is drawn. */
function remembered<T>(make: (width: number) => T): (width: number) => T {
  const made = new Map<number, T>()
  return (width) => {
    const known = made.get(width) ?? make(width)
    made.set(width, known)
    return known
  }
}
