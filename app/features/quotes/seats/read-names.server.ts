/** The list of names that a company writes, pastes or uploads for its seats, checked row by row. */
import Papa from 'papaparse'
import { Email, NameText } from '../../../api/fields.ts'
import { unfit } from '../../uploads/refusal.ts'
import { readWorkbook, type SheetRow } from './read-workbook.server.ts'

export type NamedPerson = { name: string; email: string }
/** What is wrong in a row, counted from 1 as an editor shows it. */
export type RowError = {
  row: number
  problem: 'rowName' | 'rowEmail' | 'rowTwice' | 'rowNamed' | 'rowColumns' | 'rowFormula' | 'rowMerged'
}

const HEADER = /^(?:الاسم|اسم.*|name|full name|employee)$/i
const Name = NameText(100)
/** A spreadsheet runs a text that begins so; nobody's name does. */
const FORMULA = /^[=+\-@\t]/

const DELIMITERS = [',', ';', '\t', '،', '؛']

/** The one that stands most often in the first row; short lists with empty rows are too little for Papa Parse to guess. */
function delimiterOf(text: string): string {
  const first = text.trimStart().split(/\r?\n/, 1)[0]!
  const count = (delimiter: string) => first.split(delimiter).length
  return DELIMITERS.reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** Rows of a text: name and mail address, separated by commas, semicolons or tabs. */
export function rowsOfText(text: string): SheetRow[] {
  const plain = text.replace(/^\uFEFF/, '')
  const { data } = Papa.parse<string[]>(plain, { delimiter: delimiterOf(plain) })
  return data.map((cells, index) => ({ row: index + 1, cells: cells.map((cell) => cell.trim()) }))
}

/** The rows of a file: a workbook, or text as editors write it, in UTF-8 or as Arabic Windows does. @throws Problem */
export async function rowsOfFile(file: File): Promise<SheetRow[]> {
  const bytes = Buffer.from(await file.arrayBuffer())
  if (bytes.subarray(0, 2).toString() === 'PK') return readWorkbook(bytes)
  // Neither another kind of file, nor a text in UTF-16.
  if (bytes.includes(0)) throw unfit('fileKind')
  try {
    return rowsOfText(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return rowsOfText(new TextDecoder('windows-1256').decode(bytes))
  }
}

/**
 * A first row with titles is left out.
 * @param known addresses that have a seat already
 */
export function readNames(
  rows: readonly SheetRow[],
  known: ReadonlySet<string>,
): { people: NamedPerson[]; errors: RowError[] } {
  const people: NamedPerson[] = []
  const errors: RowError[] = []
  const seen = new Set<string>()
  let isFirst = true
  for (const { row, cells, problem } of rows) {
    const [first = '', second = '', ...rest] = cells
    if (problem === undefined && cells.every((cell) => cell === '')) continue
    if (problem) errors.push({ row, problem })
    const isTitle = isFirst && HEADER.test(first)
    isFirst = false
    if (problem || isTitle) continue
    if (rest.some((cell) => cell !== '')) errors.push({ row, problem: 'rowColumns' })
    const name = FORMULA.test(first) ? undefined : Name.safeParse(first).data
    const email = Email.safeParse(second).data
    if (name === undefined) errors.push({ row, problem: 'rowName' })
    if (email === undefined) errors.push({ row, problem: 'rowEmail' })
    else if (seen.has(email)) errors.push({ row, problem: 'rowTwice' })
    else if (known.has(email)) errors.push({ row, problem: 'rowNamed' })
    if (email !== undefined) seen.add(email)
    if (name !== undefined && email !== undefined) people.push({ name, email })
  }
  return { people, errors }
}
