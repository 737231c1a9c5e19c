/** Inserts or updates many rows in one statement. */
import { sql } from 'kysely'
import type { DB } from '../../../db/types.ts'
import type { Database } from '../../platform/database/database.server.ts'

type Row = Record<string, unknown>
export type Upserted<R extends Row> = { row: R; added: boolean }

/**
 * Inserts the rows or updates those with the same `identity`, in one statement; unchanged rows are neither written nor
 * returned.
 * @param whenChanged columns that are set only when another one changes
 */
export async function upsert<R extends Row>(
  db: Database,
  table: keyof DB,
  identity: (keyof R & string)[],
  rows: R[],
  whenChanged: Partial<R> = {},
): Promise<Upserted<R>[]> {
  if (rows.length === 0) return []
  const columns = Object.keys(rows[0]!)
  const compared = columns.filter((column) => !identity.includes(column) && !(column in whenChanged))
  const refs = (names: string[], prefix = '') => sql.join(names.map((name) => sql.ref(prefix + name)))
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const settings = [
    ...compared.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`),
    ...Object.entries(whenChanged).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
  ]
  const done = await sql<Row & { was_added: boolean }>`
    insert into ${sql.table(table)} (${refs(columns)}) values ${sql.join(values)}
    on conflict (${refs(identity)}) do update set ${sql.join(settings)}
    where (${refs(compared, `${table}.`)}) is distinct from (${refs(compared, 'excluded.')})
    returning ${refs(identity, `${table}.`)}, (xmax = 0) as was_added
  `.execute(db)
  return done.rows.map(({ was_added, ...found }) => ({
    row: rows.find((row) => identity.every((column) => isSame(row[column], found[column])))!,
    added: was_added,
  }))
}

const isSame = (one: unknown, other: unknown) =>
  one instanceof Date && other instanceof Date ? +one === +other : one === other
