/** The list of names that a company writes or pastes for its seats, checked row by row. Pure. */
import Papa from 'papaparse'
import { Email, NameText } from '../../../api/fields.ts'

export type NamedPerson = { name: string; email: string }
/** What is wrong in a row, counted from 1 as an editor shows it. */
export type RowError = { row: number; problem: 'rowName' | 'rowEmail' | 'rowTwice' | 'rowNamed' | 'rowColumns' }

const HEADER = /^(?:الاسم|اسم.*|name|full name|employee)$/i
/** A spreadsheet runs a text that begins so; nobody's name does. */
const FORMULA = /^[=+\-@\t]/

/**
 * @param text rows of name and mail address, separated by commas, semicolons or tabs; a first row with titles is left out
 * @param known addresses that have a seat already
 */
export function readNames(text: string, known: ReadonlySet<string>): { people: NamedPerson[]; errors: RowError[] } {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimitersToGuess: [',', ';', '\t', '،', '؛'] })
  const people: NamedPerson[] = []
  const errors: RowError[] = []
  const seen = new Set<string>()
  for (const [index, cells] of data.entries()) {
    const row = index + 1
    const [first = '', second = '', ...rest] = cells.map((cell) => cell.trim())
    if (first === '' && second === '' && rest.every((cell) => cell === '')) continue
    if (index === 0 && HEADER.test(first)) continue
    if (rest.some((cell) => cell !== '')) errors.push({ row, problem: 'rowColumns' })
    const name = FORMULA.test(first) ? undefined : NameText(100).safeParse(first).data
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
