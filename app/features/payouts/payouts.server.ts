/** Payouts of payment companies: what a report brings, and how it agrees with what we know. */
import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { cursorPage, placeOf } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { payoutExport as ar } from '../../locales/ar/desk/exports/payout-export.ts'
import { payoutExport as en } from '../../locales/en/desk/exports/payout-export.ts'
import { type Context, requireUser, type Services } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from '../audit/exported-table.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { readableWords } from '../bank-statements/formats/sub-fields.ts'
import { textOf, UnreadableStatement } from '../bank-statements/statement.ts'
import type { Column } from '../lists/table.ts'
import { LINE_STATES, MISSING_AFTER_DAYS, type PayoutFile, type payoutsEndpoints } from './contract.ts'
import {
  countReportLines,
  findPaymentsOfLines,
  findReportLines,
  type LineRow,
  paymentsWithoutLine,
} from './line-queries.server.ts'
import {
  countPayouts,
  findPayout,
  findPayouts,
  findTerms,
  giveMovementBack,
  lockPayout,
  type Movement,
  movementsFor,
  type PayoutRow,
  saveTerms,
  takeMovement,
} from './queries.server.ts'
import {
  columnsFit,
  isReportComplete,
  type ReportColumns,
  type ReportLine,
  readReport,
  reportColumnsOf,
  reportTableOf,
} from './report.ts'
import {
  deleteEmptyPayouts,
  type FileRow,
  fileWasRead,
  findFile,
  forgetUnreadFiles,
  insertFile,
  insertReportLines,
  lockReports,
  lockUnreadFile,
  rememberedReportColumns,
  rememberReportColumns,
  savePayouts,
} from './report-queries.server.ts'

type Calls = typeof payoutsEndpoints

const MAX_LINES = 20_000
const MAX_ERRORS_NAMED = 200
const ROWS_SHOWN = 5
const MAX_MISSING = 200
/** A payout is in the account within a week. */
const ARRIVES_WITHIN_DAYS = 7

export const payoutsOperations: Operations<Calls> = {
  payouts,
  payout,
  payoutLines,
  exportPayout,
  missingPayments,
  importPayouts,
  payoutFile: async (ctx, { id }) => fileView(ctx, id),
  nameReportColumns,
  comparePayouts,
  matchPayout,
  unmatchPayout,
  payoutTerms: (ctx) => termsView(ctx),
  setPayoutTerms,
}

const netOf = ({
  amountHalalas,
  feeHalalas,
  feeVatHalalas,
}: Pick<LineRow, 'amountHalalas' | 'feeHalalas' | 'feeVatHalalas'>) => amountHalalas - feeHalalas - feeVatHalalas

const NO_LINES = Object.fromEntries(LINE_STATES.map((state) => [state, 0])) as Record<
  (typeof LINE_STATES)[number],
  number
>

const viewOf = ({ arrived, ...row }: PayoutRow) => ({
  ...{ ...row, counts: { ...NO_LINES, ...row.counts }, netHalalas: netOf(row) },
  arrived: arrived && readable(arrived),
})

/** An older version stored the sub-fields of the bank's file. */
const readable = (movement: Movement) => ({ ...movement, description: readableWords(movement.description) })

const PayoutPlace = z.tuple([z.iso.date(), z.uuid()])

async function payouts(ctx: Context, { cursor, limit }: Input<Calls['payouts']>) {
  const place = placeOf(PayoutPlace, cursor)
  const after = place && { day: place[0], id: place[1] }
  const [rows, count] = await Promise.all([
    findPayouts(ctx.db, { limit: limit + 1, after }),
    countPayouts(ctx.db, COUNT_CAP + 1),
  ])
  return { ...cursorPage(rows, limit, { itemOf: viewOf, placeOf: ({ day, id }) => [day, id] }), ...cappedTotal(count) }
}

/** @throws Problem notFound */
async function requirePayout(ctx: Context, id: string): Promise<PayoutRow> {
  const row = await findPayout(ctx.db, id)
  if (!row) throw new Problem('notFound')
  return row
}

async function payout(ctx: Context, { id }: { id: string }) {
  const row = await requirePayout(ctx, id)
  const proposals = await movementsFor(ctx.db, id, ARRIVES_WITHIN_DAYS)
  return { ...viewOf(row), proposals: proposals.map(readable) }
}

const LinePlace = z.tuple([z.int()])

async function payoutLines(ctx: Context, { id, state, cursor, limit }: Input<Calls['payoutLines']>) {
  await requirePayout(ctx, id)
  const filter = { payoutId: id, state }
  const [rows, count] = await Promise.all([
    findReportLines(ctx.db, filter, { limit: limit + 1, after: placeOf(LinePlace, cursor)?.[0] }),
    countReportLines(ctx.db, filter, COUNT_CAP + 1),
  ])
  const itemOf = ({ orderReference: _, scheme: __, ...row }: LineRow) => ({ ...row, netHalalas: netOf(row) })
  return { ...cursorPage(rows, limit, { itemOf, placeOf: (row) => [row.id] }), ...cappedTotal(count) }
}

const TEXTS = { ar, en }

async function exportPayout(ctx: Context, { id, format, state }: Input<Calls['exportPayout']>) {
  const { reference } = await requirePayout(ctx, id)
  const filter = { payoutId: id, state }
  return exportedTable<LineRow>(ctx, {
    action: 'payout.export',
    reference,
    asked: { format, state },
    rowCount: await countReportLines(ctx.db, filter, MAX_EXPORTED_ROWS),
    texts: TEXTS[ctx.lang],
    columns: columnsIn(ctx),
    read: ({ limit, after }) => findReportLines(ctx.db, filter, { limit, after: after?.id }),
  })
}

function columnsIn({ lang }: Context): Column<LineRow>[] {
  const { columns, kinds, states } = TEXTS[lang]
  return [
    { title: columns.day, kind: 'text', of: ({ day }) => day },
    { title: columns.kind, kind: 'text', of: ({ kind }) => kinds[kind] },
    { title: columns.state, kind: 'text', of: ({ state }) => states[state] },
    { title: columns.reference, kind: 'text', of: ({ reference }) => reference },
    {
      title: columns.order,
      kind: 'text',
      of: ({ order, quote, orderReference }) => order?.reference ?? quote?.number ?? orderReference,
    },
    { title: columns.scheme, kind: 'text', of: ({ scheme }) => scheme },
    { title: columns.amount, kind: 'halalas', of: ({ amountHalalas }) => amountHalalas },
    { title: columns.fee, kind: 'halalas', of: ({ feeHalalas }) => feeHalalas },
    { title: columns.feeVat, kind: 'halalas', of: ({ feeVatHalalas }) => feeVatHalalas },
    { title: columns.net, kind: 'halalas', of: netOf },
    { title: columns.ours, kind: 'halalas', of: ({ ourHalalas }) => ourHalalas },
    { title: columns.expectedFee, kind: 'halalas', of: ({ expectedFeeHalalas }) => expectedFeeHalalas },
  ]
}

async function missingPayments({ db, now }: Context) {
  const before = new Date(now().getTime() - MISSING_AFTER_DAYS * DAY_MS)
  const rows = await paymentsWithoutLine(db, before, MAX_MISSING)
  return { items: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) }
}

async function fileView(ctx: Context, id: string): Promise<PayoutFile> {
  const row = await findFile(ctx.db, id)
  if (!row) throw new Problem('notFound')
  const { payoutReference: _, importedAt, unread, ...file } = row
  return { ...file, importedAt: importedAt.toISOString(), unread: unread === null ? null : unreadOf(unread) }
}

function unreadOf(text: NonNullable<FileRow['unread']>): PayoutFile['unread'] {
  const { header, rows } = reportTableOf(text)
  return { header, rows: rows.slice(0, ROWS_SHOWN).map(({ cells }) => cells), proposed: reportColumnsOf(header) }
}

async function importPayouts(ctx: Context, { file, provider, reference }: Input<Calls['importPayouts']>) {
  if (provider !== undefined) requireProvider(ctx, provider)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { text, table } = orRefuse(() => {
    const read = textOf(bytes)
    return { text: read, table: reportTableOf(read) }
  })
  const remembered = await rememberedReportColumns(ctx.db)
  const isSame = (header: readonly string[]) => [...header].sort().join('\n') === [...table.header].sort().join('\n')
  const columns = remembered.find(({ header }) => isSame(header))?.columns ?? reportColumnsOf(table.header)
  const isKnown = isReportComplete(columns)
  const id = randomUUID()
  const fileName = file.name.slice(0, 200)
  const payoutReference = reference ?? (fileName.replace(/\.[^.]*$/, '') || fileName)
  const of = { provider: provider ?? ctx.payment.name, payoutReference }
  const lineCount = await ctx.db.transaction().execute(async (tx) => {
    const unread = isKnown ? null : text
    await insertFile(tx, { ...of, id, fileName, unread, now: ctx.now(), by: requireUser(ctx).id })
    const lines = isKnown
      ? await store(
          tx,
          id,
          of,
          orRefuse(() => readReport(table, columns)),
        )
      : 0
    await writeAudit(tx, ctx, { action: 'payout.import', reference: fileName.slice(0, 100), after: { ...of, lines } })
    return lines
  })
  ctx.log.info({ file: id, lines: lineCount }, 'a settlement report was read')
  return fileView(ctx, id)
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

type OfPayout = { provider: string; payoutReference: string }

/** @returns how many lines are new */
async function store(
  tx: Tx,
  id: string,
  { provider, payoutReference }: OfPayout,
  { lines: read, errors }: ReturnType<typeof readReport>,
): Promise<number> {
  if (read.length > MAX_LINES) throw new Problem('statementTooLong', { max: MAX_LINES })
  await lockReports(tx)
  const lines = read.map((line) => ({ ...line, payout: line.payout || payoutReference }))
  const days = new Map<string, string>()
  for (const { payout: of, payoutDay, day } of lines) {
    const latest = payoutDay ?? day
    if ((days.get(of) ?? '') < latest) days.set(of, latest)
  }
  const named = [...days].map(([reference, day]) => ({ id: randomUUID(), reference, day }))
  const ids = named.length > 0 ? await savePayouts(tx, provider, named) : new Map<string, string>()
  const added = await insertReportLines(
    tx,
    id,
    fingerprinted(provider, lines).map((line) => ({ ...line, payoutId: ids.get(line.payout)! })),
  )
  await deleteEmptyPayouts(tx, [...ids.values()])
  await fileWasRead(tx, id, {
    ...{ errors: errors.slice(0, MAX_ERRORS_NAMED), errorCount: errors.length, knownLines: lines.length - added },
  })
  await findPaymentsOfLines(tx)
  return added
}

/** Without its row and its payout: the report of a month repeats the lines of its weeks under a number of its own. */
function fingerprinted(provider: string, lines: readonly ReportLine[]) {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const { kind, day, reference, orderReference, amountHalalas } = line
    const fees = kind === 'adjustment' ? [line.feeHalalas, line.feeVatHalalas] : []
    const facts = [provider, kind, day, reference || orderReference, amountHalalas, ...fees]
    const fingerprint = createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
    const occurrence = seen.get(fingerprint) ?? 0
    seen.set(fingerprint, occurrence + 1)
    return { ...line, fingerprint, occurrence }
  })
}

async function nameReportColumns(ctx: Context, { id, columns: named }: Input<Calls['nameReportColumns']>) {
  const columns: ReportColumns = Object.fromEntries(Object.entries(named).filter(([, name]) => name))
  await ctx.db.transaction().execute(async (tx) => {
    const file = await lockUnreadFile(tx, id)
    if (!file) throw new Problem('notFound')
    const table = reportTableOf(file.text)
    if (!columnsFit(columns, table.header)) throw new Problem('validation', {}, { columns: ['invalid'] })
    const missing = (['day', 'amount', 'reference'] as const).filter((role) => columns[role] === undefined)
    if (!isReportComplete(columns))
      throw new Problem('validation', {}, Object.fromEntries(missing.map((role) => [`columns.${role}`, ['required']])))
    await rememberReportColumns(tx, table.header, { columns, now: ctx.now() })
    await store(tx, id, file, readReport(table, columns))
  })
  return fileView(ctx, id)
}

async function comparePayouts({ db }: Context) {
  return { found: await findPaymentsOfLines(db) }
}

async function matchPayout(ctx: Context, { id, lineId }: Input<Calls['matchPayout']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const payoutFound = await lockPayout(tx, id)
    if (!payoutFound) throw new Problem('notFound')
    if (payoutFound.lineId !== null) throw new Problem('payoutMatched')
    if (!(await takeMovement(tx, id, { lineId, now: ctx.now(), by: requireUser(ctx).id })))
      throw new Problem('lineUsed')
    await writeAudit(tx, ctx, { action: 'payout.match', reference: payoutFound.reference, after: { lineId } })
  })
  return viewOf(await requirePayout(ctx, id))
}

async function unmatchPayout(ctx: Context, { id }: { id: string }) {
  await ctx.db.transaction().execute(async (tx) => {
    const payoutFound = await lockPayout(tx, id)
    if (payoutFound?.lineId == null) throw new Problem('notFound')
    await giveMovementBack(tx, id)
    const { reference, lineId } = payoutFound
    await writeAudit(tx, ctx, { action: 'payout.unmatch', reference, before: { lineId } })
  })
  return viewOf(await requirePayout(ctx, id))
}

/** Those whose payments may be in a report, the one of new payments first. */
const providersOf = ({ payment, formerPayments, instalmentPayments }: Context) =>
  [payment, ...formerPayments, ...instalmentPayments].map(({ name }) => name)

/** Lines of a company that we have no payments of would all be unknown, under a name that nobody asked for. */
function requireProvider(ctx: Context, provider: string): void {
  if (!providersOf(ctx).includes(provider)) throw new Problem('validation', {}, { provider: ['invalid'] })
}

async function termsView(ctx: Context) {
  return { provider: ctx.payment.name, providers: providersOf(ctx), terms: await findTerms(ctx.db) }
}

async function setPayoutTerms(ctx: Context, { percent, ...terms }: Input<Calls['setPayoutTerms']>) {
  requireProvider(ctx, terms.provider)
  await ctx.db.transaction().execute(async (tx) => {
    await saveTerms(tx, { ...terms, basisPoints: percent })
    await writeAudit(tx, ctx, {
      action: 'payout.terms',
      reference: `${terms.provider} ${terms.scheme}`,
      after: { basisPoints: percent, fixedHalalas: terms.fixedHalalas },
    })
  })
  return termsView(ctx)
}

/** The hourly job: compares again, and forgets the texts of files that nobody named the columns of. */
export async function tidyPayoutFiles({ db, now }: Services): Promise<void> {
  await findPaymentsOfLines(db)
  await forgetUnreadFiles(db, now())
}
