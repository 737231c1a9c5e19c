/** The schema's migrations, and whether this version can work with a database. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { SECOND_MS } from '../durations.ts'
import type { Database } from './database.server.ts'

const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'db', 'migrations')
/** An arbitrary number. Servers that start at the same time migrate one after the other. */
const MIGRATION_LOCK = 7_301_447

/**
 * How long a statement of a migration waits for a lock. Whoever comes after it waits behind it, also those who only
 * read, so it gives up soon, lets them pass and tries again.
 */
const LOCK_TIMEOUT_MS = 3 * SECOND_MS
const LOCK_PAUSE_MS = SECOND_MS
const MAX_LOCK_ATTEMPTS = 20
/** PostgreSQL's code of a lock that was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03'

export type MigrateOptions = {
  /** Where the migrations are; a test has its own. */
  folder?: string
  lockTimeoutMs?: number
  maxLockAttempts?: number
}

/**
 * Brings the database up to the newest migration, each in a transaction of its own, and the job queue's tables with it.
 * Servers of an older version may run meanwhile: a migration that finds a table locked is tried again.
 * @returns the names of the migrations that were applied
 * @throws when an applied migration's file was changed afterwards, and when a table stays locked
 */
export async function migrate(
  pool: pg.Pool,
  { folder = MIGRATIONS, lockTimeoutMs = LOCK_TIMEOUT_MS, maxLockAttempts = MAX_LOCK_ATTEMPTS }: MigrateOptions = {},
): Promise<string[]> {
  const client = await pool.connect()
  const applied: string[] = []
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
    const known = new Map(rows.map((row) => [row.name, row.hash]))
    for (const migration of migrationFiles(folder)) {
      if (known.get(migration.name) === migration.hash) continue
      if (known.has(migration.name))
        throw new Error(`The migration ${migration.name} was changed after it had been applied.`)
      await applyMigration(client, migration, lockTimeoutMs, maxLockAttempts)
      applied.push(migration.name)
    }
    await runMigrations({ pgPool: pool, logger: undefined })
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined)
    client.release()
  }
  return applied
}

type Migration = { name: string; text: string; hash: string }

/** Tries again while a table of the migration is locked. */
async function applyMigration(
  client: pg.PoolClient,
  migration: Migration,
  lockTimeoutMs: number,
  maxLockAttempts: number,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(client, migration, lockTimeoutMs)
    } catch (error) {
      const isLocked = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE
      if (!isLocked || attempt === maxLockAttempts)
        throw new Error(`The migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
    }
    await sleep(LOCK_PAUSE_MS)
  }
}

async function applyOnce(client: pg.PoolClient, { name, text, hash }: Migration, lockTimeoutMs: number) {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await client.query(text)
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

function migrationFiles(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    })
}

let knownMigrations: string[] | undefined

/** The names of this version's migrations, the oldest first. They do not change while the program runs. */
export function migrationNames(): readonly string[] {
  knownMigrations ??= migrationFiles(MIGRATIONS).map(({ name }) => name)
  return knownMigrations
}

/** `readOnly` is a standby, or a server that takes no writes; `older` lacks a migration of this version. */
export type DatabaseState = 'ready' | 'readOnly' | 'older'

/** Whether this version can work with the database. A newer schema is no reason against it. */
export async function databaseState(db: Database): Promise<DatabaseState> {
  const { rows } = await sql<{ is_read_only: boolean; lacks_migrations: boolean }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only,
      exists (select from unnest(${migrationNames()}::text[]) as wanted (name)
        where not exists (select from migrations where migrations.name = wanted.name)) as lacks_migrations`.execute(db)
  const found = rows[0]!
  if (found.is_read_only) return 'readOnly'
  return found.lacks_migrations ? 'older' : 'ready'
}
