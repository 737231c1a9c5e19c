/** Statements as CSV. Every bank has its own columns: they are recognised by their names, or were named by staff once. */
import Papa from 'papaparse'
import { foldDigits } from '../../../locales/digits.ts'
import { type DayOrder, dayIn, halalasOf } from '../amounts.ts'
import {
  BROKEN_LETTER,
  type LineProblem,
  type Statement,
  type StatementError,
  type StatementLine,
  UnreadableStatement,
} from '../statement.ts'

/**
 * What a column holds. The amount stands in one column with a sign, in one beside the direction, or in one for money in
 * and one for money out.
 */
export const COLUMN_ROLES = [
  'day',
  'amount',
  'credit',
  'debit',
  'direction',
  'bankReference',
  'description',
  'payerName',
  'payerAccount',
] as const
export type ColumnRole = (typeof COLUMN_ROLES)[number]

/** Names of columns by role. Files are read by name, so that a changed order of columns does no harm. */
export type Columns = Partial<Record<ColumnRole, string>>

export type Table = {
  header: string[]
  rows: { place: number; cells: string[] }[]
  /** The row in which a quotation mark has no end: the rest of the file is one cell of it. */
  brokenAt: number | undefined
}

/** Columns that staff named for a header. */
export type RememberedColumns = { header: string[]; columns: Columns; dayOrder: DayOrder }

const NAMES: Record<ColumnRole, RegExp> = {
  day: /^(?:تاريخ|التاريخ|(?:posting|booking|transaction|value)? ?date)/i,
  amount: /^(?:المبلغ|مبلغ|amount|transaction amount)/i,
  direction:
    /(?:(?:credit|cr|c) ?[/|-] ?(?:debit|dr|d)\b|(?:debit|dr|d) ?[/|-] ?(?:credit|cr|c)\b|دائن ?[/|-] ?مدين|مدين ?[/|-] ?دائن|indicator|direction|نوع الحركة|الاتجاه)/i,
  credit: /(?:دائن|إيداع|ايداع|credit|deposit|money in)/i,
  debit: /(?:مدين|سحب|debit|withdrawal|money out)/i,
  bankReference: /(?:المرجع|رقم العملية|رقم الحركة|reference|transaction (?:id|no|number))/i,
  description: /(?:الوصف|البيان|التفاصيل|شرح|description|narrative|details|particulars)/i,
  payerName: /(?:اسم (?:المحول|المرسل|المودع)|المرسل|sender|payer|remitter|ordering)/i,
  payerAccount: /(?:آيبان|ايبان|حساب (?:المحول|المرسل)|iban|(?:sender|payer|from) account)/i,
}

const MAX_LINES_BEFORE_HEADER = 30
/** Of a row that is named as unreadable: the rest of a file can be one cell. */
const MAX_WORDS = 1000

/**
 * The rows of a file under their header: the first row that names a day and an amount, by known names or by columns that
 * were chosen before. Banks write the account and its owner above it.
 * @throws UnreadableStatement when the file is no table
 */
export function tableOf(text: string, remembered: readonly Columns[] = []): Table {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: false })
  const broken = errors.find(({ type }) => type === 'Quotes')?.row
  const rows = data.map((cells, index) => ({ place: index + 1, cells: cells.map((cell) => cell.trim()) }))
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (!filled.some(({ cells }) => cells.length >= 2)) throw new UnreadableStatement()
  const start = filled.slice(0, MAX_LINES_BEFORE_HEADER)
  const isHeader = ({ cells }: { cells: string[] }) =>
    remembered.some((columns) => fits(columns, cells)) || isComplete(columnsOf(cells))
  const widest = Math.max(...start.map(({ cells }) => cells.filter(Boolean).length))
  const header = start.find(isHeader) ?? start.find(({ cells }) => cells.filter(Boolean).length === widest)!
  const brokenAt = broken === undefined ? undefined : broken + 1
  return { header: header.cells, rows: filled.filter(({ place }) => place > header.place), brokenAt }
}

export const fits = (columns: Columns, header: readonly string[]): boolean =>
  Object.values(columns).every((name) => header.includes(name))

export const isComplete = (columns: Columns): boolean =>
  columns.day !== undefined && (columns.amount !== undefined || columns.credit !== undefined)

/** The columns by their names, as far as they are recognised. */
export function columnsOf(header: readonly string[]): Columns {
  const columns: Columns = {}
  // `Credit/Debit` is a direction before it is a credit.
  for (const role of ['direction', ...COLUMN_ROLES.filter((one) => one !== 'direction')] as const) {
    const name = header.find((cell) => NAMES[role].test(cell) && !Object.values(columns).includes(cell))
    if (name !== undefined) columns[role] = name
  }
  // Two columns say more than one: `Amount` is then often their total.
  if (columns.credit !== undefined && columns.debit !== undefined) delete columns.amount
  return columns
}

export type Reading = { columns: Columns; dayOrder: DayOrder }
/** What staff are asked: the columns with what is known of them, and those of an earlier file that are missing. */
export type Question = { proposed: Columns; dayOrder: DayOrder; missing: string[] }

/**
 * How to read a file: as one with the same columns was, by the usual names, or by asking. A file that looks like a
 * remembered one but has lost a column is asked about: without its column of references every movement would come again.
 */
export function readingOf({ header, rows }: Table, remembered: readonly RememberedColumns[]): Reading | Question {
  const named = header.filter(Boolean)
  const isSame = (other: RememberedColumns) =>
    other.header.filter(Boolean).every((name) => header.includes(name)) &&
    named.every((name) => other.header.includes(name))
  const usual = columnsOf(header)
  const addsNothing = ({ header: names, columns }: RememberedColumns) =>
    Object.entries(usual).every(([role, name]) => columns[role as ColumnRole] !== undefined || names.includes(name))
  const known =
    remembered.find((one) => isSame(one) && fits(one.columns, header)) ??
    remembered.find((one) => fits(one.columns, header) && addsNothing(one))
  if (known) return known
  const former = remembered.find(({ columns, dayOrder }) => {
    const losesColumn = Object.keys(columns).some((role) => usual[role as ColumnRole] === undefined)
    return isAlike(columns, header) && (losesColumn || dayOrder === 'month-first')
  })
  const dayOrder = former?.dayOrder ?? dayOrderOf(usual, { header, rows })
  if (!former && isComplete(usual) && dayOrder === 'day-first') return { columns: usual, dayOrder }
  const kept = Object.entries(former?.columns ?? {}).filter(([, name]) => header.includes(name))
  const missing = Object.values(former?.columns ?? {}).filter((name) => !header.includes(name))
  return { proposed: { ...usual, ...Object.fromEntries(kept) }, dayOrder, missing }
}

export const isQuestion = (reading: Reading | Question): reading is Question => 'proposed' in reading

/** Half of the chosen columns are there: the same bank, which has renamed one. */
function isAlike(columns: Columns, header: readonly string[]): boolean {
  const names = Object.values(columns)
  return names.filter((name) => header.includes(name)).length * 2 >= names.length
}

/** Month first when days of the file can only be read so. */
function dayOrderOf({ day }: Columns, { header, rows }: Pick<Table, 'header' | 'rows'>): DayOrder {
  const days = day === undefined ? [] : rows.map(({ cells }) => cells[header.indexOf(day)] ?? '')
  const isOnlyMonthFirst = (text: string) => !dayIn(text, 'day-first') && dayIn(text, 'month-first') !== undefined
  return days.some(isOnlyMonthFirst) ? 'month-first' : 'day-first'
}

/** Sums below the movements, which are none themselves. */
const SUM = /^(?:المجموع|الإجمالي|الاجمالي|مجموع|إجمالي|الرصيد|رصيد|total|sum|balance|opening|closing)/i

/** @param order which number of a day such as 03/04/2026 is the day */
export function readTable({ header, rows, brokenAt }: Table, columns: Columns, order: DayOrder): Statement {
  const lines: StatementLine[] = []
  const errors: StatementError[] = []
  const places = Object.fromEntries(Object.entries(columns).map(([role, name]) => [role, header.indexOf(name)]))
  for (const { place, cells } of rows) {
    const cell = (role: ColumnRole) => cells[places[role] ?? -1] ?? ''
    // Totals and remarks below the movements have no day and no amount where these stand.
    const money = [cell('amount'), cell('credit'), cell('debit')].filter(Boolean)
    if (money.length === 0 && !/\d/.test(foldDigits(cell('day')))) continue
    if (cell('day') === '' && cells.some((text) => SUM.test(text))) continue
    const refuse = (problem: LineProblem, text: string) =>
      errors.push({ place, problem, text: text.slice(0, MAX_WORDS) })
    if (place === brokenAt) {
      refuse('brokenQuotes', cells.join(' '))
      continue
    }
    if (cells.slice(header.length).some(Boolean)) {
      refuse('columnsMissing', cells.join(' '))
      continue
    }
    if (cells.some((text) => text.includes(BROKEN_LETTER))) {
      refuse('brokenText', cells.join(' '))
      continue
    }
    const day = dayIn(cell('day'), order)
    if (day === undefined) {
      refuse('noDay', cell('day') || cells.filter(Boolean).join(' '))
      continue
    }
    const amountHalalas = amountOf(cell, columns)
    if (typeof amountHalalas === 'string') {
      refuse(amountHalalas, amountHalalas === 'noDirection' ? cell('direction') : money.join(' '))
      continue
    }
    lines.push({
      ...{ place, day, amountHalalas },
      ...{ bankReference: cell('bankReference'), description: cell('description') },
      ...{
        payerName: cell('payerName'),
        payerAccount: foldDigits(cell('payerAccount')).replace(/[\s-]/g, '').toUpperCase(),
      },
    })
  }
  return { account: '', lines, errors }
}

const CAME = /^(?:c|cr|crdt|credit|in|\+|د|دائن|إيداع|ايداع|وارد|واردة)$/i
const LEFT = /^(?:d|dr|dbit|debit|out|-|م|مدين|سحب|صادر|صادرة)$/i

function amountOf(cell: (role: ColumnRole) => string, columns: Columns): number | LineProblem {
  const [amount, credit, debit] = [cell('amount'), cell('credit'), cell('debit')]
  if (amount !== '') {
    const halalas = halalasOf(amount)
    if (halalas === undefined) return 'noAmount'
    if (columns.direction === undefined || halalas === 0) return halalas
    if (LEFT.test(cell('direction'))) return -Math.abs(halalas)
    // A negative amount that came in contradicts itself.
    return CAME.test(cell('direction')) && halalas > 0 ? halalas : 'noDirection'
  }
  const [came, left] = [credit === '' ? 0 : halalasOf(credit), debit === '' ? 0 : halalasOf(debit)]
  if (came === undefined || left === undefined || (credit === '' && debit === '')) return 'noAmount'
  if (came !== 0 && left !== 0) return 'bothSides'
  // Money out is written with or without its sign; a negative deposit was taken back.
  return left === 0 ? came : -Math.abs(left)
}
