/** Statements as CSV. Every bank has its own columns: they are recognised by their names, or were named by staff once. */
import Papa from 'papaparse'
import { foldDigits } from '../../../locales/digits.ts'
import { type DayOrder, dayIn, halalasOf } from '../amounts.ts'
import { type Statement, type StatementError, type StatementLine, UnreadableStatement } from '../statement.ts'

/** What a column holds. The amount stands in one column with a sign, or in one for money in and one for money out. */
export const COLUMN_ROLES = [
  'day',
  'amount',
  'credit',
  'debit',
  'bankReference',
  'description',
  'payerName',
  'payerAccount',
] as const
export type ColumnRole = (typeof COLUMN_ROLES)[number]

/** Names of columns by role. Files are read by name, so that a changed order of columns does no harm. */
export type Columns = Partial<Record<ColumnRole, string>>

export type Table = { header: string[]; rows: { place: number; cells: string[] }[] }

const NAMES: Record<ColumnRole, RegExp> = {
  day: /^(?:تاريخ|التاريخ|(?:posting|booking|transaction|value)? ?date)/i,
  amount: /^(?:المبلغ|مبلغ|amount|transaction amount)/i,
  credit: /(?:دائن|إيداع|ايداع|credit|deposit|money in)/i,
  debit: /(?:مدين|سحب|debit|withdrawal|money out)/i,
  bankReference: /(?:المرجع|رقم العملية|رقم الحركة|reference|transaction (?:id|no|number))/i,
  description: /(?:الوصف|البيان|التفاصيل|شرح|description|narrative|details|particulars)/i,
  payerName: /(?:اسم (?:المحول|المرسل|المودع)|المرسل|sender|payer|remitter|ordering)/i,
  payerAccount: /(?:آيبان|ايبان|حساب (?:المحول|المرسل)|iban|(?:sender|payer|from) account)/i,
}

const MAX_LINES_BEFORE_HEADER = 30

/**
 * The rows of a file under their header: the first row that names a day and an amount, by known names or by columns that
 * were chosen before. Banks write the account and its owner above it.
 * @throws UnreadableStatement when the file is no table
 */
export function tableOf(text: string, remembered: readonly Columns[] = []): Table {
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: false })
  const rows = data.map((cells, index) => ({ place: index + 1, cells: cells.map((cell) => cell.trim()) }))
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (!filled.some(({ cells }) => cells.length >= 2)) throw new UnreadableStatement()
  const start = filled.slice(0, MAX_LINES_BEFORE_HEADER)
  const isHeader = ({ cells }: { cells: string[] }) =>
    remembered.some((columns) => fits(columns, cells)) || isComplete(columnsOf(cells))
  const widest = Math.max(...start.map(({ cells }) => cells.filter(Boolean).length))
  const header = start.find(isHeader) ?? start.find(({ cells }) => cells.filter(Boolean).length === widest)!
  return { header: header.cells, rows: filled.filter(({ place }) => place > header.place) }
}

export const fits = (columns: Columns, header: readonly string[]): boolean =>
  Object.values(columns).every((name) => header.includes(name))

export const isComplete = (columns: Columns): boolean =>
  columns.day !== undefined && (columns.amount !== undefined || columns.credit !== undefined)

/** The columns by their names, as far as they are recognised. */
export function columnsOf(header: readonly string[]): Columns {
  const columns: Columns = {}
  for (const role of COLUMN_ROLES) {
    const name = header.find((cell) => NAMES[role].test(cell) && !Object.values(columns).includes(cell))
    if (name !== undefined) columns[role] = name
  }
  // Two columns say more than one: `Amount` is then often their total.
  if (columns.credit !== undefined && columns.debit !== undefined) delete columns.amount
  return columns
}

/** @param order which number of a day such as 03/04/2026 is the day */
export function readTable({ header, rows }: Table, columns: Columns, order: DayOrder): Statement {
  const lines: StatementLine[] = []
  const errors: StatementError[] = []
  const places = Object.fromEntries(Object.entries(columns).map(([role, name]) => [role, header.indexOf(name)]))
  for (const { place, cells } of rows) {
    const cell = (role: ColumnRole) => cells[places[role] ?? -1] ?? ''
    // Totals and remarks below the movements have no day and no amount where these stand.
    const money = [cell('amount'), cell('credit'), cell('debit')].filter(Boolean)
    if (cell('day') === '' || (money.length === 0 && !/\d/.test(foldDigits(cell('day'))))) continue
    const day = dayIn(cell('day'), order)
    if (day === undefined) {
      errors.push({ place, problem: 'noDay', text: cell('day') })
      continue
    }
    const amountHalalas = amountOf(cell)
    if (amountHalalas === undefined) {
      errors.push({ place, problem: 'noAmount', text: money.join(' ') })
      continue
    }
    lines.push({
      ...{ place, day, amountHalalas },
      ...{ bankReference: cell('bankReference'), description: cell('description') },
      ...{ payerName: cell('payerName'), payerAccount: cell('payerAccount').replace(/\s/g, '') },
    })
  }
  return { account: '', lines, errors }
}

function amountOf(cell: (role: ColumnRole) => string): number | undefined {
  const [amount, credit, debit] = [cell('amount'), cell('credit'), cell('debit')]
  if (amount !== '') return halalasOf(amount)
  const [came, left] = [credit === '' ? 0 : halalasOf(credit), debit === '' ? 0 : halalasOf(debit)]
  if (came === undefined || left === undefined || (credit === '' && debit === '')) return undefined
  return Math.abs(came) - Math.abs(left)
}
