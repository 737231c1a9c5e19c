/** Bank statements at the desk: what a file brings, and which movements pay nothing. */
import { createHash, randomUUID } from 'node:crypto'
import { cursorPage, placeOf, TimePlace } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { bankLines } from './bank-lines.server.ts'
import type { bankStatementsEndpoints, StatementView } from './contract.ts'
import { readCamt } from './formats/camt.ts'
import {
  type Columns,
  fits,
  isComplete,
  isQuestion,
  type RememberedColumns,
  readingOf,
  readTable,
  tableOf,
} from './formats/csv.ts'
import { readMt940 } from './formats/mt940.ts'
import { errorToKeep, lineToKeep } from './hidden-accounts.ts'
import { payPurchases } from './pay-purchases.server.ts'
import { payWithBankLines } from './pay-with-lines.server.ts'
import { setAside } from './queries.server.ts'
import { formatOf, MAX_LINES, type Statement, type StatementLine, textOf, UnreadableStatement } from './statement.ts'
import {
  countStatements,
  deleteStatement,
  findStatement,
  findStatements,
  insertLines,
  insertStatement,
  lockLines,
  lockStatement,
  lockUnread,
  rememberColumns,
  rememberedColumns,
  type StatementRow,
  statementWasRead,
} from './statement-queries.server.ts'
import { undoUseForBooked, useForBooked } from './use-for-booked.server.ts'

type Calls = typeof bankStatementsEndpoints

const ROWS_SHOWN = 5
const MAX_ERRORS_NAMED = 200

export const bankStatementsOperations: Operations<Calls> = {
  bankStatements,
  bankStatement,
  importStatement,
  nameColumns,
  takeStatementBack,
  bankLines,
  payWithBankLines,
  useForBooked,
  undoUseForBooked,
  payPurchases,
  setLineAside,
  reopenLine,
}

function viewOf({ importedAt, unread, ...row }: StatementRow, remembered: readonly RememberedColumns[]): StatementView {
  return {
    ...row,
    importedAt: importedAt.toISOString(),
    unread: unread === null ? null : unreadOf(unread, remembered),
  }
}

function unreadOf(text: string, remembered: readonly RememberedColumns[]): StatementView['unread'] {
  const table = tableIn(text, remembered)
  const reading = readingOf(table, remembered)
  const { proposed, dayOrder, missing } = isQuestion(reading)
    ? reading
    : { proposed: reading.columns, dayOrder: reading.dayOrder, missing: [] }
  const rows = table.rows.slice(0, ROWS_SHOWN).map(({ cells }) => cells)
  return { header: table.header, rows, proposed, dayOrder, missing }
}

const tableIn = (text: string, remembered: readonly RememberedColumns[]) =>
  tableOf(
    text,
    remembered.map(({ columns }) => columns),
  )

async function bankStatements(ctx: Context, { cursor, limit }: Input<Calls['bankStatements']>) {
  const place = placeOf(TimePlace, cursor)
  const after = place && { at: place.at, id: String(place.id) }
  const [rows, count, remembered] = await Promise.all([
    findStatements(ctx.db, { limit: limit + 1, after }),
    countStatements(ctx.db, COUNT_CAP + 1),
    rememberedColumns(ctx.db),
  ])
  const itemOf = (row: StatementRow) => viewOf(row, remembered)
  const page = cursorPage(rows, limit, { itemOf, placeOf: (row) => [row.importedAt.toISOString(), row.id] })
  return { ...page, ...cappedTotal(count) }
}

async function bankStatement(ctx: Context, { id }: { id: string }) {
  const row = await findStatement(ctx.db, id)
  if (!row) throw new Problem('notFound')
  return viewOf(row, row.unread === null ? [] : await rememberedColumns(ctx.db))
}

async function importStatement(ctx: Context, { file }: Input<Calls['importStatement']>) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = orRefuse(() => textOf(bytes))
  const format = formatOf(text)
  const remembered = await rememberedColumns(ctx.db)
  const id = randomUUID()
  const table = format === 'csv' ? orRefuse(() => tableIn(text, remembered)) : null
  const read = orRefuseLong(() => {
    if (format === 'mt940') return readMt940(text)
    if (!table) return readCamt(text)
    const reading = readingOf(table, remembered)
    return isQuestion(reading) ? undefined : readTable(table, reading.columns, reading.dayOrder)
  })
  await ctx.db.transaction().execute(async (tx) => {
    const unread = read ? null : text
    await insertStatement(tx, {
      ...{ id, fileName: file.name.slice(0, 200), format, unread, now: ctx.now(), by: requireUser(ctx).id },
    })
    if (read) await store(tx, id, read, table?.header ?? null)
    await writeAudit(tx, ctx, {
      action: 'transfer.import-statement',
      reference: file.name.slice(0, 100),
      after: { format, lines: read?.lines.length ?? 0, errors: read?.errors.length ?? 0 },
    })
  })
  return bankStatement(ctx, { id })
}

/** @throws Problem statementUnreadable, statementTooLong */
function orRefuseLong<T extends Statement | undefined>(read: () => T): T {
  return orRefuse(() => {
    const statement = read()
    if (statement && statement.lines.length + statement.errors.length > MAX_LINES)
      throw new Problem('statementTooLong', { max: MAX_LINES })
    return statement
  })
}

/** @throws Problem statementUnreadable */
function orRefuse<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadableStatement) throw new Problem('statementUnreadable')
    throw error
  }
}

async function store(
  tx: Tx,
  id: string,
  { account, lines, errors, balanceDoubt = null }: Statement,
  header: readonly string[] | null,
): Promise<void> {
  await lockLines(tx)
  const added = await insertLines(tx, id, fingerprinted(account, lines))
  await statementWasRead(tx, id, {
    ...{ account, errors: errors.slice(0, MAX_ERRORS_NAMED).map(errorToKeep), errorCount: errors.length },
    knownLines: lines.length - added,
    balanceDoubt,
    header,
  })
}

/**
 * The bank's number tells movements apart, in whichever format they come: a CSV file does not name the account. Without
 * a number, account, day, amount and words do, as the file has them.
 */
function fingerprinted(account: string, lines: readonly StatementLine[]) {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const { words = line.description, ...kept } = line
    const said = `${words} ${line.payerName}`.toLowerCase().replace(/\s+/g, ' ').trim()
    const identity = line.bankReference ? [line.bankReference] : [account, said]
    const facts = [line.day, line.amountHalalas, ...identity]
    const fingerprint = createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
    const occurrence = seen.get(fingerprint) ?? 0
    seen.set(fingerprint, occurrence + 1)
    return { ...lineToKeep(kept), fingerprint, occurrence }
  })
}

async function nameColumns(ctx: Context, { id, columns: named, dayOrder }: Input<Calls['nameColumns']>) {
  const columns: Columns = Object.fromEntries(Object.entries(named).filter(([, name]) => name))
  await ctx.db.transaction().execute(async (tx) => {
    const text = await lockUnread(tx, id)
    if (text === undefined) throw new Problem('notFound')
    const table = tableIn(text, await rememberedColumns(tx))
    if (!fits(columns, table.header)) throw new Problem('validation', {}, { columns: ['invalid'] })
    if (!isComplete(columns)) {
      const field = columns.day === undefined ? 'columns.day' : 'columns.amount'
      throw new Problem('validation', {}, { [field]: ['required'] })
    }
    await rememberColumns(tx, table.header, { columns, dayOrder, now: ctx.now() })
    await store(
      tx,
      id,
      orRefuseLong(() => readTable(table, columns, dayOrder)),
      table.header,
    )
  })
  return bankStatement(ctx, { id })
}

/**
 * A movement that a later file held as well was left out of that one: it comes back when either is read again.
 * @throws Problem notFound, statementUsed
 */
async function takeStatementBack(ctx: Context, { id }: { id: string }) {
  return ctx.db.transaction().execute(async (tx) => {
    await lockLines(tx)
    const statement = await lockStatement(tx, id)
    if (!statement) throw new Problem('notFound')
    const { fileName, header, lines, isUsed } = statement
    if (isUsed) throw new Problem('statementUsed')
    await deleteStatement(tx, id, header)
    await writeAudit(tx, ctx, {
      ...{ action: 'transfer.take-back-statement', reference: fileName.slice(0, 100), before: { lines } },
    })
    return { lines }
  })
}

async function setLineAside(ctx: Context, { id, reason }: Input<Calls['setLineAside']>) {
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await setAside(tx, id, { reason, now: ctx.now(), by: requireUser(ctx).id }))) throw new Problem('lineUsed')
    await writeAudit(tx, ctx, { action: 'transfer.set-aside', reference: String(id), after: { reason } })
  })
  return { id }
}

async function reopenLine(ctx: Context, { id }: { id: number }) {
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await setAside(tx, id, { reason: null, now: ctx.now(), by: requireUser(ctx).id })))
      throw new Problem('notFound')
    await writeAudit(tx, ctx, { action: 'transfer.reopen', reference: String(id) })
  })
  return { id }
}
