/** What the loading of all kinds of records shares. */
import type { DB } from '../../../db/types.ts'
import type { Tx } from '../../platform/database.server.ts'
import { type Edited, editedRows, type Upserted, upsert } from './queries.server.ts'
import type { Change } from './report.ts'

export type Days = {
  /** The day of the first loading, which never changes. */
  firstDay: string
  /** The day to which relative days of these files refer. */
  countedFrom: string
  now: Date
  /** Whether records that are not in the files are removed. */
  isPruning: boolean
}

/** Upserts rows that are identified by one column. */
export async function upsertAll<R extends Record<string, unknown>>(
  tx: Tx,
  table: keyof DB,
  kind: string,
  identity: [keyof R & string],
  rows: R[],
): Promise<Change> {
  const done = await upsert(tx, table, identity, rows)
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

/**
 * The rows to load: the database is the truth, so that what was changed in the desk stays.
 * @returns also a note for each of those whose file says something else
 */
export async function rowsToLoad<R extends Record<string, unknown>>(
  tx: Tx,
  table: Edited,
  identity: (keyof R & string)[],
  rows: R[],
  nameOf: (row: R) => string,
): Promise<{ rows: R[]; notes: string[] }> {
  const { edited, differing } = await editedRows(tx, table, identity, rows)
  return {
    rows: rows.filter((row) => !edited.has(row)),
    notes: [...differing].map(
      (row) => `${nameOf(row)} was changed in the desk and stays as it is; export it to see how`,
    ),
  }
}
