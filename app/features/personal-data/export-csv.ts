/** A person's data as CSV for a spreadsheet. */

export type Table = { name: string; title: string; columns: string[]; rows: string[][] }

const BOM = '\ufeff'

/** With a byte order mark, by which spreadsheets know Unicode; a text that would be taken for a formula is quoted. */
export function toCsv({ columns, rows }: Table): string {
  return BOM + [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
