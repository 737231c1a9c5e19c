/**
 * Workbooks as spreadsheets read them: SpreadsheetML (ECMA-376, part 1) in a ZIP file, made while it is sent, so that
 * the memory does not grow with the rows.
 */
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { type Cell, type ColumnKind, cellOf, type Table } from './table.ts'

/** What Excel takes: rows of a sheet, UTF-16 units of a cell, and characters of a sheet's name. */
const MAX_SHEET_ROWS = 1_048_576
export const MAX_CELL_LENGTH = 32_767
const MAX_SHEET_NAME = 31

/** Of DEFLATE: higher levels take several times as long for a tenth of the size. */
const LEVEL = 1
/** How many rows are compressed at once: others are answered in between. */
const ROWS_AT_ONCE = 200

/** Moments are counted in days from 30 December 1899, without a time zone. */
const DAYS_BEFORE_1970 = 25_569
const RIYADH_MS = 3 * HOUR_MS

/** Positions in `cellXfs` of the styles. */
const HEAD_STYLE = 1
const STYLES: Record<ColumnKind, number> = { text: 2, number: 0, moment: 3, halalas: 4 }
const WIDTHS: Record<ColumnKind, number> = { text: 26, number: 14, moment: 18, halalas: 14 }

/** @param maxRows of a sheet with its head: further rows stand on a further sheet */
export async function* workbook<Row>(table: Table<Row>, maxRows = MAX_SHEET_ROWS): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    ready.push(piece)
  })
  const fileOf = (path: string) => {
    const file = new ZipDeflate(path, { level: LEVEL })
    zip.add(file)
    return file
  }
  function* taken() {
    const pieces = ready
    ready = []
    yield* pieces
  }
  let sheets = 0
  let sheet: ZipDeflate | undefined
  for await (const { isFirst, isLast, xml } of sheetPieces(table, maxRows)) {
    if (isFirst) sheet = fileOf(sheetPath(++sheets))
    sheet?.push(strToU8(xml), isLast)
    yield* taken()
  }
  for (const [path, xml] of partsOf(table, sheets)) fileOf(path).push(strToU8(xml), true)
  zip.end()
  yield* taken()
}

type SheetPiece = { xml: string; isFirst?: boolean; isLast?: boolean }

async function* sheetPieces<Row>(table: Table<Row>, maxRows: number): AsyncGenerator<SheetPiece> {
  const start = sheetStart(table)
  let row = 1
  yield { xml: start, isFirst: true }
  for await (const batch of table.batches) {
    let xml = ''
    for (const [index, one] of batch.entries()) {
      if (row === maxRows) {
        yield { xml: xml + SHEET_END, isLast: true }
        yield { xml: start, isFirst: true }
        xml = ''
        row = 1
      }
      row += 1
      xml += rowXml(table.columns.map((column) => cellXml(cellOf(column, one))))
      if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) {
        yield { xml }
        xml = ''
      }
    }
    if (xml) yield { xml }
  }
  yield { xml: SHEET_END, isLast: true }
}

const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const SHEET_END = '</sheetData></worksheet>'

/** The head stays in view while the rows are scrolled, and Arabic sheets begin at the right. */
function sheetStart<Row>({ lang, columns }: Table<Row>): string {
  const widths = columns.map(
    ({ kind }, index) => `<col min="${index + 1}" max="${index + 1}" width="${WIDTHS[kind]}" customWidth="1"/>`,
  )
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView${lang === 'ar' ? ' rightToLeft="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rowXml(
    columns.map(({ title }) => textXml(title, HEAD_STYLE)),
  )}`
}

const rowXml = (cells: readonly string[]) => `<row>${cells.join('')}</row>`

function cellXml(cell: Cell): string {
  if (cell === null) return '<c/>'
  if (cell.kind === 'text') return textXml(cell.value, STYLES.text)
  const number = (value: number | string) => `<c s="${STYLES[cell.kind]}"><v>${value}</v></c>`
  if (cell.kind === 'halalas') return number((cell.value / 100).toFixed(2))
  if (cell.kind === 'moment') return number((cell.value.getTime() + RIYADH_MS) / DAY_MS + DAYS_BEFORE_1970)
  return number(cell.value)
}

/** An inline text is never read as a formula; its style says so to whoever edits the cell afterwards. */
function textXml(text: string, style: number): string {
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

/** Not allowed in XML 1.0. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
/** What spreadsheets read as an escaped character; its own first character is escaped instead. */
const LOOKS_ESCAPED = /_(?=x[0-9a-f]{4}_)/gi

function escaped(text: string): string {
  return cut(text)
    .replace(FORBIDDEN, '')
    .replace(LOOKS_ESCAPED, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
}

function cut(text: string): string {
  return (text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH - 1)}…` : text).toWellFormed()
}

/** The parts beside the sheets, by their paths. */
function partsOf({ title }: { title: string }, sheetCount: number): [string, string][] {
  const sheets = Array.from({ length: sheetCount }, (_, index) => index + 1)
  return [
    ['xl/workbook.xml', workbookXml(title, sheets)],
    ['xl/styles.xml', STYLES_XML],
    ['xl/_rels/workbook.xml.rels', workbookRelations(sheets)],
    ['_rels/.rels', relations([['rId1', 'officeDocument', 'xl/workbook.xml']])],
    ['[Content_Types].xml', contentTypes(sheets)],
  ]
}

function workbookXml(title: string, sheets: readonly number[]): string {
  // Excel refuses these in the name of a sheet, and more than 31 characters.
  const name = title.replace(/[\\/?*[\]:"']/g, ' ')
  const nameOf = (number: number) => {
    const place = number === 1 ? '' : ` ${number}`
    return escaped(name.slice(0, MAX_SHEET_NAME - place.length) + place)
  }
  const list = sheets.map((number) => `<sheet name="${nameOf(number)}" sheetId="${number}" r:id="rId${number}"/>`)
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets></workbook>`
}

function workbookRelations(sheets: readonly number[]): string {
  return relations([
    ...sheets.map((number) => [`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`] as const),
    [`rId${sheets.length + 1}`, 'styles', 'styles.xml'],
  ])
}

function relations(targets: readonly (readonly [id: string, type: string, target: string])[]): string {
  const list = targets.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`
}

function contentTypes(sheets: readonly number[]): string {
  const part = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${CONTENT}.${type}+xml"/>`
  return `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('xl/workbook.xml', 'sheet.main')}${part('xl/styles.xml', 'styles')}${sheets
    .map((number) => part(sheetPath(number), 'worksheet'))
    .join('')}</Types>`
}

/** Number formats: 49 is text, 4 has two decimals, 164 is our own. */
const STYLES_XML = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
