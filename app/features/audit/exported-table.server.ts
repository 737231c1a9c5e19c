/** A list as a file, which is made while it is sent. */
import type { FileAnswer, TableFormat } from '../../api/fields.ts'
import type { Context } from '../../platform/context.server.ts'
import { dayOf } from '../../platform/days.ts'
import type { Table } from '../lists/table.ts'
import { tableFile } from '../lists/table-file.server.ts'
import { type AuditEntry, writeAudit } from './queries.server.ts'

const BATCH = 1000
/** Of an export, whose number of rows is written down. */
export const MAX_EXPORTED_ROWS = 1_000_000_000

type Exported<Row> = {
  /** Of the entry in the audit log, such as `order.export`. */
  action: AuditEntry['action']
  reference: string
  /** What was asked for. */
  asked: { format: TableFormat } & Record<string, unknown>
  rowCount: number
  texts: { fileName: string; title: string }
  columns: Table<Row>['columns']
  /** At most `limit` rows after the last one that was read. */
  read: (page: { limit: number; after: Row | undefined }) => Promise<Row[]>
}

/** Reads from rows that are all in memory, such as the few sums of a report. */
export const rowsRead =
  <Row>(rows: Row[]): Exported<Row>['read'] =>
  async ({ limit, after }) => {
    const start = after ? rows.indexOf(after) + 1 : 0
    return rows.slice(start, start + limit)
  }

/** Writes the export down before it begins. */
export async function exportedTable<Row>(
  ctx: Context,
  { action, reference, asked: { format, ...filter }, rowCount, texts, columns, read }: Exported<Row>,
): Promise<FileAnswer> {
  await writeAudit(ctx.db, ctx, { action, reference, detail: { rows: rowCount, format, filter } })
  return tableFile(format, {
    name: `${texts.fileName}-${dayOf(ctx.now())}`,
    ...{ title: texts.title, lang: ctx.lang, columns, batches: batches(read) },
  })
}

async function* batches<Row>(read: Exported<Row>['read']): AsyncGenerator<Row[]> {
  let after: Row | undefined
  do {
    const rows = await read({ limit: BATCH, after })
    yield rows
    after = rows.length === BATCH ? rows.at(-1) : undefined
  } while (after)
}
