/** Tables as CSV that spreadsheets open as they are meant (RFC 4180). */
import { clockOf, dayOf } from '../../platform/days.ts'
import { type Cell, cellOf, type Table } from './table.ts'

/** The beginning of a file: by the byte order mark, spreadsheets recognise UTF-8. */
export const CSV_START = '\ufeff'

const END_OF_ROW = '\r\n'

export const csvRow = (texts: readonly string[]): string => texts.map(csvText).join(',') + END_OF_ROW

export async function* csvOf<Row>({ columns, batches }: Table<Row>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(CSV_START + csvRow(columns.map(({ title }) => title)))
  for await (const rows of batches) {
    const lines = rows.map((row) => columns.map((column) => csvCell(cellOf(column, row))).join(',') + END_OF_ROW)
    yield encoder.encode(lines.join(''))
  }
}

/** Spreadsheets take these for the beginning of a formula; an apostrophe before them says that it is text (OWASP). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

function csvText(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Numbers stay numbers, though a minus may begin them. */
function csvCell(cell: Cell): string {
  switch (cell?.kind) {
    case undefined:
      return ''
    case 'text':
      return csvText(cell.value)
    case 'number':
      return String(cell.value)
    case 'halalas':
      return (cell.value / 100).toFixed(2)
    case 'moment':
      return `${dayOf(cell.value)} ${clockOf(cell.value)}`
  }
}
