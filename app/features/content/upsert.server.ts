/** What the loading of all kinds of records shares. */
import type { DB } from '../../../db/types.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { type DocumentId, idOf, keyOf, kindOf } from './documents.server.ts'
import type { Change } from './report.ts'
import { type Upserted, upsert } from './upsert-queries.server.ts'

export type Days = {
  /** The day of the first loading, which never changes. */
  firstDay: string
  /** The day to which relative days of these files refer. */
  countedFrom: string
  now: Date
  /** Whether records that are not in the files are removed. */
  isPruning: boolean
  /** The records that were changed in the desk and stay as they are. A run that cannot be overwritten is added. */
  kept: Set<DocumentId>
  /** All that were changed in the desk. */
  edited: ReadonlySet<DocumentId>
}

/** Upserts rows that are identified by one column. */
export async function upsertAll<R extends Record<string, unknown>>(
  tx: Tx,
  table: keyof DB,
  kind: string,
  identity: [keyof R & string],
  rows: R[],
  { kept }: Pick<Days, 'kept'>,
): Promise<Change> {
  const keyOfRow = (row: R) => (identity[0] === 'singleton' ? kind : String(row[identity[0]]))
  const open = rows.filter((row) => !kept.has(idOf(kind, keyOfRow(row))))
  const done = await upsert(tx, table, identity, open)
  return changeOf(kind, done, (row) => (identity[0] === 'singleton' ? kind : String(row[identity[0]])))
}

export function changeOf<R extends Record<string, unknown>>(
  kind: string,
  done: Upserted<R>[],
  nameOf: (row: R) => string,
): Change {
  const names = (added: boolean) => done.filter((one) => one.added === added).map(({ row }) => nameOf(row))
  return { kind, added: names(true), changed: names(false), removed: [], withdrawn: [] }
}

/** The keys of this kind that stay without being in the files: those of the files, and those that are kept. */
export function staying(kind: string, inFiles: string[], { kept }: Pick<Days, 'kept'>): string[] {
  return [...inFiles, ...[...kept].filter((id) => kindOf(id) === kind).map(keyOf)]
}
