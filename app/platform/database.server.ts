import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '../../db/types.ts'

export type Database = Kysely<DB>
export type Tx = Transaction<DB>
export type TableName = keyof DB

/** Our counts, sums and ids fit a JavaScript number; by default the driver returns strings. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

export type OpenDatabase = { db: Database; pool: pg.Pool; close: () => Promise<void> }

/**
 * Opens a pool of at most `connections`; `onError` is called once for each connection that fails.
 * @param timeoutMs how long a query waits for a free connection
 */
export function openDatabase(
  url: string,
  connections: number,
  onError: (error: Error & { code?: string }) => void,
  timeoutMs = 10_000,
): OpenDatabase {
  const pool = new pg.Pool({ connectionString: url, max: connections, connectionTimeoutMillis: timeoutMs })
  pool.on('connect', (client) => client.on('error', onError))
  // The pool emits the errors of idle clients again; without a listener that would end the process.
  pool.on('error', () => undefined)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'db', 'migrations')
/** An arbitrary number. Servers that start at the same time migrate one after the other. */
const MIGRATION_LOCK = 7_301_447

/**
 * Brings the database up to the newest migration, each in a transaction of its own, and the job queue's tables with it.
 * @returns the names of the migrations that were applied
 * @throws when an applied migration's file was changed afterwards
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect()
  const applied: string[] = []
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
    const known = new Map(rows.map((row) => [row.name, row.hash]))
    for (const { name, text, hash } of migrationFiles()) {
      if (known.get(name) === hash) continue
      if (known.has(name)) throw new Error(`The migration ${name} was changed after it had been applied.`)
      await applyMigration(client, name, text, hash)
      applied.push(name)
    }
    await runMigrations({ pgPool: pool, logger: undefined })
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined)
    client.release()
  }
  return applied
}

async function applyMigration(client: pg.PoolClient, name: string, text: string, hash: string) {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

function migrationFiles() {
  return readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(MIGRATIONS, name), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    })
}

/** Whether the database responds and every migration has been applied. */
export async function databaseIsReady(db: Database): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  const names = new Set(rows.map((row) => row.name))
  return migrationFiles().every(({ name }) => names.has(name))
}
