/** Tables as files that people open: one page for a browser, and CSV for a spreadsheet. */
import { dirOf, type Lang } from '../../locales/lang.ts'

export type Table = { name: string; title: string; columns: string[]; rows: string[][] }

const BOM = '\ufeff'

/** With a mark that tells spreadsheets it is Unicode; a text that would be taken for a formula is not one. */
export function asCsv({ columns, rows }: Table): string {
  return BOM + [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** @param none stands in a table without rows */
export function asPage(title: string, tables: Table[], none: string, lang: Lang): string {
  return [
    `<!doctype html><html lang="${lang}" dir="${dirOf(lang)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escaped(title)}</title><style>${STYLE}</style></head><body><h1>${escaped(title)}</h1>`,
    ...tables.map((table) => section(table, none)),
    '</body></html>\n',
  ].join('\n')
}

function section({ title, columns, rows }: Table, none: string): string {
  const row = (tag: string, texts: string[]) =>
    `<tr>${texts.map((text) => `<${tag} dir="auto">${escaped(text)}</${tag}>`).join('')}</tr>`
  const body =
    rows.length === 0
      ? `<p>${escaped(none)}</p>`
      : `<div><table><thead>${row('th', columns)}</thead><tbody>${rows.map((texts) => row('td', texts)).join('\n')}</tbody></table></div>`
  return `<section><h2>${escaped(title)}</h2>${body}</section>`
}

const STYLE =
  'body{font:16px/1.7 "Readex Pro",Tahoma,Arial,sans-serif;color:#13231f;background:#fffdf9;max-width:70rem;margin:2rem auto;padding:0 1.25rem}' +
  'h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.5rem}div{overflow-x:auto}table{border-collapse:collapse;width:100%}' +
  'th,td{text-align:start;vertical-align:top;padding:.5rem .75rem;border-bottom:1px solid #e6dfd1;white-space:pre-line}th{color:#5a6762}'

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
