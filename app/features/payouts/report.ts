/**
 * Settlement reports of payment companies as CSV. No company publishes a format that its report keeps to: columns are
 * known by their usual names, or were named by staff once.
 */
import Papa from 'papaparse'
import { dayIn, halalasOf } from '../bank-statements/amounts.ts'
import { BROKEN_LETTER, UnreadableStatement } from '../bank-statements/statement.ts'

export const REPORT_ROLES = [
  'day',
  'kind',
  'reference',
  'order',
  'scheme',
  'amount',
  'fee',
  'feeVat',
  'net',
  'payout',
  'payoutDay',
] as const
export type ReportRole = (typeof REPORT_ROLES)[number]
export type ReportColumns = Partial<Record<ReportRole, string>>

export const LINE_KINDS = ['payment', 'refund', 'chargeback', 'adjustment'] as const
export type LineKind = (typeof LINE_KINDS)[number]

export type ReportLine = {
  /** The row of the file, from 1. */
  place: number
  kind: LineKind
  day: string
  /** The company's number of the payment; empty when it gives none. */
  reference: string
  /** Our number of the order, where the report has it. */
  orderReference: string
  scheme: string
  amountHalalas: number
  feeHalalas: number
  feeVatHalalas: number
  /** Whether the report tells of fees at all. */
  hasFee: boolean
  /** Empty where the file does not name the payout. */
  payout: string
  payoutDay: string | undefined
}

export const REPORT_PROBLEMS = [
  'noDay',
  'noAmount',
  'noFee',
  'noReference',
  /** Amount, fee and VAT do not come to the net that the row states. */
  'netDiffers',
  'columnsMissing',
  'brokenText',
  'brokenQuotes',
] as const
export type ReportError = { place: number; problem: (typeof REPORT_PROBLEMS)[number]; text: string }

export type ReportTable = {
  header: string[]
  rows: { place: number; cells: string[] }[]
  brokenAt: number | undefined
}

const NAMES: Record<ReportRole, RegExp> = {
  payoutDay: /^(?:settlement date|payout date|transfer date|تاريخ التسوية|تاريخ التحويل)$/i,
  payout:
    /^(?:settlement(?: (?:id|reference|number))?|payout(?: (?:id|reference|number))?|batch(?: id)?|رقم التسوية)$/i,
  day: /^(?:date|transaction date|payment date|created(?: at)?|paid at|التاريخ|تاريخ العملية)$/i,
  kind: /^(?:type|kind|transaction type|operation|النوع|نوع العملية)$/i,
  order: /^(?:order(?: (?:id|number|reference))?|merchant reference|description|metadata order|رقم الطلب|الوصف)$/i,
  reference: /^(?:id|payment(?: id)?|transaction id|reference(?: number)?|invoice id|رقم العملية|المرجع)$/i,
  scheme: /^(?:scheme|company|card (?:type|brand)|source(?: company)?|network|شبكة الدفع|نوع البطاقة)$/i,
  feeVat: /^(?:vat|tax|fee (?:vat|tax)|vat on fees?|ضريبة الرسوم|ضريبة القيمة المضافة)$/i,
  fee: /^(?:fees?|fee amount|commission|الرسوم|العمولة)$/i,
  net: /^(?:net|net amount|settled amount|الصافي)$/i,
  amount: /^(?:amount|gross(?: amount)?|المبلغ)$/i,
}

const MAX_LINES_BEFORE_HEADER = 20

export const isReportComplete = (columns: ReportColumns): boolean =>
  columns.day !== undefined &&
  columns.amount !== undefined &&
  (columns.reference !== undefined || columns.order !== undefined)

export const columnsFit = (columns: ReportColumns, header: readonly string[]): boolean =>
  Object.values(columns).every((name) => header.includes(name))

/** The columns by their usual names, as far as they are recognised. */
export function reportColumnsOf(header: readonly string[]): ReportColumns {
  const columns: ReportColumns = {}
  for (const [role, pattern] of Object.entries(NAMES) as [ReportRole, RegExp][]) {
    const name = header.find((cell) => pattern.test(cell) && !Object.values(columns).includes(cell))
    if (name !== undefined) columns[role] = name
  }
  return columns
}

/** @throws UnreadableStatement when the file is no table */
export function reportTableOf(text: string): ReportTable {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: false })
  const rows = data
    .map((cells, index) => ({ place: index + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (!rows.some(({ cells }) => cells.length >= 2)) throw new UnreadableStatement()
  const start = rows.slice(0, MAX_LINES_BEFORE_HEADER)
  const widest = Math.max(...start.map(({ cells }) => cells.filter(Boolean).length))
  const header =
    start.find(({ cells }) => isReportComplete(reportColumnsOf(cells))) ??
    start.find(({ cells }) => cells.filter(Boolean).length === widest)!
  const broken = errors.find(({ type }) => type === 'Quotes')?.row
  return {
    header: header.cells,
    rows: rows.filter(({ place }) => place > header.place),
    brokenAt: broken === undefined ? undefined : broken + 1,
  }
}

const KIND_WORDS: [LineKind, RegExp][] = [
  ['chargeback', /charge.?back|dispute|نزاع|اعتراض/i],
  ['refund', /refund|void|revers|استرداد|استرجاع|إلغاء/i],
  ['payment', /payment|sale|charge|purchase|capture|دفع|بيع|شراء/i],
]

function kindOf(text: string, amountHalalas: number): LineKind {
  if (text === '') return amountHalalas < 0 ? 'refund' : 'payment'
  return KIND_WORDS.find(([, words]) => words.test(text))?.[0] ?? 'adjustment'
}

const SUM = /^(?:total|sum|المجموع|الإجمالي|الاجمالي)/i

export function readReport(
  { header, rows, brokenAt }: ReportTable,
  columns: ReportColumns,
): { lines: ReportLine[]; errors: ReportError[] } {
  const places = Object.fromEntries(Object.entries(columns).map(([role, name]) => [role, header.indexOf(name)]))
  const lines: ReportLine[] = []
  const errors: ReportError[] = []
  for (const { place, cells } of rows) {
    const cell = (role: ReportRole) => cells[places[role] ?? -1] ?? ''
    if (cell('day') === '' && cells.some((text) => SUM.test(text))) continue
    const problem = brokenProblem(place === brokenAt, cells, header.length)
    const read = problem ?? readRow(cell, columns)
    if (typeof read === 'string') errors.push({ place, problem: read, text: cells.join(' ').trim().slice(0, 200) })
    else lines.push({ place, ...read })
  }
  return { lines, errors }
}

function brokenProblem(isOpen: boolean, cells: readonly string[], width: number): ReportError['problem'] | undefined {
  if (isOpen) return 'brokenQuotes'
  if (cells.slice(width).some(Boolean)) return 'columnsMissing'
  return cells.some((text) => text.includes(BROKEN_LETTER)) ? 'brokenText' : undefined
}

function readRow(
  cell: (role: ReportRole) => string,
  columns: ReportColumns,
): Omit<ReportLine, 'place'> | ReportError['problem'] {
  const day = dayIn(cell('day'))
  if (day === undefined) return 'noDay'
  const raw = halalasOf(cell('amount'))
  if (raw === undefined) return 'noAmount'
  const kind = kindOf(cell('kind'), raw)
  const amountHalalas = signed(kind, raw, cell('kind'))
  const [fee, feeVat] = [moneyOrNone(cell('fee')), moneyOrNone(cell('feeVat'))]
  if (fee === undefined || feeVat === undefined) return 'noFee'
  if (kind !== 'adjustment' && cell('reference') === '' && cell('order') === '') return 'noReference'
  const fees = feesBy(amountHalalas, { fee, feeVat }, columns.net === undefined ? undefined : halalasOf(cell('net')))
  if (!fees) return 'netDiffers'
  return {
    ...{ kind, day, amountHalalas, ...fees, hasFee: columns.fee !== undefined },
    ...{ reference: cell('reference'), orderReference: orderIn(cell('order')), scheme: cell('scheme') },
    ...{ payout: cell('payout'), payoutDay: dayIn(cell('payoutDay')) },
  }
}

const moneyOrNone = (text: string) => (text === '' || text === '-' ? 0 : halalasOf(text))

/** Refunds are written with and without a sign; a chargeback that was won comes back. */
function signed(kind: LineKind, halalas: number, words: string): number {
  if (kind === 'payment') return Math.abs(halalas)
  if (kind === 'refund') return halalas === 0 ? 0 : -Math.abs(halalas)
  if (kind === 'chargeback') return /revers|won|return|كسب/i.test(words) ? Math.abs(halalas) : -Math.abs(halalas)
  return halalas
}

/** Fees are written as what is taken off, with either sign: the net decides where the row has one. */
function feesBy(amountHalalas: number, { fee, feeVat }: { fee: number; feeVat: number }, net: number | undefined) {
  const taken = amountHalalas > 0 ? { fee: Math.abs(fee), feeVat: Math.abs(feeVat) } : { fee, feeVat }
  const other = { fee: -taken.fee, feeVat: -taken.feeVat }
  const isNet = (fees: typeof taken) => amountHalalas - fees.fee - fees.feeVat === net
  const found = net === undefined ? taken : [taken, other].find(isNet)
  return found && { feeHalalas: found.fee + 0, feeVatHalalas: found.feeVat + 0 }
}

/** Our number within the text, such as a description. */
const orderIn = (text: string) => /[A-Z]+-\d{4}-\d{5,8}/i.exec(text)?.[0].toUpperCase() ?? text.slice(0, 100)
