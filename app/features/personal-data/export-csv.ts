/** A person's data as CSV for a spreadsheet. */

export type Table = { name: string; title: string; columns: string[]; rows: string[][] }

const BOM = '\ufeff'

/** With a byte order mark, so that spreadsheets detect UTF-8; texts that look like formulas are escaped. */
export function toCsv({ columns, rows }: Table): string {
  return BOM + [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
