/** Rows in great number, and what makes them the same in each run. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../app/platform/database/database.server.ts'

const BATCH = 1000

/** Only the columns that the rows name; the others have their defaults. */
export async function insertRows(db: Database, table: string, rows: object[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  for (let first = 0; first < rows.length; first += BATCH)
    await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.slice(first, first + BATCH))}::jsonb)`.execute(
      db,
    )
}

/** The same numbers in each run: https://en.wikipedia.org/wiki/Linear_congruential_generator, as in Numerical Recipes. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

export function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
