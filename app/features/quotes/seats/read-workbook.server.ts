/**
 * The rows of the first sheet of a workbook (SpreadsheetML, ECMA-376 part 1). Formulas and merged cells are named with
 * their row, since what they show is not what the file holds.
 */
import { unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'
import { MEGABYTE } from '../../../platform/byte-sizes.ts'
import { broken, tooLarge, unfit } from '../../uploads/refusal.ts'
import { formatOfZip } from '../../uploads/zip-contents.server.ts'

/** As an editor shows it, counted from 1. */
export type SheetRow = { row: number; cells: string[]; problem?: 'rowFormula' | 'rowMerged' }

/** Of a part of the workbook: a hundred thousand rows of names and addresses. */
const MAX_PART_BYTES = 20 * MEGABYTE
const MAX_ROWS = 100_000
/** Of a sheet, by the format. */
const LAST_ROW = 1_048_576
/** Further columns are one: whatever stands there is too much. */
const MAX_COLUMNS = 8
const MAX_CELL_LENGTH = 500

/** @throws Problem at the field `file` */
export async function readWorkbook(bytes: Buffer): Promise<SheetRow[]> {
  if ((await formatOfZip(bytes)) !== 'xlsx') throw unfit('fileKind')
  const parts = partsOf(bytes, (name) => name === 'xl/workbook.xml' || name === 'xl/_rels/workbook.xml.rels')
  const sheet = firstSheet(parts)
  const { [sheet]: rows, 'xl/sharedStrings.xml': texts } = partsOf(
    bytes,
    (name) => name === sheet || name === 'xl/sharedStrings.xml',
  )
  if (rows === undefined) throw broken()
  return rowsOf(rows, texts === undefined ? [] : sharedTexts(texts))
}

/** The sizes are true: the archive was checked. */
function partsOf(bytes: Buffer, isWanted: (name: string) => boolean): Record<string, string> {
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!isWanted(name)) return false
    if (originalSize > MAX_PART_BYTES) throw tooLarge('zipUnpacked')
    return true
  }
  const decoder = new TextDecoder()
  return Object.fromEntries(
    Object.entries(unzipSync(bytes, { filter })).map(([name, part]) => [name, decoder.decode(part)]),
  )
}

type Handlers = {
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Names without their namespace, which writers choose differently. */
function parse(xml: string, { open, text, close }: Handlers): void {
  const parser = new SaxesParser()
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', () => {
    throw broken()
  })
  parser.on('opentag', ({ name, attributes }) => open?.(local(name), attributes))
  if (text) parser.on('text', text)
  parser.on('closetag', ({ name }) => close?.(local(name)))
  parser.write(xml).close()
}

/** The path of the sheet that an editor shows first. */
function firstSheet({ 'xl/workbook.xml': workbook, 'xl/_rels/workbook.xml.rels': links }: Record<string, string>) {
  if (workbook === undefined || links === undefined) throw broken()
  let wanted: string | undefined
  let path: string | undefined
  parse(workbook, {
    open: (name, attributes) => {
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      if (name === 'sheet') wanted ??= id
    },
  })
  parse(links, {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id === wanted && Target !== undefined) path = Target
    },
  })
  if (path === undefined) throw broken()
  return path.startsWith('/') ? path.slice(1) : `xl/${path}`
}

/** Texts that cells name by their place; of a formatted one its parts together, without the reading aid of Japanese. */
function sharedTexts(xml: string): string[] {
  const texts: string[] = []
  let current = ''
  let [isText, aids] = [false, 0]
  parse(xml, {
    open: (name) => {
      if (name === 'si') current = ''
      if (name === 'rPh') aids++
      isText = name === 't' && aids === 0
    },
    text: (text) => {
      if (isText) current += text
    },
    close: (name) => {
      isText = false
      if (name === 'rPh') aids--
      if (name === 'si') texts.push(current)
    },
  })
  return texts
}

function rowsOf(xml: string, texts: readonly string[]): SheetRow[] {
  const rows: SheetRow[] = []
  const merged: [from: number, to: number][] = []
  let row: SheetRow = { row: 0, cells: [] }
  let column = -1
  let [kind, value, isValue] = ['', '', false]
  parse(xml, {
    open: (name, attributes) => {
      if (name === 'row') {
        if (rows.length === MAX_ROWS) throw tooLarge('zipUnpacked')
        row = { row: Number(attributes.r) || row.row + 1, cells: [] }
        rows.push(row)
        column = -1
      } else if (name === 'c') {
        column = Math.min(columnIn(attributes.r) ?? column + 1, MAX_COLUMNS)
        ;[kind, value] = [attributes.t ?? '', '']
      } else if (name === 'f') row.problem = 'rowFormula'
      else if (name === 'mergeCell') merged.push(rowsIn(attributes.ref ?? ''))
      isValue = name === 'v' || name === 't'
    },
    text: (text) => {
      if (isValue && value.length < MAX_CELL_LENGTH) value += text
    },
    close: (name) => {
      isValue = false
      if (name === 'c') row.cells[column] = (kind === 's' ? (texts[Number(value)] ?? '') : value).trim()
    },
  })
  const isMerged = inRanges(merged)
  for (const one of rows) {
    one.cells = Array.from(one.cells, (cell) => cell ?? '')
    if (isMerged(one.row)) one.problem ??= 'rowMerged'
  }
  return rows
}

/** A file may name as many ranges as rows, so each of both is gone through once. */
function inRanges(ranges: readonly [from: number, to: number][]): (row: number) => boolean {
  const changes = new Int32Array(LAST_ROW + 2)
  for (const [from, to] of ranges) {
    if (!(from >= 1 && from <= to && to <= LAST_ROW)) continue
    changes[from]!++
    changes[to + 1]!--
  }
  for (let row = 1; row <= LAST_ROW; row++) changes[row]! += changes[row - 1]!
  return (row) => (changes[row] ?? 0) > 0
}

/** `B7` is the second column. */
function columnIn(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Of `A2:B4` the rows 2 and 4. */
function rowsIn(range: string): [number, number] {
  const [from, to = from] = range.split(':').map((cell) => Number(/\d+$/.exec(cell)?.[0]))
  return [from!, to!]
}
